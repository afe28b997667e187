"""A scroll bar that is drawn with the lines beside it: a widget of its own would cut every line."""

from functools import lru_cache
from typing import Final, NamedTuple, Self

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size, Spacing
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBarRender
from textual.widget import Widget

BAR_WIDTH: Final = 2
"""Cells, as many as of Textual's own."""

_PARTS: Final = len(ScrollBarRender.VERTICAL_BARS)
"""In how many places of a cell the thumb can begin."""


class View(NamedTuple):
    """`height` of `whole` lines, from line `top` on."""

    height: int
    whole: int
    top: int

    @property
    def is_part(self) -> bool:
        """Whether there is anything to scroll."""
        return 0 < self.height < self.whole

    def dragged(self, cells: int) -> int:
        """The first line in view once the thumb was moved by some cells."""
        return self.top + cells * self.whole // self.height


class BarView(ScrollView):
    """Scrolls up and down beside a bar that comes and goes without a new layout."""

    DEFAULT_CSS = """
    BarView { overflow: hidden; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 (Textual's word)
        super().__init__(id=id, classes=classes)
        self._bar_colors: Style | None = None
        self._grabbed: tuple[int, View] | None = None
        self._border: Spacing | None = None

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._bar_colors = self._border = None

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        if layout:
            self._border = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    @property
    def allow_vertical_scroll(self) -> bool:
        return True

    @property
    def inner_size(self) -> Size:
        """Cells within the border."""
        return self.outer_size - Size(*self._gutter.totals)

    @property
    def _gutter(self) -> Spacing:
        if self._border is None:
            self._border = self.styles.gutter
        return self._border

    @property
    def page_height(self) -> int:
        """Lines in view."""
        return self.inner_size.height

    @property
    def view(self) -> View:
        """Which of all lines are in view."""
        return View(self.page_height, self.virtual_size.height, self.scroll_offset.y)

    @property
    def bar_width(self) -> int:
        """Cells that are kept for the bar."""
        return BAR_WIDTH if self.view.is_part else 0

    def bar(self, ground: Style) -> tuple[Segment, ...]:
        """The cell of the bar on each line of the view; empty where there is nothing to scroll."""
        view = self.view
        if not view.is_part or not self.bar_width:
            return ()
        if self._bar_colors is None:
            self._bar_colors = self._thumb_on_bar()
        return _bar(view, self._bar_colors, ground)

    def _thumb_on_bar(self) -> Style:
        styles, below = self.styles, self.background_colors[0]
        back, thumb = styles.scrollbar_background, styles.scrollbar_color
        if self._grabbed is not None:
            back, thumb = styles.scrollbar_background_active, styles.scrollbar_color_active
        back = below + back
        return Style(color=(back + thumb).rich_color, bgcolor=back.rich_color)

    def take_height(self, rows: int) -> None:
        """Have another number of lines, in a widget whose size does not hang on it.

        Textual would lay out the whole screen anew for it, though only the bar changes.
        """
        if rows != self.virtual_size.height:
            self.set_reactive(Widget.virtual_size, Size(0, rows))  # pyright: ignore[reportArgumentType] (a reactive on the class)
            self.scroll_to_row(self.scroll_offset.y)

    def scroll_to_row(self, row: int) -> None:
        """Have a row at the top, as far as there are rows below it."""
        top = max(0, min(row, self.virtual_size.height - self.page_height))
        if (self.scroll_y, self.scroll_target_y) != (top, top):
            self.scroll_y = self.scroll_target_y = top

    def refresh_view(self, y: int = 0, height: int | None = None) -> None:
        """Paint some lines of the view, all of them unless told which.

        They are painted with the border beside them: Textual cuts each line that is not.
        """
        rows = self.page_height if height is None else height
        self.refresh(Region(-self._gutter.left, y, self.outer_size.width, rows))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        if round(old_value) != round(new_value):
            self.refresh_view()

    # The mouse on the bar: its cells carry the names of these actions.

    def action_scroll_up(self) -> None:
        """Scroll up by a page: the bar was clicked above its thumb."""
        self.scroll_to_row(self.scroll_offset.y - self.page_height)

    def action_scroll_down(self) -> None:
        """Scroll down by a page: the bar was clicked below its thumb."""
        self.scroll_to_row(self.scroll_offset.y + self.page_height)

    def action_grab(self) -> None:
        """Have the thumb follow the mouse until its button is up."""
        self.capture_mouse()

    def on_mouse_capture(self, event: events.MouseCapture) -> None:
        self._hold((event.mouse_position.y, self.view))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._grabbed is not None:
            start, view = self._grabbed
            self.scroll_to_row(view.dragged(event.screen_y - start))

    def on_mouse_up(self) -> None:
        if self._grabbed is not None:
            self.release_mouse()

    def on_mouse_release(self) -> None:
        self._hold(None)

    def _hold(self, grabbed: tuple[int, View] | None) -> None:
        self._grabbed = grabbed
        self._bar_colors = None
        self.refresh_view()


def _bar(view: View, colors: Style, ground: Style) -> tuple[Segment, ...]:
    rest = view.height - max(1, view.height * view.height / view.whole)
    place = int(rest * view.top / (view.whole - view.height) * _PARTS)
    # In a long list most steps move no thumb: the middle of all that look alike stands for them.
    alike = (place + 1 / 2) / _PARTS / rest * (view.whole - view.height) if rest else 0
    return _cells(view._replace(top=0), alike, colors, ground)


@lru_cache(256)
def _cells(view: View, top: float, colors: Style, ground: Style) -> tuple[Segment, ...]:
    if colors.color is None or colors.bgcolor is None:
        return ()
    drawn = ScrollBarRender.render_bar(
        size=view.height,
        virtual_size=view.whole,
        window_size=view.height,
        position=top,
        thickness=BAR_WIDTH,
        back_color=colors.bgcolor,
        bar_color=colors.color,
    )
    on_ground = {
        cell: Segment(cell.text, ground + cell.style if cell.style else ground)
        for cell in set(drawn.segments)
    }
    return tuple(on_ground[cell] for cell in drawn.segments)
