"""The Edit screen: checklist, trace and detail side by side, the test grid below."""

from asyncio import to_thread
from importlib import import_module
from typing import ClassVar, Final

from textual import work
from textual.binding import BindingType
from textual.events import ScreenResume

from ckpt_tui.tui.actions import EDIT_ACTIONS, bindings
from ckpt_tui.tui.screens.edit_files import FileActions

# Seconds; a frame costs a tenth of that, and what is decided by then needs one frame, not four.
_MOMENT: Final = 0.25

_OPENED_LATER: Final = ("tui.widgets.form", "tui.widgets.command_line", "core.promote")


class EditScreen(FileActions):
    """One author at one task; every key stands in the table of actions."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(EDIT_ACTIONS)]
    has_been_shown = False

    async def prepare(self) -> None:
        """Decide what is shown first before it is shown, as far as that is a matter of a moment."""
        checklist = self.session.manuscript.checklist
        await self.session.runs.prepare(checklist, self.order(), _MOMENT)

    def on_screen_resume(self, event: ScreenResume) -> None:
        """What is shown for the first time was styled when it was mounted."""
        event.refresh_styles = event.refresh_styles and self.has_been_shown
        self.has_been_shown = True

    def opened(self) -> None:
        self.focus_pane("list")
        self.offer_recovery()

    def settled(self) -> None:
        self.tell_at_start()
        self.follow_disk()
        self.load_rest()

    @work
    async def load_rest(self) -> None:
        """Load what the next keys open, so that the first of them does not wait for it."""
        for name in _OPENED_LATER:
            await to_thread(import_module, f"ckpt_tui.{name}")
