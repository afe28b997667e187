"""A question answered with one key."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from ckpt_tui.core.display import plain


class Ask(ModalScreen[str | None]):
    """Shows a question above its choices; the result is the key, or None for esc.

    `keys` are the keys that answer. The choices stay in view however long the question is.
    """

    DEFAULT_CSS = """
    Ask { align: center middle; }
    Ask > VerticalScroll {
        width: auto; min-width: 52; max-width: 95%; height: auto; max-height: 95%;
        padding: 0 1; border: round $primary; background: $surface;
    }
    Ask Static { width: auto; max-width: 100%; }
    Ask .choices { dock: bottom; min-width: 100%; background: $surface; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "scroll(1)", show=False),
        Binding("k,up", "scroll(-1)", show=False),
        Binding("G,end", "scroll(10_000)", show=False),
        Binding("escape", "dismiss(None)", show=False),
    ]

    def __init__(self, question: str, choices: str, keys: tuple[str, ...]) -> None:
        super().__init__()
        self._question = question
        self._choices = choices
        self._keys = keys

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(Content(plain(self._question, lines=True)), markup=False)
            yield Static(Content(self._choices), classes="choices", markup=False)

    def on_key(self, event: Key) -> None:
        if event.key in self._keys:
            event.stop()
            self.dismiss(event.key)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
