"""What the line-API widgets share: tones by theme, a cursor over rows, strips kept while valid."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from ckpt_tui.core.display import SafeText
from ckpt_tui.tui import text as drawing
from ckpt_tui.tui.present import Piece, Tone

# Enough rows for the tallest terminal and one page either way.
STRIPS_KEPT: Final = 1024

DOUBLE: Final = 2


class Lines(ScrollView, can_focus=True, inherit_bindings=False):
    """A scroll view that draws line by line, in tones that the theme decides."""

    COMPONENT_CLASSES = {f"lines--{tone}" for tone in Tone} | {"lines--cursor"}

    DEFAULT_CSS = """
    Lines { overflow-x: hidden; overflow-y: auto; background: $surface; color: $foreground; }
    Lines > .lines--strong { text-style: bold; color: $foreground; }
    Lines > .lines--muted { color: $text-muted; }
    Lines > .lines--good { color: $text-success; }
    Lines > .lines--bad { color: $text-error; text-style: bold; }
    Lines > .lines--open { color: $text-warning; }
    Lines > .lines--accent { color: $text-accent; }
    Lines > .lines--token {
        background: $primary-muted; color: $text-primary; text-style: underline;
    }
    Lines > .lines--evidence { background: $warning-muted; color: $text-warning; text-style: bold; }
    Lines > .lines--heading { color: $text-primary; text-style: bold; }
    Lines > .lines--cursor { background: $block-cursor-blurred-background; text-style: bold; }
    Lines:focus > .lines--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 (Textual's word)
        super().__init__(id=id, classes=classes)
        self._strips: LRUCache[object, Strip] = LRUCache(STRIPS_KEPT)
        self._tones: dict[str, Style] = {}
        self._ground: Style | None = None

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.forget_strips()

    def forget_strips(self) -> None:
        """Draw everything anew at the next refresh."""
        self._strips.clear()
        self._tones.clear()
        self._ground = None

    @property
    def line_width(self) -> int:
        """Cells of one line, the scroll bar not counted."""
        return self.scrollable_content_region.width

    @property
    def page_height(self) -> int:
        """Lines in view."""
        return self.scrollable_content_region.height

    def take_height(self, rows: int) -> None:
        """Have another number of lines, in a widget whose size does not hang on it.

        Textual would lay out the whole screen anew for it, though only the scroll bar changes.
        """
        if rows != self.virtual_size.height:
            size = Size(0, rows)
            self.set_reactive(Widget.virtual_size, size)  # pyright: ignore[reportArgumentType] (a reactive on the class)
            self._scroll_update(size)

    def scroll_to_row(self, row: int) -> None:
        """Have a row at the top, as far as there are rows below it."""
        # Textual refuses to scroll until a layout has shown the scroll bar; rows may be newer.
        self.scroll_to(y=row, animate=False, force=True)

    @property
    def ground(self) -> Style:
        """The style of a line before any tone."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    def tone(self, tone: Tone) -> Style:
        """What a tone adds to the style of the line it lies on."""
        if tone is Tone.PLAIN:
            return Style.null()
        return self.own_style(f"lines--{tone}")

    def own_style(self, name: str) -> Style:
        """What a component class adds to the style of the line it lies on."""
        found = self._tones.get(name)
        if found is None:
            whole = self.get_component_rich_style(name)
            own = self.get_component_rich_style(name, partial=True)
            # Only the whole style has its colours blended with what lies below.
            found = own + Style(
                color=whole.color if own.color else None,
                bgcolor=whole.bgcolor if own.bgcolor else None,
            )
            self._tones[name] = found
        return found

    def pieces(self, found: Iterable[Piece], width: int) -> list[Segment]:
        """Segments of some pieces in a row, as far as they fit into `width` cells."""
        segments: list[Segment] = []
        for text, tone in found:
            if width <= 0:
                break
            safe = text if isinstance(text, SafeText) else drawing.fitted(text, width)
            segments += drawing.segments(safe, self.tone(tone), self.tone(Tone.TOKEN))
            width -= cell_len(safe.plain)
        return segments

    def row_strip(self, left: Sequence[Piece], right: Sequence[Piece], width: int) -> Strip:
        """One row: the right pieces whole at the right edge, the left ones in what remains."""
        ends = self.pieces(right, width)
        room = width - sum(segment.cell_length for segment in ends)
        begins = drawing.padded(self.pieces(left, room), room, Style.null())
        return Strip([*begins, *ends], width)


class Rows(Lines):
    """Lines with a cursor on one of them; all rows are one line high."""

    cursor: var[int] = var(0, init=False)
    """0-based row; always inside the rows, 0 where there are none."""

    class Moved(Message):
        """The user moved the cursor to a row."""

        def __init__(self, rows: "Rows", row: int) -> None:
            super().__init__()
            self.rows = rows
            self.row = row

        @property
        def control(self) -> "Rows":
            return self.rows

    class Chosen(Message):
        """The user chose the row under the cursor with a double click."""

        def __init__(self, rows: "Rows", row: int) -> None:
            super().__init__()
            self.rows = rows
            self.row = row

        @property
        def control(self) -> "Rows":
            return self.rows

    @property
    @abstractmethod
    def row_count(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def row(self, number: int, width: int) -> Strip:
        """One row of `width` cells, drawn without regard to the cursor."""

    def move(self, delta: int) -> None:
        """Move the cursor by some rows."""
        self.select(self.cursor + delta)

    def page(self, delta: int) -> None:
        """Move the cursor by some pages."""
        self.move(delta * max(1, self.page_height - 1))

    def home(self) -> None:
        """Move the cursor to the first row."""
        self.select(0)

    def end(self) -> None:
        """Move the cursor to the last row."""
        self.select(self.row_count - 1)

    def select(self, row: int) -> None:
        """Move the cursor as a user does, telling the parent."""
        before = self.cursor
        self.cursor = row
        if self.cursor != before:
            self.post_message(self.Moved(self, self.cursor))

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, self.row_count - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        self.refresh_lines(old)
        self.refresh_lines(new)
        self.show_cursor()

    def show_cursor(self) -> None:
        """Scroll as little as is needed to have the cursor in view."""
        if not self.is_mounted:
            return
        top, height = self.scroll_offset.y, self.page_height
        if self.cursor < top:
            self.scroll_to_row(self.cursor)
        elif height and self.cursor >= top + height:
            self.scroll_to_row(self.cursor - height + 1)

    def rows_changed(self) -> None:
        """Take over another number of rows, or other rows."""
        self.forget_strips()
        self.virtual_size = Size(0, self.row_count)
        self.cursor = self.validate_cursor(self.cursor)
        self.show_cursor()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        number = self.scroll_offset.y + y
        width = self.line_width
        if number >= self.row_count:
            return Strip.blank(width, self.ground)
        has_cursor = number == self.cursor
        key = (number, width, has_cursor, self.has_focus, self.row_state(number))
        strip = self._strips.get(key)
        if strip is None:
            strip = self._pointed(number, self.row(number, width - 1), has_cursor=has_cursor)
            self._strips[key] = strip
        return strip

    def row_state(self, number: int) -> object:
        """What a row shows beside its content, hashable: where that changes it is drawn anew."""
        del number
        return None

    def pointer(self, number: int) -> str:
        """The one cell in front of the row under the cursor."""
        del number
        return "▸" if self.has_focus else "▹"

    def _pointed(self, number: int, row: Strip, *, has_cursor: bool) -> Strip:
        pointer = self.pointer(number) if has_cursor else " "
        style = self.own_style("lines--cursor") if has_cursor else None
        segments = Segment.apply_style([Segment(pointer), *row], self.ground, style)
        return Strip(segments, row.cell_length + 1)

    def on_resize(self, _: events.Resize) -> None:
        self.show_cursor()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        row = self.scroll_offset.y + offset.y if offset is not None else self.row_count
        if row >= self.row_count:
            return
        self.select(row)
        if event.chain == DOUBLE:
            self.post_message(self.Chosen(self, row))
