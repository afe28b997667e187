"""One of a few, chosen by number or cursor."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from ckpt_tui.core.display import plain
from ckpt_tui.tui.toned import TonedModal
from ckpt_tui.tui.widgets.lines import Rows
from ckpt_tui.tui.widgets.titles import Titles


class Chooser(TonedModal[int | None]):
    """The result is the place of the chosen title, or None for esc."""

    DEFAULT_CSS = """
    Chooser { align: center middle; }
    Chooser > Vertical {
        width: 76; max-width: 95%; height: auto; max-height: 80%;
        padding: 1 2; border: round $primary; background: $surface;
    }
    Chooser Titles { height: auto; min-height: 1; max-height: 12; margin: 1 0; }
    Chooser .hint { color: $text-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", show=False),
        Binding("k,up", "move(-1)", show=False),
        Binding("enter", "choose", show=False),
        Binding("escape,q", "dismiss(None)", show=False),
    ]

    def __init__(self, question: str, titles: tuple[str, ...]) -> None:
        super().__init__()
        self._question = question
        self._titles = titles

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content(plain(self._question)), markup=False)
            yield Titles()
            yield Static(Content("enter or its number · esc leaves"), classes="hint", markup=False)

    def on_mount(self) -> None:
        listed = self.query_one(Titles)
        listed.titles = [(title, str(place)) for place, title in enumerate(self._titles, start=1)]
        listed.styles.height = len(self._titles)
        listed.focus()

    def action_move(self, delta: int) -> None:
        self.query_one(Titles).move(delta)

    def action_choose(self) -> None:
        self.dismiss(self.query_one(Titles).cursor)

    def on_key(self, event: Key) -> None:
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._titles):
            event.stop()
            self.dismiss(int(event.key) - 1)

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        self.dismiss(event.row)
