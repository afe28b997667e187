"""A text field on one line, whose cursor stands still."""

from typing import Self

from textual.events import Paste
from textual.geometry import Region
from textual.reactive import reactive
from textual.widgets import Input

from ckpt_tui.tui.widgets.kept import Kept


class Field(Input, Kept):  # pyright: ignore[reportIncompatibleMethodOverride] (Textual's own, between its two bases)
    """Textual's Input without border and without the timer that redraws a blinking cursor."""

    DEFAULT_CSS = """
    Field { height: 1; border: none; padding: 0; width: 1fr; }
    """

    cursor_blink = reactive(default=False, init=False)

    def __init__(self, value: str = "", *, placeholder: str = "") -> None:
        super().__init__(value, placeholder=placeholder, select_on_focus=False, compact=True)

    def on_focus(self) -> None:
        self._show_at(self._cursor_offset)

    def on_blur(self) -> None:
        self._show_at(0)

    def on_resize(self) -> None:
        self._show_at(self._cursor_offset if self.has_focus else 0)

    def _on_paste(self, event: Paste) -> None:
        # Textual's own takes the first line and drops the others.
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.splitlines()), *self.selection)

    def take(self, text: str, *, cursor: int | None = None) -> None:
        """Have a text without echoing it as typed, with the cursor there or behind it."""
        with self.prevent(Input.Changed):
            self.value = text
            self.cursor_position = len(text) if cursor is None else cursor
        self.on_resize()

    def _show_at(self, column: int) -> None:
        """Scroll to a column: what is only read begins at its beginning."""
        self.scroll_to_region(Region(column, 0, 1, 1), force=True, animate=False)

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Paint anew; it lies where its row has it, whatever is typed."""
        del layout
        return super().refresh(*regions, repaint=repaint, recompose=recompose)
