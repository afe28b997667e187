"""The form of the Edit screen: made, filled, and what is typed in it."""

from contextlib import suppress
from typing import TYPE_CHECKING

from textual import work
from textual.widget import AwaitMount
from textual.worker import WorkerCancelled

from ckpt_tui.core.checklist import Gate
from ckpt_tui.errors import ChecklistError, CkptError
from ckpt_tui.tui.screens.edit_search import SearchActions

if TYPE_CHECKING:
    from ckpt_tui.core.entry import Change
    from ckpt_tui.tui.widgets.form import CheckpointForm


class FormActions(SearchActions):
    """The selected checkpoint, field by field; every edit is an undoable change."""

    unkept = ""
    """Why the journal did not take the last change, as it was said."""

    has_refusal = False
    """What was said last is that words in the form are refused."""

    _mounting: AwaitMount | None = None
    """While the form cannot be filled yet; waiting for it lays out its pane anew every time."""

    async def open_form(self) -> None:
        """Show the selected checkpoint's fields and focus the first, for the keys that follow.

        Those of a checkpoint of a shared file are not edited here.
        """
        if (origin := self.session.checkpoint(self.selected).origin) is not None:
            self.say(f"{self.selected} stands in {origin}, which is shared: change it there")
            return
        self.session.manuscript.pause()
        self.is_editing = True
        # At once, not when it is filled: no key that follows belongs to the list.
        self.set_focus(self._made_form(), scroll_visible=False)
        with suppress(WorkerCancelled):
            await self.show_form().wait()

    def close_form(self) -> None:
        """Back to the list, the edits kept."""
        self.session.manuscript.pause()
        self.is_editing = False
        if self.form is not None:
            self.form.leave()
            self._swap(self.form, is_shown=False)
        self.focus_pane("list")

    @work(exclusive=True, group="form")
    async def show_form(self) -> None:
        """Give the form the selected checkpoint, and show it, while one is edited."""
        form = self.form
        if form is None or not self.is_editing:
            return
        # A newer call may end this one anywhere, and goes on where it was.
        if self._mounting is not None:
            await self._mounting
            self._mounting = None
        await self._fill(form)
        # Left meanwhile, it stays away.
        if self.is_editing and (self.focused is form or not form.display):
            self._swap(form, is_shown=True)
            self.focus_pane("detail")

    def _swap(self, form: "CheckpointForm", *, is_shown: bool) -> None:
        """Show the form or the step; a class would have every widget styled anew."""
        form.display = is_shown
        self.query_one("#step").display = not is_shown

    def _made_form(self) -> "CheckpointForm":
        from ckpt_tui.tui.widgets.form import CheckpointForm

        if self.form is None:
            self.form = CheckpointForm()
            self.form.display = False
            self.form.border_title = "3 Check"
            self._mounting = self.query_one("#detail").mount(self.form)
        return self.form

    async def _fill(self, form: "CheckpointForm") -> None:
        checklist = self.session.manuscript.checklist
        await form.show(
            checklist.checkpoint(self.selected),
            requires=checklist.scoring.gate is Gate.REQUIRES,
            stages=self.session.workbench.stages,
            lets=checklist.lets,
        )

    def checkpoint_selected(self) -> None:
        self.session.manuscript.pause()
        if self.is_editing:
            self.show_form()

    def on_checkpoint_form_edited(self, event: "CheckpointForm.Edited") -> None:
        """Take an edit of the form, or have it say why it is none."""
        form, edited = event.form, event.form.identifier
        if edited in self.session.ids():
            self._edit(form, edited, event.change)
        else:
            form.answer(None)
        if not self.is_editing:
            form.leave()
        self.show_form()

    def _edit(self, form: "CheckpointForm", edited: str, change: "Change") -> None:
        problem, now = change.problem, change.point.id
        try:
            if not problem:
                self._replace(edited, change)
        except CkptError as error:
            problem = _reason(error, edited, now)
        if problem:
            now = self._taken_back(edited, change)
        if self.selected == edited:
            self.selected = now
        form.answer(self.session.checkpoint(now), problem)
        self.stay()
        # What is decided in threads begins first.
        self.show_soon()
        self.warn_of_unkept()

    def _replace(self, edited: str, change: "Change") -> None:
        if change.point is change.before:
            self.session.take_back(edited, change.point, burst=change.burst)
        else:
            self.session.replace(edited, change.point, burst=change.burst)

    def _taken_back(self, edited: str, change: "Change") -> str:
        """Leave nothing of an entry whose last text is refused; the checkpoint's id by then."""
        if change.before is None:
            return edited
        with suppress(CkptError):
            self.session.take_back(edited, change.before, burst=change.burst)
            return change.before.id
        return edited

    def on_checkpoint_form_refused(self, event: "CheckpointForm.Refused") -> None:
        if event.sentence:
            self.say(event.sentence)
            self.has_refusal = True
        elif self.has_news and self.has_refusal:
            self.show_verdict()

    def say(self, sentence: str) -> None:
        self.has_refusal = False
        super().say(sentence)

    def warn_of_unkept(self) -> None:
        """Say once why what is typed from now on would not survive a crash."""
        unkept = self.session.manuscript.unkept
        if unkept and unkept != self.unkept:
            self.say(f"changes are only in memory until you write them: {unkept}")
        self.unkept = unkept


def _reason(error: CkptError, *names: str) -> str:
    """Why an edit of a checkpoint is refused; what the form shows is not named again."""
    if not isinstance(error, ChecklistError) or error.checkpoint not in names:
        return str(error)
    return error.reason if error.field is None else f"{error.field}: {error.reason}"
