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

    def __init__(self) -> None:
        super().__init__()
        self._shown_prompt = Static("", markup=False)
        self._field = Field()

    def compose(self) -> ComposeResult:
        yield self._shown_prompt
        yield self._field

    def ask(self, prompt: str, text: str = "") -> None:
        """Show the prompt and what is typed already, and take the focus."""
        self.prompt = prompt
        self._shown_prompt.update(Content(prompt))
        self.add_class("-asking")
        self._field.value = text
        self._field.cursor_position = len(text)
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
