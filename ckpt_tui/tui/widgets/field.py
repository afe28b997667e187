"""A text field on one line, whose cursor stands still."""

from typing import Self

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
