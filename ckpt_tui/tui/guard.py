"""The last line of defence: what reaches the terminal steers nothing, whichever widget drew it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.color import Color
from textual.dom import DOMNode
from textual.events import Event
from textual.filter import ANSIToTruecolor, LineFilter
from textual.notifications import SeverityLevel

from ckpt_tui.core.display import plain

Result = TypeVar("Result")

# What Textual's own scroll bars ask for; nothing else may come from the meta data of a style.
SCROLL_BAR_ACTIONS: Final = frozenset({"grab", "scroll_up", "scroll_down"})


class Backstop(LineFilter):
    """Rewrites whatever still steers or hides, and drops links and click actions.

    Widgets are given sanitised text only, so this finds nothing to do unless one was forgotten.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        del background
        for text, style, _ in segments:
            is_shown_as_is = text.isprintable() if text.isascii() else _is_plain(text)
            if not is_shown_as_is or (style is not None and not _is_tame_style(style)):
                break
        else:
            return segments
        tamed = [Segment(plain(text), _tamed(style)) for text, style, _ in segments]
        return _narrowed(tamed, _width(tamed) - _width(segments))


class SafeApp(App[Result]):
    """An app that shows text of strangers: no markup, no links, no actions from styles."""

    # A palette draws its titles as markup; a subclass turns it on once every title is a literal.
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self._backstop = Backstop()

    def get_line_filters(self) -> Sequence[LineFilter]:
        # No colour here is one of the terminal's sixteen; looking for them copies every line.
        found = super().get_line_filters()
        return [*(each for each in found if not isinstance(each, ANSIToTruecolor)), self._backstop]

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a notification; `markup` is never used."""
        del markup
        super().notify(
            plain(message, lines=True),
            title=plain(title),
            severity=severity,
            timeout=timeout,
            markup=False,
        )

    def copy_to_clipboard(self, text: str) -> None:
        """Copy what the screen shows of a text, never its hidden or steering characters."""
        super().copy_to_clipboard(plain(text, lines=True))

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: every address on screen may come from a recording."""
        del url, new_tab

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Write nothing: the file name would be open to whoever can name an action."""
        del filename, path

    async def action_simulate_key(self, key: str) -> None:
        """Press nothing: a key can do everything."""
        del key

    async def _broker_event(
        self, event_name: str, event: Event, default_namespace: DOMNode
    ) -> bool:
        style = getattr(event, "style", None)
        if isinstance(style, Style) and not _has_only_tame_actions(style):
            return False
        return await super()._broker_event(event_name, event, default_namespace)

    def _print_error_renderables(self) -> None:
        self._exit_renderables[:] = [_SafeRenderable(shown) for shown in self._exit_renderables]
        super()._print_error_renderables()


class _SafeRenderable:
    """What is printed after the app has left the screen, without markup or control codes."""

    def __init__(self, renderable: RenderableType) -> None:
        self._renderable = Text(renderable) if isinstance(renderable, str) else renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self._renderable, options):
            if not control:
                yield Segment(plain(text, lines=True), _tamed(style))


# Borders and glyphs come again and again.
@lru_cache(1024)
def _is_plain(text: str) -> bool:
    return plain(text) == text


def _tamed(style: Style | None) -> Style | None:
    """The style without link and actions."""
    if style is None or _is_tame_style(style):
        return style
    kept = {name: value for name, value in style.meta.items() if not name.startswith("@")}
    return style.clear_meta_and_links() + Style.from_meta(kept)


@lru_cache(4096)
def _is_tame_style(style: Style) -> bool:
    return style.link is None and _has_only_tame_actions(style)


def _has_only_tame_actions(style: Style) -> bool:
    return all(
        value in SCROLL_BAR_ACTIONS for name, value in style.meta.items() if name.startswith("@")
    )


def _width(segments: Iterable[Segment]) -> int:
    return sum(segment.cell_length for segment in segments)


def _narrowed(segments: list[Segment], excess: int) -> list[Segment]:
    """Take `excess` cells off: blanks from the right first, so that a border stays in place."""
    kept: list[Segment] = []
    for segment in reversed(segments):
        text, style, _ = segment
        blanks = min(excess, len(text) - len(text.rstrip(" ")))
        excess -= blanks
        kept.append(Segment(text[: len(text) - blanks], style))
    kept.reverse()
    if excess <= 0:
        return kept
    return Segment.adjust_line_length(kept, _width(kept) - excess)
