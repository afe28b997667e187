"""Every key of a screen, and the user's pages."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.reactive import var

from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.fields import fields_of
from ckpt_tui.help import PAGES, page
from ckpt_tui.tui.actions import Action
from ckpt_tui.tui.help_page import Line, folded, page_lines
from ckpt_tui.tui.legend import LEGEND
from ckpt_tui.tui.present import Tone
from ckpt_tui.tui.toned import TonedModal
from ckpt_tui.tui.widgets.lines import Rows
from ckpt_tui.tui.widgets.side_bar import BAR_WIDTH

_KEY_COLUMN = 10
_TITLE_COLUMN = 16


class HelpLines(Rows):
    """Lines of a page, each made of toned pieces; the last piece of a line is wrapped."""

    lines: var[Sequence[Line]] = var[Sequence[Line]](())

    _wrapped: Sequence[Line] = ()

    @property
    def bar_width(self) -> int:
        """Always the same: another width would wrap the lines anew."""
        return BAR_WIDTH

    @property
    def row_count(self) -> int:
        return len(self._wrapped)

    def watch_lines(self) -> None:
        self._wrap()
        self.home()

    def on_resize(self, _: Resize) -> None:
        self._wrap()

    def _wrap(self) -> None:
        width = max(20, self.line_width - 2)
        self._wrapped = [part for line in self.lines for part in folded(line, width)]
        self.rows_changed()

    def row(self, number: int, width: int) -> Sequence[Segment]:
        return self.ended(self._wrapped[number], [], width)


class HelpScreen(TonedModal[None]):
    """The keys first, the glyphs, the kinds of check, then one page after the other."""

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
        Binding("g,home", "end(False)", show=False),
        Binding("G,end", "end(True)", show=False),
        Binding("l,right,tab", "turn(1)", show=False),
        Binding("h,left,shift+tab", "turn(-1)", show=False),
    ]

    place: var[int] = var(0, init=False)
    """Which page is shown."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._pages: list[tuple[str, Callable[[], Iterator[Line]]]] = [
            ("Keys", partial(_key_lines, actions)),
            ("Glyphs", _glyph_lines),
            ("Kinds of check", _kind_lines),
            *((title, partial(_page, name)) for name, title in PAGES.items()),
        ]

    def compose(self) -> ComposeResult:
        yield HelpLines()

    def on_mount(self) -> None:
        self.watch_place()
        self.query_one(HelpLines).focus()

    def watch_place(self) -> None:
        shown = self.query_one(HelpLines)
        title, lines = self._pages[self.place]
        shown.border_title = title
        shown.lines = list(lines())
        where = f"page {self.place + 1}/{len(self._pages)}"
        shown.border_subtitle = f"{where} · l next · h back · esc leaves"

    def action_move(self, delta: int) -> None:
        self.query_one(HelpLines).move(delta)

    def action_page(self, delta: int) -> None:
        self.query_one(HelpLines).page(delta)

    def action_end(self, is_last: bool) -> None:  # noqa: FBT001 (written in a binding)
        shown = self.query_one(HelpLines)
        shown.end() if is_last else shown.home()

    def action_turn(self, delta: int) -> None:
        self.place = (self.place + delta) % len(self._pages)


def _page(name: str) -> Iterator[Line]:
    return page_lines(page(name))


def _key_lines(actions: Sequence[Action]) -> Iterator[Line]:
    for group in dict.fromkeys(action.group for action in actions):
        yield [(group, Tone.HEADING)]
        for action in actions:
            if action.group == group:
                yield [
                    (f"{action.shown:>{_KEY_COLUMN}}  ", Tone.ACCENT),
                    (f"{action.title:<{_TITLE_COLUMN}}", Tone.STRONG),
                    (action.help, Tone.PLAIN),
                ]


def _glyph_lines() -> Iterator[Line]:
    for heading, told in LEGEND:
        yield [(heading, Tone.HEADING)]
        for look, meaning in told:
            yield [
                (f"{'':4}{look.glyph}  ", look.tone),
                (f"{look.word:<{_TITLE_COLUMN}}", Tone.STRONG),
                (meaning, Tone.PLAIN),
            ]


def _kind_lines() -> Iterator[Line]:
    for kind in KINDS.values():
        yield [(f"{kind.kind}  ", Tone.HEADING), (kind.summary, Tone.PLAIN)]
        for spec in fields_of(kind):
            yield [(f"{'':4}{spec.key:<{_TITLE_COLUMN}}", Tone.ACCENT), (spec.help, Tone.PLAIN)]
