"""The Edit screen: checklist, trace and detail side by side, the test grid below."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from ckpt_tui.tui.actions import EDIT_ACTIONS, bindings
from ckpt_tui.tui.screens.edit_files import FileActions
from ckpt_tui.tui.widgets.command_line import CommandLine


class EditScreen(FileActions):
    """One author at one task; every key stands in the table of actions."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(EDIT_ACTIONS)]

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield CommandLine()

    def opened(self) -> None:
        self.focus_pane("list")
        self.offer_recovery()

    def settled(self) -> None:
        self.warn_of_losses()
        self.follow_disk()
