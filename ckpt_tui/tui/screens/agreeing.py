"""The question whether commands may be run, with every word and script that would be."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ckpt_tui.core.command_files import TASK
from ckpt_tui.core.display import plain
from ckpt_tui.core.toml_value import inline
from ckpt_tui.services.commands import Request

_LINES: Final = 200
_WIDTH: Final = 500


class Agree(ModalScreen[bool]):
    """The result is whether the user agreed; every key but `y` is no agreement."""

    DEFAULT_CSS = """
    Agree { align: center middle; }
    Agree > Vertical {
        width: 100; max-width: 95%; height: auto; max-height: 90%;
        padding: 1 2; border: round $warning; background: $surface;
    }
    Agree VerticalScroll { height: auto; max-height: 100%; margin: 1 0; }
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

    def __init__(self, requests: Sequence[Request], confinement: str) -> None:
        super().__init__()
        self._requests = requests
        self._confinement = confinement

    def compose(self) -> ComposeResult:
        question = f"Run this over a copy of each run's final files, in {self._confinement}?"
        with Vertical():
            yield Static(Content(plain(question)), markup=False)
            with VerticalScroll():
                shown = "\n".join(described(self._requests))
                yield Static(Content(plain(shown, lines=True)), markup=False)
            hint = "y runs it, and remembers that on this machine · j k scroll · esc runs nothing"
            yield Static(Content(hint), classes="hint", markup=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def described(requests: Sequence[Request]) -> Iterator[str]:
    """Every command once, with the files that it names."""
    by_argv: dict[tuple[str, ...], list[Request]] = {}
    for request in requests:
        by_argv.setdefault(request.order.argv, []).append(request)
    for argv, alike in by_argv.items():
        yield inline(list(argv))
        yield f"  over {len(alike)} {'run' if len(alike) == 1 else 'runs'}"
        scripts = {script: request for request in alike for script in request.scripts}
        for (path, digest), request in scripts.items():
            yield f"  {path}, sha256 {digest[:16]}:"
            yield from _script(request, path)
        yield ""


def _script(request: Request, path: str) -> Iterator[str]:
    own = dict(request.order.files).get(path.removeprefix(f"{TASK}/"))
    content = request.order.environment.read(path) if own is None else own
    lines = (content or b"").decode("utf-8", "replace").split("\n")
    for line in lines[:_LINES]:
        yield f"  │ {line if len(line) <= _WIDTH else f'{line[:_WIDTH]}… {len(line):,} characters'}"
    if len(lines) > _LINES:
        yield f"  │ … {len(lines) - _LINES:,} more lines"
