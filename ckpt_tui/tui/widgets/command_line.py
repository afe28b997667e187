"""The line for commands and searches, shown while something is asked."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from ckpt_tui.tui.widgets.field import Field


class CommandLine(Horizontal):
    """A prompt (`:` or `/`) and what is typed behind it; enter gives it, esc drops it."""

    DEFAULT_CSS = """
    CommandLine { display: none; height: 1; }
    CommandLine.-asking { display: block; }
    CommandLine > Static { width: 2; }
    """

    prompt = ":"

    class Given(Message):
        """Something was typed and given, or dropped (then the text is empty)."""

        def __init__(self, prompt: str, text: str) -> None:
            super().__init__()
            self.prompt = prompt
            self.text = text

    _field: Field | None = None

    def compose(self) -> ComposeResult:
        yield Static("", markup=False)

    def ask(self, prompt: str) -> None:
        """Show the prompt and take the focus."""
        self.prompt = prompt
        self.query_one(Static).update(Content(prompt))
        self.add_class("-asking")
        if self._field is None:
            # Nobody has asked before: the styles of an input need not be there when all is opened.
            self._field = Field()
            self.mount(self._field)
        self._field.value = ""
        # At once, not with the next message: keys that follow belong to the line.
        self.screen.set_focus(self._field)

    def drop(self) -> None:
        """Hide, and tell that nothing was given."""
        self._give("")

    @property
    def is_asking(self) -> bool:
        return self.has_class("-asking")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._give(event.value)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()

    def _give(self, text: str) -> None:
        self.remove_class("-asking")
        self.post_message(self.Given(self.prompt, text))
