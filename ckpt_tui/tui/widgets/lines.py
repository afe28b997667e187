"""What the line-API widgets share: tones by theme, a cursor over rows, strips kept while valid."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from ckpt_tui.core.display import SafeText, plain
from ckpt_tui.tui import text as drawing
from ckpt_tui.tui.present import POINTER, POINTER_AWAY, Piece, Tone
from ckpt_tui.tui.recent import Recent
from ckpt_tui.tui.toned import CURSOR, FOCUSED_CURSOR
from ckpt_tui.tui.widgets.frame import Frame
from ckpt_tui.tui.widgets.kept import Kept
from ckpt_tui.tui.widgets.side_bar import BarView

# Enough rows for the tallest terminal and one page either way.
STRIPS_KEPT: Final = 1024

DOUBLE: Final = 2


class Lines(BarView, Kept, can_focus=True, inherit_bindings=False):  # pyright: ignore[reportIncompatibleMethodOverride] (Textual's own, between its two bases)
    """A scroll view that draws line by line, in the tones of a screen of `tui.toned`."""

    DEFAULT_CSS = "Lines { background: $surface; color: $foreground; }"

    hint: var[str] = var("", init=False)
    """What is said in place of lines while there are none, a paragraph a line."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 (Textual's word)
        super().__init__(id=id, classes=classes)
        self._strips: Recent[Hashable, Strip] = Recent(STRIPS_KEPT)
        self._segments: Recent[Hashable, Sequence[Segment]] = Recent(STRIPS_KEPT)
        self._tones: dict[Tone, Style] = {}
        self._ground: Style | None = None
        self._cursors: dict[bool, Style] = {}
        self._frame: Frame | None = None

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._forget()
        self._tones.clear()
        self._cursors.clear()
        self._ground = self._frame = None

    def watch_hint(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Draw every line anew; the frame around them stays."""
        self._forget()
        self.refresh_view()

    def _forget(self) -> None:
        self._strips.clear()
        self._segments.clear()

    @abstractmethod
    def line_keys(self, height: int) -> Iterable[Hashable]:
        """What the look of each line of the view hangs on, beside size and styles."""

    @abstractmethod
    def line(self, y: int, width: int) -> Sequence[Segment]:
        """Line `y` of the view, as far as there is something on it, `width` cells at most."""

    def render_line(self, y: int) -> Strip:
        width = self.line_width
        return Strip(drawing.padded(self._said(y, width), width, self.ground), width)

    def _said(self, y: int, width: int) -> Sequence[Segment]:
        if not self.hint:
            return self.line(y, width)
        paragraphs = plain(self.hint, lines=True).split("\n")
        lines = [line for text in paragraphs for line in wrap(text, max(1, width - 2)) or [""]]
        return self.pieces([(" ", Tone.PLAIN), ("".join(lines[y : y + 1]), Tone.MUTED)], width)

    def drawn(self, crop: Region) -> list[Strip]:
        """The lines of a region, border and filters included, each drawn when it is another."""
        frame = self._framed()
        height = self.outer_size.height - len(frame.above) - len(frame.below)
        hint = [(self.hint, y) for y in range(height)] if self.hint else None
        keys, bar = hint or self.line_keys(height), self.bar(self.ground)
        lines = [
            self._strip(y, key, cell, frame) for y, (key, cell) in enumerate(zip_longest(keys, bar))
        ]
        strips = [*frame.above, *lines, *frame.below][crop.y : crop.bottom]
        if crop.column_span == (0, frame.size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def _strip(self, y: int, key: Hashable, bar: Segment | None, frame: Frame) -> Strip:
        strip = self._strips.get((key, bar))
        if strip is None:
            segments = self._segments.get(key)
            if segments is None:
                segments = self._segments[key] = self._said(y, frame.line)
            strip = self._strips[key, bar] = frame.around(segments, bar)
        return strip

    def _framed(self) -> Frame:
        frame, size, width = self._frame, self.outer_size, self.line_width
        is_fitting = frame is not None and (frame.size, frame.line) == (size, width)
        if frame and is_fitting and not (frame.above and self._styles_cache.is_dirty(0)):
            return frame
        fresh = self._frame = Frame.of(self, width, self.ground, super().drawn)
        if frame is None or not fresh.is_alike(frame):
            self._forget()
        return fresh

    @property
    def line_width(self) -> int:
        """Cells of one line, the scroll bar not counted."""
        return self.inner_size.width - self.bar_width

    @property
    def ground(self) -> Style:
        """The style of a line before any tone."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    def tone(self, tone: Tone) -> Style:
        """The style of text of a tone."""
        found = self._tones.get(tone)
        if found is None:
            own = Style.null() if tone is Tone.PLAIN else self.own_style(f"lines--{tone}")
            found = self._tones[tone] = self.ground + own
        return found

    def own_style(self, name: str) -> Style:
        """What a component class adds to the style of what it lies on."""
        whole = self.screen.get_component_rich_style(name)
        own = self.screen.get_component_rich_style(name, partial=True)
        # Only the whole style has its text blended with what lies below, and that is the screen's.
        background = self.screen.get_component_styles(name).background
        below = self.background_colors[1]
        return own + Style(
            color=whole.color if own.color else None,
            bgcolor=(below + background).rich_color if own.bgcolor else None,
        )

    @property
    def pointed(self) -> Style:
        """What the cursor adds to the style of what it lies on."""
        found = self._cursors.get(self.has_focus)
        if found is None:
            name = FOCUSED_CURSOR if self.has_focus else CURSOR
            found = self._cursors[self.has_focus] = self.own_style(name)
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

    def ended(self, left: Sequence[Piece], right: Sequence[Piece], width: int) -> Sequence[Segment]:
        """One row: the right pieces whole at the right edge, the left ones in what remains."""
        ends = self.pieces(right, width)
        room = width - sum(segment.cell_length for segment in ends)
        return [*drawing.padded(self.pieces(left, room), room, self.ground), *ends]


class Rows(Lines):
    """Lines with a cursor on one of them; all rows are one line high."""

    cursor: var[int] = var(0, init=False)
    """0-based row; always inside the rows, 0 where there are none."""

    class Moved(Message):
        """The user clicked on another row."""

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
    def row(self, number: int, width: int) -> Sequence[Segment]:
        """One row of `width` cells, drawn without regard to the cursor."""

    # Whoever moves the cursor knows of it; only what the mouse does is told.

    def move(self, delta: int) -> None:
        """Move the cursor by some rows."""
        self.cursor += delta

    def page(self, delta: int) -> None:
        """Move the cursor by some pages."""
        self.move(delta * max(1, self.page_height - 1))

    def home(self) -> None:
        """Move the cursor to the first row."""
        self.cursor = 0

    def end(self) -> None:
        """Move the cursor to the last row."""
        self.cursor = self.row_count - 1

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, self.row_count - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        top = self.scroll_offset.y
        self.show_cursor()
        if self.scroll_offset.y == top:
            self.refresh_row(old)
            self.refresh_row(new)

    def refresh_row(self, number: int) -> None:
        """Paint a row anew, where it is in view."""
        self.refresh_view(number - self.scroll_offset.y, 1)

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
        self.take_height(self.row_count)
        self.cursor = self.validate_cursor(self.cursor)
        self.show_cursor()
        self.redraw()

    def line_keys(self, height: int) -> Iterable[Hashable]:
        top, cursor, has_focus = self.scroll_offset.y, self.cursor, self.has_focus
        last = min(self.row_count, top + height)
        for number in range(top, last):
            yield number, number == cursor, has_focus, self.row_state(number)
        yield from [None] * (top + height - last)

    def line(self, y: int, width: int) -> Sequence[Segment]:
        number = self.scroll_offset.y + y
        if number >= self.row_count:
            return ()
        row = self._row(number, width - 1)
        if number != self.cursor:
            return [Segment(" ", self.ground), *row]
        pointed = [Segment(self.pointer(number), self.ground), *row]
        return list(Segment.apply_style(pointed, post_style=self.pointed))

    def _row(self, number: int, width: int) -> Sequence[Segment]:
        # Kept apart from the cursor, which comes and goes over it.
        key = number, width, self.row_state(number)
        row = self._segments.get(key)
        if row is None:
            row = self._segments[key] = self.row(number, width)
        return row

    def row_state(self, number: int) -> object:
        """What a row shows beside its content, hashable: where that changes it is drawn anew."""
        del number
        return None

    def pointer(self, number: int) -> str:
        """The one cell in front of the row under the cursor."""
        del number
        return (POINTER if self.has_focus else POINTER_AWAY).glyph

    def on_resize(self, _: events.Resize) -> None:
        self.show_cursor()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or offset.x >= self.line_width:
            return
        row = self.scroll_offset.y + offset.y
        if row >= self.row_count:
            return
        if row != self.cursor:
            self.cursor = row
            self.post_message(self.Moved(self, row))
        if event.chain == DOUBLE:
            self.post_message(self.Chosen(self, row))
