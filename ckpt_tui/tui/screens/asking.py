"""A question answered with one key."""

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from ckpt_tui.core.display import plain


class Ask(ModalScreen[str | None]):
    """Shows a question; the result is the key, or None for esc."""

    DEFAULT_CSS = """
    Ask { align: center middle; }
    Ask > Static {
        width: auto; max-width: 90%; max-height: 90%; height: auto;
        padding: 1 2; border: round $primary; background: $surface; overflow-y: auto;
    }
    """

    def __init__(self, question: str, keys: tuple[str, ...]) -> None:
        super().__init__()
        self._question = question
        self._keys = keys

    def compose(self) -> ComposeResult:
        yield Static(Content(plain(self._question, lines=True)), markup=False)

    def on_key(self, event: Key) -> None:
        event.stop()
        if event.key == "escape":
            self.dismiss(None)
        elif event.key in self._keys:
            self.dismiss(event.key)
