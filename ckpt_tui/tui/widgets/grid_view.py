"""How a test grid draws its lines: titles, head, foot and tallies stay, cells scroll."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from rich.cells import set_cell_size
from rich.segment import Segment
from textual.reactive import var
from textual.strip import Strip

from ckpt_tui.core.display import plain
from ckpt_tui.tui import text as drawing
from ckpt_tui.tui.grid_layout import FOOT, HEAD_GAP, GridLayout
from ckpt_tui.tui.headings import Heading, headings, wrapped
from ckpt_tui.tui.present import (
    CHOSEN_RUN,
    POINTER,
    POINTER_AWAY,
    Look,
    Piece,
    Tone,
    official_look,
)
from ckpt_tui.tui.widgets.lines import Lines

# Narrower cells show the glyph alone.
_WORDS_FROM: Final = 12
_BITS_FROM: Final = 8
_NAMED: Final = f" {CHOSEN_RUN.glyph} "


class GridRow(Struct, frozen=True):
    """One checkpoint: its 1-based number and its title."""

    number: int
    title: str


class GridColumn(Struct, frozen=True):
    """One trace: its label, its score as text (empty while not known), the official bit.

    Attributes:
        route: the one that the score is of; empty where the list has none.
    """

    label: str
    score: str = ""
    passed: bool | None = None
    route: str = ""


class GridView(Lines):
    """Draws what it holds, only the columns that are in view."""

    DEFAULT_CSS = """
    GridView { overflow: auto; scrollbar-gutter: stable; }
    """

    cell: var[tuple[int, int]] = var((0, 0), init=False)
    """Row and column of the cursor, 0-based; (0, 0) in an empty grid."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 (Textual's word)
        super().__init__(id=id, classes=classes)
        self._rows: Sequence[GridRow] = ()
        self._columns: list[GridColumn] = []
        self._looks: list[list[Look]] = []
        self._laid: GridLayout | None = None
        self._headings: Sequence[Heading] = ()
        self._changes: Counter[int] = Counter()

    @property
    def bar_width(self) -> int:
        """None: it scrolls both ways, by Textual's own bars."""
        return 0

    @property
    def line_width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def laid(self) -> GridLayout:
        """Where everything lies at the present size."""
        width, height = self.scrollable_content_region.size
        if self._laid is None or (self._laid.width, self._laid.height) != (width, height):
            labels = [plain(column.label) for column in self._columns]
            self._laid = laid = GridLayout.of((width, height), len(self._rows), labels)
            self._headings = headings(labels, laid.cell - HEAD_GAP, laid.head)
        return self._laid

    @property
    def columns_in_view(self) -> range:
        """Traces of which at least a part is in view."""
        return self.laid.columns_in_view(self.scroll_offset.x)

    def validate_scroll_x(self, value: float) -> float:
        """The nearest place where no cell is cut, since half a score is another score."""
        cell = self.laid.cell
        return super().validate_scroll_x(round(value / cell) * cell)

    def line_keys(self, height: int) -> Iterable[Hashable]:
        laid, view = self.laid, (self.scroll_offset.x, self.has_focus, self.laid)
        for y in range(height):
            number = self._number(y, laid)
            tells_run = number < 0 or number in (self.cell[0], laid.rows)
            chosen = self.cell[1] if tells_run else None
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
            return self._head(number + laid.head, laid)
        if number < laid.rows:
            return self._row(number, laid)
        if number == laid.rows:
            cells = [(_score(column, laid), Tone.STRONG) for column in across]
            route = self._columns[self.cell[1]].route
            return self._joined(f" score · {route}" if route else " score", cells, laid)
        return self._joined(" official", [_bit(column, laid) for column in across], laid)

    def _head(self, line: int, laid: GridLayout) -> list[Segment]:
        """The line of the headings; on the left the name of the chosen trace, whole."""
        across = laid.columns_in_view(self.scroll_offset.x)
        cells = [("".join(self._headings[n][line : line + 1]), Tone.MUTED) for n in across]
        label = plain(self._columns[self.cell[1]].label)
        named = wrapped(label, laid.title - len(_NAMED) - 1, laid.head)
        mark = " " * len(_NAMED) if line else _NAMED
        return self._joined("".join([mark, *named[line : line + 1]]), cells, laid)

    def _row(self, number: int, laid: GridLayout) -> list[Segment]:
        row, looks = self._rows[number], self._looks[number]
        is_here = number == self.cell[0]
        here = POINTER if self.has_focus else POINTER_AWAY
        pointer = here.glyph if is_here else " "
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
        seen = Strip(middle).crop_extend(skipped, skipped + laid.view_width, self.ground)
        view = seen.extend_cell_length(laid.room, self.ground)
        title_tone = Tone.PLAIN if chosen is None else Tone.STRONG
        left = self.pieces([(title, title_tone)], laid.title - 1)
        right = self.pieces([(f" {tally}", Tone.MUTED)], laid.tally)
        return [*drawing.padded(left, laid.title, self.ground), *view, *right]


def _shown(look: Look, laid: GridLayout) -> str:
    return f"{look.glyph} {look.word}"[: laid.cell - 2] if laid.cell >= _WORDS_FROM else look.glyph


def _score(column: GridColumn, laid: GridLayout) -> str:
    """The score; where there is room for words, with its route."""
    if laid.cell < _WORDS_FROM or not column.route:
        return column.score
    return f"{column.score} {column.route}"[: laid.cell - 2]


def _bit(column: GridColumn, laid: GridLayout) -> Piece:
    look = official_look(column.passed)
    return (look.word if laid.cell >= _BITS_FROM else look.glyph), look.tone


def _tally(looks: Sequence[Look]) -> str:
    """How many of each, the commonest first: `6✓ 3✗ 1∅`."""
    counts = Counter(look.glyph for look in looks)
    return " ".join(f"{count}{glyph}" for glyph, count in counts.most_common())
