"""What Textual draws around the lines of a widget: taken from it once, and kept."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from ckpt_tui.tui.text import padded


class Frame(Struct, frozen=True, kw_only=True, eq=False):
    """Border, title and line filters of a widget of one size.

    Attributes:
        size: of the whole widget.
        line: cells of one line of content, the scroll bar not counted.
        above: the widget's lines over the content, drawn.
        below: its lines under the content, drawn.
        left: what stands left of every line of content.
        gap: what stands right of it where no scroll bar does.
        right: what stands right of both.
        ground: the style of cells that hold nothing.
        filters: what every line goes through.
        background: what a filter is told of the ground.
    """

    size: Size
    line: int
    above: Sequence[Strip]
    below: Sequence[Strip]
    left: Sequence[Segment]
    gap: Sequence[Segment]
    right: Sequence[Segment]
    ground: Style
    filters: Sequence[LineFilter]
    background: Color

    @classmethod
    def of(
        cls, widget: Widget, line: int, ground: Style, draw: Callable[[Region], list[Strip]]
    ) -> "Frame":
        """The frame of a widget; `draw` is Textual's own way to its lines."""
        (width, height), gutter = widget.outer_size, widget.styles.gutter
        sides = draw(Region(0, min(gutter.top, height - 1), width, 1))[0]
        return cls(
            size=widget.outer_size,
            line=line,
            above=draw(Region(0, 0, width, gutter.top)),
            below=draw(Region(0, height - gutter.bottom, width, gutter.bottom)),
            left=list(sides.crop(0, gutter.left)),
            gap=list(sides.crop(gutter.left + line, width - gutter.right)),
            right=list(sides.crop(width - gutter.right, width)),
            ground=ground,
            filters=widget.get_line_filters(),
            background=widget.background_colors[1],
        )

    def is_alike(self, other: "Frame") -> bool:
        """Whether a line of content looks the same in both."""
        sides = (self.size, self.line, self.left, self.gap, self.right)
        return sides == (other.size, other.line, other.left, other.gap, other.right)

    def around(self, line: Sequence[Segment], bar: Segment | None) -> Strip:
        """A line of content as it reaches the screen, with its cell of the scroll bar."""
        content = padded(line, self.line, self.ground)
        beside = self.gap if bar is None else (bar,)
        segments = [*self.left, *content, *beside, *self.right]
        for line_filter in self.filters:
            segments = line_filter.apply(segments, self.background)
        return Strip(segments, self.size.width)
