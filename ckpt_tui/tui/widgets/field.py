"""A text field on one line, whose cursor stands still."""

from textual.reactive import reactive
from textual.widgets import Input


class Field(Input):
    """Textual's Input without border and without the timer that redraws a blinking cursor."""

    DEFAULT_CSS = """
    Field { height: 1; border: none; padding: 0; width: 1fr; }
    """

    cursor_blink = reactive(default=False, init=False)

    def __init__(self, value: str = "", *, placeholder: str = "") -> None:
        super().__init__(value, placeholder=placeholder, select_on_focus=False, compact=True)
