"""The application: theme, keys by table, and the screen it opens with. No behaviour of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.dom import DOMNode
from textual.screen import Screen
from textual.worker import WorkerFailed

from ckpt_tui.tui.deeds import Deeds
from ckpt_tui.tui.guard import SafeApp
from ckpt_tui.tui.in_order import InOrderApp
from ckpt_tui.tui.screens.opening import OpeningScreen
from ckpt_tui.tui.signals import leave_on_signals

if TYPE_CHECKING:
    from textual.actions import ActionParseResult

    from ckpt_tui.services.authoring import AuthoringSession
    from ckpt_tui.services.stranded import Stranded


class CkptApp(InOrderApp[int], SafeApp[int]):
    """Opens one task for editing.

    Args:
        task: the task's id.
        titles: what the first frame shows while the task is being opened: (id, title) a
            checkpoint.
        open_session: opens the task, or tells what an earlier session left of one that cannot be
            opened; runs in a thread, raises CkptError.
        leave: called once the app is left, before what runs in threads is waited for.
        opened: called once the task is on the screen.
    """

    TITLE = "ckpt-tui"
    # All of it at once: styles that come with a screen have everything parsed and applied anew.
    CSS_PATH = ["styles/app.tcss", "styles/edit.tcss"]
    BINDINGS = []

    def __init__(
        self,
        task: str,
        titles: Sequence[tuple[str, str]],
        open_session: "Callable[[], AuthoringSession | Stranded]",
        leave: Callable[[], None] = lambda: None,
        opened: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        # Both would be mounted and laid out with every screen, and nothing here tells by them.
        self._disable_notifications = self._disable_tooltips = True
        self.keys_wait, self.leaving = True, frozenset({"q", "ctrl+q"})
        self._opened, self._leave = opened, leave
        self._task_id = task
        self._titles = titles
        self._open_session = open_session

    def get_default_screen(self) -> Screen[None]:
        return OpeningScreen(self._task_id, self._titles, self._open_session)

    def on_mount(self) -> None:
        leave_on_signals(self)

    def on_ready(self) -> None:
        """The first frame is out: what takes long to load does not keep it waiting."""
        if isinstance(self.screen, OpeningScreen):
            self.screen.open(self._opened)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        if isinstance(self.screen, Deeds):
            self.screen.deed_begins(action if isinstance(action, str) else action[1])
        return await super().run_action(action, default_namespace, namespaces)

    def on_unmount(self) -> None:
        self._leave()

    @property
    def fault(self) -> BaseException | None:
        """The exception that nothing was prepared for and that ended the app."""
        raised = self._exception
        return raised.error if isinstance(raised, WorkerFailed) else raised

    def _fatal_error(self) -> None:
        # Who runs the app says it in a sentence; a traceback here would print what is in memory.
        self._close_messages_no_wait()
