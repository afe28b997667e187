"""Texts of one field of a trace, joined into one buffer so that a pattern is searched once."""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Final, TypeVar

from msgspec import Struct, field

Found = TypeVar("Found")

# Never part of UTF-8, so no UTF-8 pattern can match it and no hit spans two texts.
SEPARATOR = b"\xff"


# Searches of one column whose result is remembered: while a pattern is typed, the last few count.
_REMEMBERED: Final = 8

_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=dict)


def encode(text: str) -> bytes:
    """The bytes of a text; a lone surrogate becomes the three bytes its code point would have."""
    return text.encode("utf-8", "surrogatepass")


def joined(rows: Iterable[bytes]) -> bytes:
    """Encoded texts, each followed by one `SEPARATOR` byte."""
    return SEPARATOR.join([*rows, b""])


def decode(raw: bytes) -> str:
    """The text of bytes made by `encode`."""
    return raw.decode("utf-8", "surrogatepass")


def compact_json(value: object) -> str:
    """The JSON of plain values, without spaces and with every character spelled as itself."""
    return _COMPACT.encode(value)


class TextColumn(Struct, frozen=True, eq=False):
    """One field over all rows of a trace.

    Attributes:
        buffer: the texts as UTF-8, each followed by one `SEPARATOR` byte.
        starts: byte offset of each row; one more entry than rows, the last is `len(buffer)`.
    """

    buffer: bytes
    starts: tuple[int, ...] | list[int]
    _first: list[tuple[bytes, int]] = field(default_factory=list[tuple[bytes, int]])

    @classmethod
    def of(cls, texts: Iterable[bytes]) -> "TextColumn":
        """Join encoded texts; none of them may hold the separator byte (UTF-8 never does)."""
        rows = list(texts)
        starts = list(accumulate((len(row) + 1 for row in rows), initial=0))
        return cls(joined(rows), starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def raw(self, row: int) -> bytes:
        """The bytes of one row."""
        return self.buffer[self.starts[row] : self.starts[row + 1] - 1]

    def text(self, row: int) -> str:
        """The text of one row."""
        return decode(self.raw(row))

    def first(self, search: Callable[[int, int], Found | None], place: int) -> Found | None:
        """What a search of the buffer's bytes finds first from a row's beginning on.

        `search` is given where to begin and where to end, and never finds what spans two rows. A
        column that is searched in parts at once overrides this.
        """
        return search(place, len(self.buffer))

    def remember(self, text: bytes, place: int | None) -> None:
        """Take note of where a text stands first in the buffer; None where it does not."""
        others = [it for it in self._first if it[0] != text]
        self._first[:] = [(text, len(self.buffer) if place is None else place), *others]
        del self._first[_REMEMBERED:]

    def earliest(self, text: bytes) -> int:
        """A place before which a text does not begin: what was remembered of shorter ones tells.

        A longer pattern typed after a shorter one is looked for only where that may be.
        """
        latest = 0
        for known, place in self._first:
            if place > latest and text.startswith(known):
                latest = place
        return latest

    def row_end(self, place: int) -> int:
        """The end of the row that holds a place, its separator included."""
        if place >= len(self.buffer):
            return len(self.buffer)
        return self.starts[self.row_at(place) + 1]

    def row_at(self, offset: int) -> int:
        """The row that holds a byte offset of the buffer."""
        return bisect_right(self.starts, offset) - 1
