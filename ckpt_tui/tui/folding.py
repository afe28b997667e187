"""Long text folded into rows of a width, exactly where it is looked at and by estimate elsewhere.

A text falls into blocks that each begin a row: its lines, or the lines a JSON text would have if
it were indented. A block is sanitised and folded only when a row of it is asked for, so the cost
of a frame does not grow with the text; row numbers further down may shift until then.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec import Struct
from rich.cells import get_character_cell_size

from ckpt_tui.core.display import SafeText, sanitised
from ckpt_tui.tui.recent import Recent

# The longest stretch that is sanitised and measured at once, in code points.
BLOCK_MAX: Final = 4096

# A word is carried to the next row if that leaves no more than this share of a row empty.
_RAGGED: Final = 3

_BLOCKS_KEPT: Final = 256


class Blocks(Struct, frozen=True, eq=False):
    """Where the blocks of a text begin and end, in code points, and how far each is indented."""

    starts: Sequence[int]
    ends: Sequence[int]
    indents: Sequence[int] = ()

    @classmethod
    def of(cls, spans: Iterator[tuple[int, int, int]]) -> "Blocks":
        """Blocks of spans with their indents; the long ones in pieces."""
        cut = [
            (place, min(place + BLOCK_MAX, end), indent)
            for start, end, indent in spans
            for place in range(start, max(end, start + 1), BLOCK_MAX)
        ]
        return cls([c[0] for c in cut], [c[1] for c in cut], [c[2] for c in cut])

    def indent(self, number: int) -> int:
        return self.indents[number] if self.indents else 0


class Row(NamedTuple):
    """One row of a folded text.

    Attributes:
        text: what is shown, without the indent.
        indent: blank cells before it.
        span: the raw code points that it shows, [start, end).
    """

    text: SafeText
    indent: int
    span: tuple[int, int]


class _Folded(NamedTuple):
    """A block as shown; `rows` are spans of its plain text."""

    text: SafeText
    rows: Sequence[tuple[int, int]]


class Fold:
    """A text folded to a width in cells."""

    def __init__(self, text: str, blocks: Blocks, width: int) -> None:
        self._text = text
        self._blocks = blocks
        self._width = max(1, width)
        self._kept: Recent[int, _Folded] = Recent(_BLOCKS_KEPT)
        self._counts = self._estimates()
        self._firsts = [0, *accumulate(self._counts)]

    def _estimates(self) -> list[int]:
        width, blocks = self._width, self._blocks
        if not blocks.indents:
            return [
                1 if end - start <= width else -((start - end) // width)
                for start, end in zip(blocks.starts, blocks.ends, strict=True)
            ]
        return [
            max(1, -((start - end) // self._room(indent)))
            for start, end, indent in zip(blocks.starts, blocks.ends, blocks.indents, strict=True)
        ]

    def _room(self, indent: int) -> int:
        return max(1, self._width - indent)

    def __len__(self) -> int:
        """Rows, as far as is known."""
        return self._firsts[-1]

    def settle(self, first: int, last: int) -> bool:
        """Make rows `first` to `last` exact; whether the number of any block's rows changed."""
        changed = False
        block = self._block_at(first)
        row = self._firsts[block]
        while block < len(self._counts) and row <= last:
            count = len(self._folded(block).rows)
            changed |= count != self._counts[block]
            self._counts[block] = count
            row += count
            block += 1
        if changed:
            self._firsts = [0, *accumulate(self._counts)]
        return changed

    def row(self, number: int) -> Row:
        """A row; past the last known row of its block, the block's last."""
        block = self._block_at(number)
        return self._row(block, number - self._firsts[block])

    def rows(self, first: int, last: int) -> Iterator[Row]:
        """Rows `first` to before `last`."""
        block = self._block_at(first)
        for number in range(first, min(last, len(self))):
            while number >= self._firsts[block + 1]:
                block += 1
            yield self._row(block, number - self._firsts[block])

    def _row(self, block: int, within: int) -> Row:
        text, rows = self._folded(block)
        base, indent = self._blocks.starts[block], self._blocks.indent(block)
        if len(rows) == 1:
            return Row(text, indent, (base, self._blocks.ends[block]))
        start, end = rows[min(within, len(rows) - 1)]
        span = (base + text.raw_offset(start), base + text.raw_offset(end))
        return Row(_part(text, start, end), indent, span)

    def row_of(self, offset: int) -> int:
        """The row that shows a raw code point, its block settled."""
        block = max(0, bisect_right(self._blocks.starts, offset) - 1)
        self.settle(self._firsts[block], self._firsts[block])
        folded = self._folded(block)
        inside = min(offset, self._blocks.ends[block]) - self._blocks.starts[block]
        place = folded.text.shown_span((inside, inside))[0]
        within = bisect_right(folded.rows, place, key=lambda row: row[0]) - 1
        return self._firsts[block] + max(0, within)

    def _block_at(self, row: int) -> int:
        found = bisect_right(self._firsts, row) - 1
        return max(0, min(found, len(self._counts) - 1))

    def _folded(self, block: int) -> _Folded:
        folded = self._kept.get(block)
        if folded is None:
            safe = sanitised(self._text[self._blocks.starts[block] : self._blocks.ends[block]])
            room = self._room(self._blocks.indent(block))
            folded = _Folded(safe, tuple(_rows(safe, room)))
            self._kept[block] = folded
        return folded


