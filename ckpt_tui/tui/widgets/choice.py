"""A word chosen from a few, on one line."""

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var

from ckpt_tui.core.display import plain
from ckpt_tui.tui.actions import FORM_ACTIONS, bindings, chosen
from ckpt_tui.tui.widgets.kept import Kept


class Choice(Kept, can_focus=True):
    """Shows the chosen word between arrows; the arrow keys and space change it."""

    DEFAULT_CSS = """
    Choice { height: 1; width: auto; min-width: 9; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(chosen(FORM_ACTIONS, "next_word", "previous_word"))
    ]

    word: var[str] = var("")

    class Chosen(Message):
        """Another word was chosen by hand."""

        def __init__(self, choice: "Choice", word: str) -> None:
            super().__init__()
            self.choice = choice
            self.word = word

        @property
        def control(self) -> "Choice":
            return self.choice

    def __init__(self, words: tuple[str, ...], word: str) -> None:
        super().__init__()
        self.words = words
        self.set_reactive(Choice.word, word)

    def watch_word(self) -> None:
        # As wide as its widest word, whichever is chosen.
        self.refresh()

    def render(self) -> Content:
        return Content(f"‹ {plain(self.word) or '—'} ›")

    def get_content_width(self, container: Size, viewport: Size) -> int:
        del container, viewport
        # Its arrows and blanks, and one before what stands behind it.
        return max((len(word) for word in self.words), default=1) + 5

    def action_next_word(self) -> None:
        self._turn(1)

    def action_previous_word(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        place = self.words.index(self.word) if self.word in self.words else -by
        self.word = self.words[(place + by) % len(self.words)]
        self.post_message(self.Chosen(self, self.word))

    def on_click(self, event: Click) -> None:
        self._turn(-1 if event.shift else 1)
