"""In which folder a shell stands, seen from where its line began."""

from collections.abc import Sequence
from posixpath import join, normpath
from typing import Final

from ckpt_tui.core.shell_words import Word

MOVERS: Final = frozenset({"cd", "pushd", "popd"})
_PIPES: Final = frozenset({"|", "|&"})
_LIST_ENDS: Final = frozenset({"\n", ";", "&"})
_MODES: Final = frozenset({"-P", "-L", "-e", "--"})


class Standing:
    """Where the shell stands while a line is read from its front to its end.

    Attributes:
        folder: None where it cannot be told.
    """

    def __init__(self, folder: str | None) -> None:
        self.folder = folder
        # Where the list of commands at hand began; `&` behind it gives it a shell of its own.
        self._began = folder
        self._has_moved = False

    def run(self, words: Sequence[Word], before: str, behind: str, *, is_looped: bool) -> None:
        """Past a command between two operators; each part of a pipeline has a shell of its own."""
        if words and words[0].text in MOVERS and _PIPES.isdisjoint((before, behind)):
            self.folder = _moved(words, before, None if is_looped else self.folder)
            self._has_moved = True

    def pass_operator(self, operator: str) -> None:
        """Past what stands between two commands."""
        if operator == "&":
            self.folder = self._began
        if operator in _LIST_ENDS:
            self._began = self.folder

    def pass_block(self) -> None:
        """Past the end of a block, in which lists have ended."""
        if self._has_moved:
            self._began = None

    def go_back(self, folder: str | None) -> None:
        """Past the end of a group that had a shell of its own."""
        self.folder = self._began = folder


def _moved(words: Sequence[Word], operator: str, folder: str | None) -> str | None:
    """Where a mover that starts in a folder, behind an operator, ends; None if unknown."""
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
