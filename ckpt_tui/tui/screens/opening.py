"""What the first frame shows while the task is being opened; imports nothing but the toolkit."""

from asyncio import to_thread
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from ckpt_tui.core.display import plain
from ckpt_tui.errors import CkptError
from ckpt_tui.tui.in_order import InOrderApp

if TYPE_CHECKING:
    from ckpt_tui.services.authoring import AuthoringSession
    from ckpt_tui.services.stranded import Stranded
    from ckpt_tui.tui.screens.edit import EditScreen


class OpeningScreen(Screen[None]):
    """The checklist's titles; the Edit screen takes its place as soon as there is a session."""

    # The table of keys is loaded with the Edit screen.
    BINDINGS = [Binding("q", "leave")]

    DEFAULT_CSS = """
    OpeningScreen > .title { height: 1; background: $panel; text-style: bold; }
    OpeningScreen > .titles { width: 38; max-width: 100%; height: 1fr; border: round $border; }
    """

    def __init__(
        self,
        task: str,
        titles: Sequence[tuple[str, str]],
        open_session: "Callable[[], AuthoringSession | Stranded]",
    ) -> None:
        super().__init__()
        self._task_id = task
        self._titles = titles
        self._open_session = open_session

    def compose(self) -> ComposeResult:
        titles = "\n".join(f" {plain(title or name)}" for name, title in self._titles)
        yield Static(
            Content(f" {plain(self._task_id)} · opening … · q leaves"),
            classes="title",
            markup=False,
        )
        yield Static(Content(titles), classes="titles", markup=False)

    @property
    def host(self) -> App[object]:
        """The app, its result type said once: Textual leaves it open."""
        return self.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    @work
    async def open(self, opened: Callable[[], None]) -> None:
        """Open the task in a thread, and show it; ends the app where it cannot be opened."""
        stranded = await self._show(self._open_session, opened)
        if stranded is not None and await self._is_taken_up(stranded):
            await self._show(stranded.taken_up, opened)

    async def _show(
        self, open_session: "Callable[[], AuthoringSession | Stranded]", opened: Callable[[], None]
    ) -> "Stranded | None":
        """Show what is opened; where it cannot be, what an earlier session left of it."""
        # What is shown here stays as it is: each frame of it would keep the next screen waiting.
        with self.host.batch_update():
            try:
                found = await to_thread(_opened, open_session)
            except CkptError as error:
                self._end(error.exit_code, str(error))
                return None
            if not isinstance(found, Screen):
                return found
            await found.prepare()
        await self.host.push_screen(found)
        found.call_after_refresh(opened)
        return None

    async def _is_taken_up(self, stranded: "Stranded") -> bool:
        """Ask whether to go on with what was left; ends the app where not."""
        from ckpt_tui.services.stranded import KEPT
        from ckpt_tui.tui.screens.recovering import ask_of_stranded

        app = self.host
        if isinstance(app, InOrderApp):
            # What was typed blindly answers no question.
            await app.let_keys_go(are_wanted=False)
        is_wanted = await ask_of_stranded(app, stranded)
        if not is_wanted:
            self._end(CkptError.exit_code, f"{stranded.reason} · {KEPT}")
        elif isinstance(app, InOrderApp):
            app.keys_wait = True
        return is_wanted

    def _end(self, code: int, reason: str) -> None:
        self.host.exit(code, code, f"ckpt-tui: {plain(reason)}")

    def action_leave(self) -> None:
        """Leave; nothing was typed yet."""
        self.host.exit(0)


def _opened(open_session: "Callable[[], AuthoringSession | Stranded]") -> "EditScreen | Stranded":
    """The Edit screen; what it needs is imported here, behind the first frame."""
    found = open_session()
    from ckpt_tui.services.stranded import Stranded
    from ckpt_tui.tui.screens.edit import EditScreen

    return found if isinstance(found, Stranded) else EditScreen(found)
