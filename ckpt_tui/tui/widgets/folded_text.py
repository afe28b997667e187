"""Text of any length, folded to the width of its view; what is not looked at costs nothing."""

from collections.abc import Hashable, Iterable, Sequence

from rich.segment import Segment
from textual import events

from ckpt_tui.tui import text as drawing
from ckpt_tui.tui.folding import Fold, line_blocks
from ckpt_tui.tui.present import Tone
from ckpt_tui.tui.widgets.lines import Lines
from ckpt_tui.tui.widgets.side_bar import BAR_WIDTH


class FoldedText(Lines):
    """Raw text, shown line by line; what would steer a terminal is a token."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self._blocks = line_blocks(text)
        self._fold = Fold(text, self._blocks, 1)
        self._width = 0

    @property
    def bar_width(self) -> int:
        """Always the same: another width would fold the text anew."""
        return BAR_WIDTH

    def move(self, delta: int) -> None:
        """Scroll by some lines."""
        self.scroll_to_row(self.scroll_offset.y + delta)

    def on_resize(self, _: events.Resize) -> None:
        self._width = self.line_width
        self._fold = Fold(self._text, self._blocks, self._width)
        self._settle(self.scroll_offset.y)
        self.redraw()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._settle(round(new_value))

    def _settle(self, top: int) -> None:
        """Make the lines in view exact."""
        while self._fold.settle(top, top + self.page_height):
            pass
        self.take_height(len(self._fold))

    def line_keys(self, height: int) -> Iterable[Hashable]:
        top = self.scroll_offset.y
        last = min(len(self._fold), top + height) if self._width == self.line_width else top
        for row in self._fold.rows(top, last):
            yield row.text
        yield from [None] * (top + height - last)

    def line(self, y: int, width: int) -> Sequence[Segment]:
        row = self.scroll_offset.y + y
        if self._width != width or row >= len(self._fold):
            return ()
        return drawing.segments(self._fold.row(row).text, self.ground, self.tone(Tone.TOKEN))
