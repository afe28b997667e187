"""Any action or command, found by a few letters of what is said of it."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from ckpt_tui.tui.actions import Action
from ckpt_tui.tui.toned import TonedModal
from ckpt_tui.tui.widgets.field import Field
from ckpt_tui.tui.widgets.titles import Titles

_NOTHING: Final = (
    "Nothing here is called that; esc, then ? lists every key.",
    "In a shell: ckpt-tui score, lint, test, save, log, show, trace.",
)


class Palette(TonedModal[str | None]):
    """The result is the id of the chosen action, a command's with its colon, or None for esc."""

    DEFAULT_CSS = """
    Palette { align: center top; }
    Palette > Vertical {
        width: 76; max-width: 95%; height: 80%; margin: 1; padding: 0 1;
        border: round $primary; background: $surface;
    }
    Palette Field { margin-bottom: 1; }
    Palette Titles { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("escape", "dismiss(None)", show=False),
    ]

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = [action for action in actions if action.id != "palette"]
        self._found = self._actions

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Field(placeholder="What do you want to do?")
            yield Titles()

    def on_mount(self) -> None:
        self._show()

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        words = event.value.lower().split()
        found = [it for it in self._actions if _has(words, f"{_name(it)} {it.help} {it.group}")]
        # What is called so stands before what is only told in these words.
        self._found = sorted(found, key=lambda it: not _has(words, _name(it)))
        self._show()

    @on(Input.Submitted)
    def _choose(self) -> None:
        if self._found:
            self.dismiss(self._found[self.query_one(Titles).cursor].id)

    def action_move(self, delta: int) -> None:
        self.query_one(Titles).move(delta)

    def _show(self) -> None:
        listed = self.query_one(Titles)
        listed.titles = [
            (f"{action.title:<16}{action.help}", action.shown) for action in self._found
        ] or [(line, "") for line in _NOTHING]
        listed.home()


def _name(action: Action) -> str:
    return f"{action.title} {action.words}"


def _has(words: Sequence[str], text: str) -> bool:
    return all(word in text.lower() for word in words)
