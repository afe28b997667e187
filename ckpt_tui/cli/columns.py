"""Rows lined up under their headings, in plain text: a thousand take no time worth naming."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

_GAP = "  "


class Column(NamedTuple):
    """One column; `is_number` is set flush right, `may_shrink` is cut where the room is short."""

    heading: str
    is_number: bool = False
    may_shrink: bool = False


def lined_up(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> Iterator[str]:
    """The line of the headings, then a line a row, with one cell of safe text a column.

    Lines are longer than `room` cells only where the columns that may not shrink need it. No
    column gets narrower than its heading.
    """
    widths = _widths(columns, rows, room)
    for cells in ([column.heading for column in columns], *rows):
        placed = [
            _placed(cell, width, column)
            for cell, width, column in zip(cells, widths, columns, strict=True)
        ]
        yield _GAP.join(placed).rstrip()


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> Sequence[int]:
    widths = [
        max([cell_len(column.heading), *map(_width, cells)])
        for column, cells in zip(columns, zip(*rows, strict=True), strict=True)
    ]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - room
    while excess > 0:
        spare = [
            (width - cell_len(column.heading), at)
            for at, (width, column) in enumerate(zip(widths, columns, strict=True))
            if column.may_shrink
        ]
        most, at = max(spare, default=(0, 0))
        if most <= 0:
            break
        widths[at] -= 1
        excess -= 1
    return widths


def _placed(cell: str, width: int, column: Column) -> str:
    blank = width - _width(cell)
    if blank < 0:
        return f"{set_cell_size(cell, width - 1)}…"
    return f"{' ' * blank}{cell}" if column.is_number else f"{cell}{' ' * blank}"


def _width(cell: str) -> int:
    return len(cell) if cell.isascii() else cell_len(cell)
