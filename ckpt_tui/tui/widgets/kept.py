"""Widgets whose lines are taken as they are until they change."""

from typing import Self

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static


class Kept(Widget):
    """Draws its lines after a refresh only.

    Textual asks every widget on screen for all of its lines in each frame, whatever changed, and
    looks at each line again.
    """

    _kept: tuple[Region, list[Strip]] | None = None

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        self._kept = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        self._kept = None
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        if self._kept is None or self._kept[0] != crop:
            self._kept = crop, self.drawn(crop)
        return self._kept[1]

    def drawn(self, crop: Region) -> list[Strip]:
        """The lines of a region."""
        return super().render_lines(crop)


class KeptText(Static, Kept):
    """A line of text of one style."""

    def write(self, text: Content) -> None:
        """Take other text of the same height."""
        if text != self.content:
            self.update(text, layout=False)


class KeptRow(Horizontal, Kept):
    """Widgets side by side."""


class KeptScroll(VerticalScroll, Kept, inherit_bindings=False):
    """Widgets one above the other, more than fit; keys belong to what stands around it."""


class Filled(Widget):
    """A container whose children leave none of it to be seen: none of it is drawn."""

    DEFAULT_CSS = """
    Filled { width: 1fr; height: 1fr; }
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        del crop
        return []
