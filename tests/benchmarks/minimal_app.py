"""The smallest Textual app: what the toolkit itself costs."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

SHOWN = "hello"


class Minimal(App[None]):
    """One line of text, changed by a key."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("l", "change", "change")]
    presses = 0

    def compose(self) -> ComposeResult:
        yield Static(SHOWN, markup=False)

    def action_change(self) -> None:
        self.presses += 1
        self.query_one(Static).update(f"{SHOWN} {self.presses}", layout=False)


if __name__ == "__main__":
    Minimal().run()
