"""What happens to the file beside the app: taken in, or said where both sides wrote."""

from pathlib import Path

from textual import work

from ckpt_tui.errors import ChecklistError, CkptError
from ckpt_tui.tui.screens.edit_commands import CommandActions

_UNDERSTOOD = "(esc) go on"


class DiskActions(CommandActions):
    """Follows the working copy on disk, and decides clashes."""

    watched: frozenset[Path] = frozenset()
    """The folders whose changes are taken in."""

    clash = ""
    """The clash with the file on disk that was said last."""

    is_disk_waiting = False
    """Whether something changed on disk while a checkpoint was grabbed."""

    @work(exclusive=True, group="disk")
    async def follow_disk(self) -> None:
        """Take in what another editor writes, as soon as it is written."""
        self.watched = self.session.manuscript.folders
        self.absorb()
        async for _ in self.session.workbench.watch.hints(*self.watched):
            self.absorb()
            await self.renew_commands()

    def absorb(self) -> None:
        """Merge what is on disk by now; where that clashes, say so and keep both."""
        # What is grabbed can be put back only where nothing else changes meanwhile.
        self.is_disk_waiting = self.grab is not None
        if self.is_disk_waiting:
            return
        edited = self.selected if self.is_editing else None
        try:
            is_changed = self.session.manuscript.absorb()
        except ChecklistError as error:
            self._say_once(str(error), f"changed on disk, not taken in: {error}")
            return
        except CkptError as error:
            choice = f"changed on disk too, not merged: {error} · :theirs or :mine decides"
            self._say_once(str(error), choice)
            return
        self.clash = ""
        if edited is not None and edited not in self.session.ids():
            self.close_form()
            self.tell_of_loss(edited)
        if is_changed:
            self.changed()
            self.say("taken in what was changed on disk; u takes it back")
        if self.session.manuscript.folders != self.watched:
            self.follow_disk()

    @work(exclusive=True, group="loss")
    async def tell_of_loss(self, name: str) -> None:
        """Say that what was being edited is gone; what is typed meanwhile is for nothing else."""
        from ckpt_tui.tui.screens.asking import Ask

        said = f"{name} was deleted on disk while it was edited here; u brings it back."
        await self.host.push_screen_wait(Ask(said, _UNDERSTOOD, ()))

    def grab_ended(self) -> None:
        if self.is_disk_waiting:
            self.absorb()

    def _say_once(self, clash: str, sentence: str) -> None:
        if clash != self.clash:
            self.clash = clash
            self.say(sentence)

    def keep_mine(self) -> None:
        """After a clash, have what is here written over what is on disk."""
        kept: list[str] = []
        self.change(lambda: kept.append(self.session.manuscript.keep_mine()))
        if any(kept):
            self.say(f"yours stays, :w writes it; what stood on disk is kept in {kept[0]}")
