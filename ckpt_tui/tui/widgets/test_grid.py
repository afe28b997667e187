"""Checkpoints by sample traces: one glyph a verdict, and only what is in view is drawn."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from ckpt_tui.core.display import plain
from ckpt_tui.tui import text as drawing
from ckpt_tui.tui.grid_layout import FOOT, GridLayout
from ckpt_tui.tui.present import Look, Piece, Tone, official_look
from ckpt_tui.tui.widgets.lines import DOUBLE, Lines

# Narrower cells show the glyph alone.
_WORDS_FROM: Final = 12
_BITS_FROM: Final = 8


class GridRow(Struct, frozen=True):
    """One checkpoint: its 1-based number and its title."""

    number: int
    title: str


class GridColumn(Struct, frozen=True):
    """One trace: its label, its score as text (empty while not known), the official bit."""

    label: str
    score: str = ""
    passed: bool | None = None


class TestGrid(Lines):
    """How every checkpoint fares on every trace, with titles, labels and scores always in view."""

    __test__ = False

    DEFAULT_CSS = """
    TestGrid { overflow: auto; scrollbar-gutter: stable; }
    """

    @property
    def bar_width(self) -> int:
        """None: it scrolls both ways, by Textual's own bars."""
        return 0

    @property
    def line_width(self) -> int:
        return self.scrollable_content_region.width

    cell: var[tuple[int, int]] = var((0, 0), init=False)
    """Row and column of the cursor, 0-based; (0, 0) in an empty grid."""

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

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 (Textual's word)
        super().__init__(id=id, classes=classes)
        self._rows: Sequence[GridRow] = ()
        self._columns: list[GridColumn] = []
        self._looks: list[list[Look]] = []
        self._laid: GridLayout | None = None
        self._changes: Counter[int] = Counter()

    def show(
        self,
        rows: Iterable[GridRow],
        columns: Iterable[GridColumn],
        looks: Iterable[Iterable[Look]],
    ) -> None:
        """Show other checkpoints, traces or verdicts; `looks` has one line a row."""
        self._rows = tuple(rows)
        self._columns = list(columns)
        self._looks = [list(line) for line in looks]
        self.cell = self.validate_cell(self.cell)
        self._lay_out()

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

    def _refresh_cells(self, row: int, columns: set[int]) -> None:
        """Paint the cells that are in view, and the row's tally."""
        laid, scroll = self.laid, self.scroll_offset
        y = row - scroll.y + laid.head
        if not laid.head <= y < laid.head + laid.rows_in_view:
            return
        for column in columns.intersection(laid.columns_in_view(scroll.x)):
            x = laid.title + column * laid.cell - scroll.x
            self.refresh(Region(x, y, laid.cell, 1))
        self.refresh(Region(laid.width - laid.tally, y, laid.tally, 1))

    def set_columns(self, columns: Iterable[tuple[int, GridColumn]]) -> None:
        """Change scores and official bits: place and column; only the foot is painted."""
        for place, column in columns:
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
        for y in (0, laid.head + old[0] - top, laid.head + new[0] - top):
            self.refresh(Region(0, y, laid.width, 1))

    def on_resize(self, _: events.Resize) -> None:
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        found = None if offset is None else self.laid.cell_at(offset, self.scroll_offset)
        if found is not None:
            self.cell = found
            if event.chain == DOUBLE:
                self.post_message(self.Chosen(self, *found))

    @property
    def laid(self) -> GridLayout:
        """Where everything lies at the present size."""
        width, height = self.scrollable_content_region.size
        if self._laid is None or (self._laid.width, self._laid.height) != (width, height):
            labels = [plain(column.label) for column in self._columns]
            self._laid = GridLayout.of((width, height), len(self._rows), labels)
        return self._laid

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

    def line_keys(self, height: int) -> Iterable[Hashable]:
        laid, view = self.laid, (self.scroll_offset.x, self.has_focus, self.laid)
        for y in range(height):
            number = self._number(y, laid)
            chosen = self.cell[1] if number in (self.cell[0], -laid.head) else None
            yield number, chosen, self._changes[number], view

    def line(self, y: int, width: int) -> Sequence[Segment]:
        del width
        laid = self.laid
        return self._line(self._number(y, laid), laid)

    def _number(self, y: int, laid: GridLayout) -> int:
        """The row on a line of the view; below 0 the head's, behind the last row the foot's."""
        place = y - laid.head
        shown = min(laid.rows, laid.rows_in_view)
        return (
            place
            if place < 0
            else place + (self.scroll_offset.y if place < shown else laid.rows - shown)
        )

    def _line(self, number: int, laid: GridLayout) -> list[Segment]:
        across = [self._columns[n] for n in laid.columns_in_view(self.scroll_offset.x)]
        if not across or number >= laid.rows + FOOT:
            return []
        if number < 0:
            line = number + laid.head
            cells = [(_head(plain(column.label), line, laid), Tone.MUTED) for column in across]
            label = f" ▾ {self._columns[self.cell[1]].label}"
            return self._joined("" if line else label, cells, laid)
        if number < laid.rows:
            return self._row(number, laid)
        if number == laid.rows:
            return self._joined(" score", [(column.score, Tone.STRONG) for column in across], laid)
        return self._joined(" official", [_bit(column, laid) for column in across], laid)

    def _row(self, number: int, laid: GridLayout) -> list[Segment]:
        row, looks = self._rows[number], self._looks[number]
        is_here = number == self.cell[0]
        pointer = ("▸" if self.has_focus else "▹") if is_here else " "
        title = f"{pointer}{row.number:>{len(str(laid.rows))}} {row.title}"
        across = laid.columns_in_view(self.scroll_offset.x)
        cells = [(_shown(looks[column], laid), looks[column].tone) for column in across]
        chosen = self.cell[1] - across.start if is_here else None
        return self._joined(title, cells, laid, chosen=chosen, tally=_tally(looks))

    def _joined(
        self,
        title: str,
        cells: Sequence[Piece],
        laid: GridLayout,
        *,
        chosen: int | None = None,
        tally: str = "",
    ) -> list[Segment]:
        """A whole line: what is frozen on the left, the cells in view, what is frozen right."""
        middle: list[Segment] = []
        for place, (text, tone) in enumerate(cells):
            is_chosen = place == chosen
            style = self.ground + self.pointed if is_chosen else self.tone(tone)
            shown = f"[{text}]" if is_chosen else f" {text}"
            middle.append(Segment(set_cell_size(shown, laid.cell), style))
        skipped = self.scroll_offset.x % laid.cell
        view = Strip(middle).crop_extend(skipped, skipped + laid.view_width, self.ground)
        title_tone = Tone.PLAIN if chosen is None else Tone.STRONG
        left = self.pieces([(title, title_tone)], laid.title - 1)
        right = self.pieces([(f" {tally}", Tone.MUTED)], laid.tally)
        return [*drawing.padded(left, laid.title, self.ground), *view, *right]


def _head(label: str, y: int, laid: GridLayout) -> str:
    """What line `y` of the head shows of a label, which runs down where columns are narrow."""
    room = laid.cell - 2 if laid.head == 1 else laid.head
    if cell_len(label) > room:
        label = f"{label[: room - 1]}…"
    return label if laid.head == 1 else label[y : y + 1]


def _shown(look: Look, laid: GridLayout) -> str:
    return f"{look.glyph} {look.word}"[: laid.cell - 2] if laid.cell >= _WORDS_FROM else look.glyph


def _bit(column: GridColumn, laid: GridLayout) -> Piece:
    look = official_look(column.passed)
    return (look.word if laid.cell >= _BITS_FROM else look.glyph), look.tone


def _tally(looks: Sequence[Look]) -> str:
    """How many of each, the commonest first: `6✓ 3✗ 1∅`."""
    counts = Counter(look.glyph for look in looks)
    return " ".join(f"{count}{glyph}" for glyph, count in counts.most_common())
