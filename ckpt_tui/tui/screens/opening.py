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

if TYPE_CHECKING:
    from ckpt_tui.services.authoring import AuthoringSession
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
        open_session: "Callable[[], AuthoringSession]",
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
        # What is shown here stays as it is: each frame of it would keep the next screen waiting.
        with self.host.batch_update():
            try:
                screen = await to_thread(self._opened)
            except CkptError as error:
                self.host.exit(error.exit_code, error.exit_code, f"ckpt-tui: {plain(str(error))}")
                return
            await screen.prepare()
        await self.host.push_screen(screen)
        screen.call_after_refresh(opened)

    def action_leave(self) -> None:
        """Leave; nothing was typed yet."""
        self.host.exit(0)

    def _opened(self) -> "EditScreen":
        """The Edit screen; what it needs is imported here, behind the first frame."""
        session = self._open_session()
        from ckpt_tui.tui.screens.edit import EditScreen

        return EditScreen(session)
