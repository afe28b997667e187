"""The question whether commands may be run, with every word and script that would be."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ckpt_tui.core.display import plain
from ckpt_tui.tui.toned import TonedModal
from ckpt_tui.tui.widgets.folded_text import FoldedText


class Agree(TonedModal[bool]):
    """The result is whether the user agreed; every key but `y` is no agreement.

    `commands` is what would be run, as raw text.
    """

    DEFAULT_CSS = """
    Agree { align: center middle; }
    Agree > Vertical {
        width: 100; max-width: 95%; height: 90%;
        padding: 1 2; border: round $warning; background: $surface;
    }
    Agree FoldedText { height: 1fr; margin: 1 0; }
    Agree .hint { color: $text-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", show=False),
        Binding("n,escape,q", "dismiss(False)", show=False),
        Binding("j,down", "scroll(1)", show=False),
        Binding("k,up", "scroll(-1)", show=False),
        Binding("ctrl+d,pagedown,space", "scroll(10)", show=False),
        Binding("ctrl+u,pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, commands: str, confinement: str) -> None:
        super().__init__()
        self._commands = commands
        self._confinement = confinement

    def compose(self) -> ComposeResult:
        question = f"Run this over a copy of each run's final files, in {self._confinement}?"
        with Vertical():
            yield Static(Content(plain(question)), markup=False)
            yield FoldedText(self._commands)
            hint = "y runs it, and remembers that on this machine · j k scroll · esc runs nothing"
            yield Static(Content(hint), classes="hint", markup=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(FoldedText).move(lines)
