"""Every key of a screen, and the user's pages."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.screen import ModalScreen
from textual.strip import Strip

from ckpt_tui.help import PAGES, page
from ckpt_tui.tui.actions import Action
from ckpt_tui.tui.present import Tone
from ckpt_tui.tui.widgets.lines import Piece, Rows

_KEY_COLUMN = 10
_TITLE_COLUMN = 16


class HelpLines(Rows):
    """Lines of a page, each made of toned pieces."""

    lines: var[Sequence[Sequence[Piece]]] = var[Sequence[Sequence[Piece]]](())

    @property
    def row_count(self) -> int:
        return len(self.lines)

    def watch_lines(self) -> None:
        self.rows_changed()
        self.home()

    def row(self, number: int, width: int) -> Strip:
        return self.row_strip(self.lines[number], [], width)


class HelpScreen(ModalScreen[None]):
    """The keys first, then one page after the other."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen HelpLines { width: 120; max-width: 100%; height: 100%; border: round $primary; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,q,escape", "dismiss(None)", show=False),
        Binding("j,down", "move(1)", show=False),
        Binding("k,up", "move(-1)", show=False),
        Binding("ctrl+d,pagedown,space", "page(1)", show=False),
        Binding("ctrl+u,pageup", "page(-1)", show=False),
        Binding("l,right,tab", "turn(1)", show=False),
        Binding("h,left,shift+tab", "turn(-1)", show=False),
    ]

    place: var[int] = var(0, init=False)
    """0 shows the keys, the others the pages in their order."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = actions

    def compose(self) -> ComposeResult:
        yield HelpLines()

    def on_mount(self) -> None:
        self.watch_place()
        self.query_one(HelpLines).focus()

    def watch_place(self) -> None:
        shown = self.query_one(HelpLines)
        names = list(PAGES)
        if self.place == 0:
            shown.border_title = "Keys"
            shown.lines = list(_key_lines(self._actions))
        else:
            name = names[self.place - 1]
            shown.border_title = PAGES[name]
            shown.lines = list(_page_lines(page(name)))
        shown.border_subtitle = (
            f"page {self.place + 1}/{len(names) + 1} · l next · h back · esc leaves"
        )

    def action_move(self, delta: int) -> None:
        self.query_one(HelpLines).move(delta)

    def action_page(self, delta: int) -> None:
        self.query_one(HelpLines).page(delta)

    def action_turn(self, delta: int) -> None:
        self.place = (self.place + delta) % (len(PAGES) + 1)


def _key_lines(actions: Sequence[Action]) -> Iterator[Sequence[Piece]]:
    for group in dict.fromkeys(action.group for action in actions):
        yield [(group, Tone.HEADING)]
        for action in actions:
            if action.group == group:
                yield [
                    (f"{action.shown:>{_KEY_COLUMN}}  ", Tone.ACCENT),
                    (f"{action.title:<{_TITLE_COLUMN}}", Tone.STRONG),
                    (action.help, Tone.PLAIN),
                ]


def _page_lines(text: str) -> Iterator[Sequence[Piece]]:
    """Headings and code set off; nothing else of Markdown is needed by our own pages."""
    for line in text.split("\n"):
        if line.startswith("#"):
            yield [(line.lstrip("# "), Tone.HEADING)]
        elif line.startswith("    "):
            yield [(line, Tone.ACCENT)]
        else:
            yield [(line.replace("`", "").replace("**", ""), Tone.PLAIN)]
