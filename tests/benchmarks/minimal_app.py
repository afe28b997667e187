"""The smallest Textual app: what the toolkit itself costs."""

from textual.app import App, ComposeResult
from textual.widgets import Static

SHOWN = "hello"


class Minimal(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        yield Static(SHOWN, markup=False)


if __name__ == "__main__":
    Minimal().run()
