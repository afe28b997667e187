"""In which folder a shell stands, seen from where its line began."""

from collections.abc import Sequence
from posixpath import join, normpath
from typing import Final

from ckpt_tui.core.shell_words import Word

MOVERS: Final = frozenset({"cd", "pushd", "popd"})
_MODES: Final = frozenset({"-P", "-L", "-e", "--"})


def folder_after(words: Sequence[Word], operator: str, folder: str | None) -> str | None:
    """Where a line goes on after a mover; None where that cannot be told.

    `operator` stands before the mover, which starts in `folder`.
    """
    targets = [word for word in words[1:] if word.text not in _MODES]
    if operator == "||" or words[0].text == "popd" or len(targets) != 1:
        return None
    target = targets[0].text
    is_told = targets[0].is_literal and target not in {"", "-"}
    return joined(folder, target) if is_told else None


def joined(folder: str | None, path: str) -> str | None:
    """A path seen from where the line begins, normalised; None where the folder is unknown."""
    if path.startswith("/"):
        return "/" + normpath(path).lstrip("/")
    if folder is None:
        return None
    whole = normpath(join(folder, path))
    return "" if whole == "." else whole
