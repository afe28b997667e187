"""Rows lined up under their headings, in plain text: a thousand take no time worth naming."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

_GAP = "  "
_DOT = " · "
_BELOW = "    "


class Column(NamedTuple):
    """One column; `is_number` is set flush right, `may_shrink` is cut where the room is short."""

    heading: str
    is_number: bool = False
    may_shrink: bool = False


def lined_up(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> Iterator[str]:
    """The line of the headings, then a line a row, with one cell of safe text a column.

    Lines are longer than `room` cells only where the columns that may not shrink need it. No
    column gets narrower than its heading. What is cut in a column still differs where it did.
    """
    widths = _widths(columns, rows, room)
    cut = [_cut(cells, width) for cells, width in zip(zip(*rows, strict=True), widths, strict=True)]
    for cells in ([column.heading for column in columns], *zip(*cut, strict=True)):
        placed = [
            _placed(cell, width, column)
            for cell, width, column in zip(cells, widths, columns, strict=True)
        ]
        yield _GAP.join(placed).rstrip()


def filled(line: str, room: int) -> Iterator[str]:
    """A line in lines of at most `room` cells, broken before a `·` or else between words."""
    for part in _joined(line.split(_DOT), _DOT, room):
        indent = _BELOW if part.startswith(_BELOW) else ""
        yield from _joined(part.removeprefix(indent).split(" "), " ", room, indent)


def _joined(pieces: Iterable[str], gap: str, room: int, indent: str = "") -> Iterator[str]:
    """Pieces put together again, in as few lines as hold them; those below the first stand in."""
    first, *others = pieces
    line = f"{indent}{first}"
    width = _width(line)
    for piece in others:
        width += len(gap) + _width(piece)
        if width > room:
            yield line
            line = f"{_BELOW}{gap.lstrip()}{piece}"
            width = _width(line)
        else:
            line = f"{line}{gap}{piece}"
    yield line


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> Sequence[int]:
    widths = [
        max([cell_len(column.heading), *map(_width, cells)])
        for column, cells in zip(columns, zip(*rows, strict=True), strict=True)
    ]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - room
    while excess > 0:
        spare = [
            (width, at)
            for at, (width, column) in enumerate(zip(widths, columns, strict=True))
            if column.may_shrink and width > cell_len(column.heading)
        ]
        if not spare:
            break
        _, at = max(spare)
        widths[at] -= 1
        excess -= 1
    return widths


def _placed(cell: str, width: int, column: Column) -> str:
    blank = width - _width(cell)
    return f"{' ' * blank}{cell}" if column.is_number else f"{cell}{' ' * blank}"


def _cut(cells: Sequence[str], width: int) -> Sequence[str]:
    if all(_width(cell) <= width for cell in cells):
        return cells
    from ckpt_tui.tui.headings import headings

    return ["".join(lines) for lines in headings(cells, width, 1)]


def _width(cell: str) -> int:
    return len(cell) if cell.isascii() else cell_len(cell)