def line_blocks(text: str) -> Blocks:
    """A block for every line; line ends belong to none."""
    lengths = list(map(len, text.split("\n")))
    if len(lengths) > 1 and not lengths[-1]:
        lengths.pop()
    starts = [0, *accumulate(length + 1 for length in lengths)]
    starts.pop()
    ends = [start + length for start, length in zip(starts, lengths, strict=True)]
    if len(lengths) > 1 and "\r\n" in text:
        ends = [
            end - 1 if text[end - 1 : end + 1] == "\r\n" and end > start else end
            for start, end in zip(starts, ends, strict=True)
        ]
    if max(lengths) <= BLOCK_MAX:
        return Blocks(starts, ends)
    return Blocks.of((start, end, 0) for start, end in zip(starts, ends, strict=True))


def _part(text: SafeText, start: int, end: int) -> SafeText:
    if not text.tokens:
        return SafeText(text.plain[start:end])
    base = text.raw_offset(start)
    first = bisect_left(text.tokens, start, key=lambda token: token.start)
    last = bisect_left(text.tokens, end, first, key=lambda token: token.start)
    tokens = (
        found._replace(
            start=found.start - start, end=found.end - start, raw_start=found.raw_start - base
        )
        for found in text.tokens[first:last]
    )
    return SafeText(text.plain[start:end], tuple(tokens))


def _rows(text: SafeText, width: int) -> Iterator[tuple[int, int]]:
    """Spans of the plain text that fit into `width` cells, but for one blank at the end."""
    plain = text.plain
    start = 0
    while len(plain) - start > width or not plain.isascii():
        end = start + width if plain.isascii() else _reach(plain, start, width)
        if end < len(plain):
            end = _broken(text, start, end)
        if end >= len(plain):
            break
        yield start, end
        start = end
    yield start, len(plain)


def _reach(plain: str, start: int, width: int) -> int:
    """How far `width` cells go; at least one character and the marks on it."""
    for place in range(start, len(plain)):
        width -= get_character_cell_size(plain[place])
        if width < 0 and place > start:
            return place
    return len(plain)


def _broken(text: SafeText, start: int, end: int) -> int:
    """Where to break at or before `end`: behind a blank, never inside a token that fits."""
    blank = text.plain.rfind(" ", end - (end - start) // _RAGGED, end + 1)
    if blank >= 0:
        end = blank + 1
    number = bisect_right(text.tokens, end, key=lambda token: token.start) - 1
    token = text.tokens[number] if number >= 0 else None
    return token.start if token and start < token.start < end < token.end else end
