"""What is wrong with a checklist's text, before it is known where the text comes from."""

from collections.abc import Iterable, Mapping
from datetime import date, time
from difflib import get_close_matches
from typing import Final

from ckpt_tui.core.field_path import FieldPath
from ckpt_tui.core.toml_value import inline

_SHOWN_LIMIT: Final = 60


class Problem(Exception):  # noqa: N818 (becomes a ChecklistError once the place is known)
    """One thing wrong with a text.

    Attributes:
        path: keys and positions that lead to it, from the table at hand.
        offset: character it is about, where that is known better than the path.
        checkpoint: position of the checkpoint that `path` starts from; None for the file.
        source: position among the texts of the list of the one that `path` starts from; None for
            the list's own.
        is_late: something is missing, which other problems of the same table may explain.
    """

    def __init__(
        self,
        reason: str,
        *,
        path: FieldPath = (),
        offset: int | None = None,
        checkpoint: int | None = None,
        is_late: bool = False,
    ) -> None:
        self.reason = reason
        self.path = path
        self.offset = offset
        self.checkpoint = checkpoint
        self.source: int | None = None
        self.is_late = is_late
        super().__init__(reason)

    def below(self, path: FieldPath) -> "Problem":
        """The same problem, seen from a table further up."""
        return Problem(self.reason, path=path + self.path, is_late=self.is_late)

    def inside(self, source: int) -> "Problem":
        """The same problem of the file, seen from the list that it is a text of."""
        found = Problem(self.reason, path=self.path, offset=self.offset, is_late=self.is_late)
        found.source = source
        return found

    def of(self, checkpoint: int) -> "Problem":
        """The same problem, seen from the file."""
        return Problem(
            self.reason,
            path=self.path,
            offset=self.offset,
            checkpoint=checkpoint,
            is_late=self.is_late,
        )


class Hostile(Problem):
    """A text that must not be given to a parser."""


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean "…"?`, or the known words where none is near."""
    words = list(known)
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    if close:
        return f'; did you mean "{close[0]}"?'
    return f"; known are {', '.join(words)}" if words else ""


def shown(value: object) -> str:
    """A value as an error quotes it: short, on one line."""
    match value:
        case Mapping():
            return "a table"
        case list():
            return "a list" if value else "an empty list"
        case date() | time():
            return "a date or time"
        case _:
            text = inline(value)
            return text if len(text) <= _SHOWN_LIMIT else f"{text[:_SHOWN_LIMIT]}…"
