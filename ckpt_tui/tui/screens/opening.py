"""What the first frame shows while the task is being opened."""

from asyncio import to_thread
from collections.abc import Callable, Sequence

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from ckpt_tui.core.display import plain
from ckpt_tui.errors import CkptError
from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.tui.widgets.titles import Titles


class OpeningScreen(Screen[None]):
    """The checklist's titles; the Edit screen takes its place as soon as there is a session."""

    DEFAULT_CSS = """
    OpeningScreen > Static { height: 1; background: $panel; }
    OpeningScreen > Titles { width: 44; max-width: 100%; height: 1fr; border: round $border; }
    """

    def __init__(
        self,
        task: str,
        titles: Sequence[tuple[str, str]],
        open_session: Callable[[], AuthoringSession],
    ) -> None:
        super().__init__()
        self._task_id = task
        self._titles = titles
        self._open_session = open_session

    def compose(self) -> ComposeResult:
        yield Static(Content(f" {plain(self._task_id)} · opening …"), markup=False)
        yield Titles()

    def on_mount(self) -> None:
        self.query_one(Titles).titles = [(title or name, "…") for name, title in self._titles]
        self.call_after_refresh(self._open)

    @work
    async def _open(self) -> None:
        try:
            session = await to_thread(self._open_session)
        except CkptError as error:
            self.app.exit(error.exit_code, error.exit_code, f"ckpt-tui: {plain(str(error))}")
            return
        # Everything behind the first frame is imported behind it.
        from ckpt_tui.tui.screens.edit import EditScreen  # noqa: PLC0415

        await self.app.push_screen(EditScreen(session))
