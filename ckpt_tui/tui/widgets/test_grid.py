"""Checkpoints by sample traces: one glyph a verdict, and only what is in view is drawn."""

from collections.abc import Iterable, Sequence

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from ckpt_tui.tui.grid_layout import FOOT
from ckpt_tui.tui.present import Look
from ckpt_tui.tui.widgets.grid_view import GridColumn, GridRow, GridView
from ckpt_tui.tui.widgets.lines import DOUBLE


class TestGrid(GridView):
    """How every checkpoint fares on every trace, with titles, labels and scores always in view."""

    __test__ = False

    class Moved(Message):
        """The user moved the cursor by mouse."""

        def __init__(self, grid: "TestGrid") -> None:
            super().__init__()
            self.grid = grid

        @property
        def control(self) -> "TestGrid":
            return self.grid

    class Chosen(Message):
        """The user chose the cell under the cursor with a double click."""

        def __init__(self, grid: "TestGrid", row: int, column: int) -> None:
            super().__init__()
            self.grid = grid
            self.row = row
            self.column = column

        @property
        def control(self) -> "TestGrid":
            return self.grid

    def show(
        self,
        rows: Iterable[GridRow],
        columns: Iterable[GridColumn],
        looks: Iterable[Iterable[Look]],
    ) -> None:
        """Show other checkpoints, traces or verdicts; `looks` has one line a row."""
        shown = tuple(rows), list(columns), [list(line) for line in looks]
        if self._is_laid_out_for(shown[0], shown[1]):
            self._take_titles(shown[0])
            self.set_columns(enumerate(shown[1]))
            self.set_cells(
                (row, column, look)
                for row, line in enumerate(shown[2])
                for column, look in enumerate(line)
            )
            return
        self._rows, self._columns, self._looks = shown
        self.cell = self.validate_cell(self.cell)
        self._lay_out()

    def _is_laid_out_for(self, rows: Sequence[GridRow], columns: Sequence[GridColumn]) -> bool:
        labels = [column.label for column in self._columns]
        is_as_high = len(rows) == len(self._rows)
        return is_as_high and [column.label for column in columns] == labels

    def _take_titles(self, rows: tuple[GridRow, ...]) -> None:
        before, self._rows = self._rows, rows
        for number, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self._changes[number] += 1
                self._refresh_cells(number, set(), self.laid.title)

    def set_cells(self, cells: Iterable[tuple[int, int, Look]]) -> None:
        """Change some cells: row, column, look; only they and the tallies are painted."""
        changed: dict[int, set[int]] = {}
        for row, column, look in cells:
            if self._looks[row][column] != look:
                self._looks[row][column] = look
                changed.setdefault(row, set()).add(column)
        for row, columns in changed.items():
            self._changes[row] += 1
            self._refresh_cells(row, columns)

    def _refresh_cells(self, row: int, columns: set[int], title: int = 0) -> None:
        """Paint the cells that are in view, the row's tally, and some cells of its title."""
        laid, scroll = self.laid, self.scroll_offset
        y = row - scroll.y + laid.head
        if not laid.head <= y < laid.head + laid.rows_in_view:
            return
        seen = columns.intersection(laid.columns_in_view(scroll.x))
        self.refresh(
            Region(0, y, title, 1),
            *(Region(laid.title + n * laid.cell - scroll.x, y, laid.cell, 1) for n in seen),
            Region(laid.width - laid.tally, y, laid.tally, 1),
        )

    def set_columns(self, columns: Iterable[tuple[int, GridColumn]]) -> None:
        """Change scores and official bits: place and column; only the foot is painted."""
        changed = [(place, it) for place, it in columns if it != self._columns[place]]
        if not changed:
            return
        for place, column in changed:
            self._columns[place] = column
        foot = self.laid.head + min(self.laid.rows, self.laid.rows_in_view)
        for line in range(FOOT):
            self._changes[len(self._rows) + line] += 1
        self.refresh(Region(0, foot, self.laid.width, FOOT))

    def move(self, delta: int) -> None:
        """Move the cursor by some rows."""
        self.cell = (self.cell[0] + delta, self.cell[1])

    def move_column(self, delta: int) -> None:
        """Move the cursor by some columns."""
        self.cell = (self.cell[0], self.cell[1] + delta)

    def page(self, delta: int) -> None:
        """Move the cursor by some pages of rows."""
        self.move(delta * max(1, self.laid.rows_in_view - 1))

    def home(self) -> None:
        """Move the cursor to the first row."""
        self.cell = (0, self.cell[1])

    def end(self) -> None:
        """Move the cursor to the last row."""
        self.cell = (len(self._rows) - 1, self.cell[1])

    def validate_cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        row, column = cell
        last_row, last_column = len(self._rows) - 1, len(self._columns) - 1
        return max(0, min(row, last_row)), max(0, min(column, last_column))

    def watch_cell(self, old: tuple[int, int], new: tuple[int, int]) -> None:
        laid, top = self.laid, self.scroll_offset.y
        self._show_cell()
        for y in (laid.head + old[0] - top, laid.head + new[0] - top):
            self.refresh(Region(0, y, laid.width, 1))
        if old[1] != new[1]:
            # The chosen run is named in the head, and the route of its score in the foot.
            self.refresh(Region(0, 0, laid.width, laid.head))
            foot = laid.head + min(laid.rows, laid.rows_in_view)
            self.refresh(Region(0, foot, laid.width, 1))

    def on_resize(self, _: events.Resize) -> None:
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        found = None if offset is None else self.laid.cell_at(offset, self.scroll_offset)
        if found is not None:
            if found != self.cell:
                self.cell = found
                self.post_message(self.Moved(self))
            if event.chain == DOUBLE:
                self.post_message(self.Chosen(self, *found))

    def _lay_out(self) -> None:
        self._laid = None
        self.virtual_size = Size(*self.laid.virtual_size)
        self._show_cell()
        self.redraw()

    def _show_cell(self) -> None:
        if self.is_mounted:
            x, y = self.laid.scrolled_to(self.cell, self.scroll_offset)
            self.scroll_to(x=x, y=y, animate=False, force=True)

    def drawn(self, crop: Region) -> list[Strip]:
        if self.laid.virtual_size != self.virtual_size:
            # A scroll bar came or went, and the size with it; the bars must learn of it.
            self.call_later(self._lay_out)
        return super().drawn(crop)
