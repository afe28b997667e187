"""Where the parts of a test grid lie: frozen titles, head and foot around cells that scroll."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from ckpt_tui.tui.headings import height_of, longest_word

_TITLE_MIN: Final = 14
_TITLE_MAX: Final = 36
_TITLE_SHARE: Final = 3
_CELL_MIN: Final = 5
_CELL_MAX: Final = 16
_CELL_SHORT: Final = 10
_CELL_WORD: Final = 8
_HEAD_MAX: Final = 8
_HEAD_SHARE: Final = 6
_TALLY: Final = 18
_TALLY_FROM: Final = 70
HEAD_GAP: Final = 1
"""Blank cells before each heading."""
FOOT: Final = 2
"""Lines of the foot: scores, official bits."""


class GridLayout(NamedTuple):
    """All in terminal cells.

    Attributes:
        title: width of the frozen first column, the cursor's cell included.
        cell: width of the column of one trace.
        tally: width of the frozen last column; 0 where there is no room for it.
        head: lines of the head, as many as show every label whole, if there is room for them.
        width: of the view.
        height: of the view.
        rows: how many checkpoints.
        columns: how many traces.
    """

    title: int
    cell: int
    tally: int
    head: int
    width: int
    height: int
    rows: int
    columns: int

    @classmethod
    def of(cls, size: tuple[int, int], rows: int, labels: Sequence[str]) -> "GridLayout":
        """The layout of a view of `size` (width, height)."""
        width, height = size
        title = max(_TITLE_MIN, min(_TITLE_MAX, width // _TITLE_SHARE))
        tally = _TALLY if width >= _TALLY_FROM else 0
        room, columns = max(0, width - title - tally), len(labels)
        longest = max(map(cell_len, labels), default=1)
        widest = max(_CELL_MAX, longest + HEAD_GAP + 1)
        least = _CELL_MIN
        if room < columns * least:
            # It scrolls in any case: short names, and most words of others, need not be parted.
            whole, word = longest + HEAD_GAP, longest_word(labels) + HEAD_GAP
            fair = whole if whole <= _CELL_SHORT else min(word, _CELL_WORD)
            least = max(least, fair) if fair <= room else least
        cell = max(least, min(widest, room // max(1, columns)))
        left = room - min(columns, room // cell) * cell
        title += left if left < cell else 0
        spare = height - FOOT - rows
        most = max(1, min(_HEAD_MAX, max(spare, height // _HEAD_SHARE)))
        head = height_of(labels, cell - HEAD_GAP, most)
        return cls(title, cell, tally, head, width, height, rows, columns)

    @property
    def room(self) -> int:
        """Width between the frozen columns."""
        return max(1, self.width - self.title - self.tally)

    @property
    def view_width(self) -> int:
        """How much of the room shows traces: whole ones, for half a score is another score."""
        return max(self.room // self.cell * self.cell, min(self.room, self.cell))

    @property
    def rows_in_view(self) -> int:
        """Rows between head and foot."""
        return max(1, self.height - self.head - FOOT)

    @property
    def virtual_size(self) -> tuple[int, int]:
        """Width and height of everything, as scroll bars measure it."""
        width = self.width - self.view_width + self.columns * self.cell
        return width, self.head + FOOT + self.rows

    def columns_in_view(self, scroll: int) -> range:
        """Columns of which at least a part is in view."""
        last = -(-(scroll + self.view_width) // self.cell)
        return range(scroll // self.cell, min(self.columns, last))

    def cell_at(self, point: tuple[int, int], scroll: tuple[int, int]) -> tuple[int, int] | None:
        """Row and column of the cell at a point (x, y) of the view; None outside the cells."""
        x, y = point[0] - self.title, point[1] - self.head
        column, row = (x + scroll[0]) // self.cell, y + scroll[1]
        is_in_view = 0 <= x < self.view_width and 0 <= y < self.rows_in_view
        return (row, column) if is_in_view and row < self.rows and column < self.columns else None

    def scrolled_to(self, cell: tuple[int, int], scroll: tuple[int, int]) -> tuple[int, int]:
        """The least scrolling (x, y) from `scroll` that shows a cell (row, column) whole."""
        row, column = cell
        x, y = scroll
        right = (column + 1) * self.cell - self.view_width
        return (
            max(min(x, column * self.cell), right),
            max(min(y, row), row - self.rows_in_view + 1),
        )
