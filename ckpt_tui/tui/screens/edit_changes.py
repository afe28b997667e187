"""What the keys of the Edit screen change: checkpoints, their order, their fields."""

from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace
from textual import on, work
from textual.worker import WorkerCancelled

from ckpt_tui.core.checklist import Checkpoint, Gate
from ckpt_tui.core.checkpoint_form import blank
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.promote import drafts
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import CkptError
from ckpt_tui.tui.screens.edit_search import SearchActions
from ckpt_tui.tui.widgets.form import CheckpointForm
from ckpt_tui.tui.widgets.lines import Rows
from ckpt_tui.tui.widgets.step_list import StepList
from ckpt_tui.tui.widgets.test_grid import TestGrid

_GRABBED = "grabbed: j and k move it, enter drops it, esc puts it back"


class ChangeActions(SearchActions):
    """Actions that edit the checklist; each is one undoable change."""

    unkept = ""
    """Why the journal did not take the last change, as it was said."""

    def change(self, deed: Callable[[], object]) -> None:
        """Do an edit and show its result; a refused one changes nothing and says why."""
        self.has_news = False
        try:
            deed()
        except CkptError as error:
            self.say(str(error))
            return
        self.changed()
        self.warn_of_unkept()

    def changed(self) -> None:
        """The checklist is another one: show it and decide what it asks anew."""
        self.stay()
        self.show_all()
        self.show_verdict(over_news=False)
        self.show_form()
        self.decide()

    def warn_of_unkept(self) -> None:
        """Say once why what is typed from now on would not survive a crash."""
        unkept = self.session.manuscript.unkept
        if unkept and unkept != self.unkept:
            self.say(f"changes are only in memory until you write them: {unkept}")
        self.unkept = unkept

    # The selected checkpoint.

    async def action_edit(self) -> None:
        if self.grabbed_text is not None:
            self._drop()
        elif isinstance(self.focused, TestGrid):
            self._open_cell(self.focused)
        else:
            await self.open_form()

    async def action_add(self) -> None:
        point = Checkpoint(id="checkpoint", title="New checkpoint", check=blank(KINDS["text"]))
        await self._add(point)

    def action_duplicate(self) -> None:
        def duplicate() -> None:
            self.selected = self.session.duplicate(self.selected)

        self.change(duplicate)

    def action_delete(self) -> None:
        gone = self.selected
        order = self.session.ids()
        place = order.index(gone)
        neighbour = order[place + 1] if place + 1 < len(order) else order[place - 1]

        def delete() -> None:
            self.session.delete(gone)
            self.selected = neighbour
            self.say(f"deleted {gone}; u brings it back")

        self.change(delete)

    def action_critical(self) -> None:
        self.change(lambda: self.session.toggle_critical(self.selected))

    def action_enable(self) -> None:
        self.change(lambda: self.session.toggle_enabled(self.selected))

    def action_fewer_points(self) -> None:
        self.change(lambda: self.session.weigh(self.selected, -1))

    def action_more_points(self) -> None:
        self.change(lambda: self.session.weigh(self.selected, 1))

    def action_undo(self) -> None:
        if not self.session.manuscript.can_undo:
            self.say("nothing to undo")
            return
        self.change(self.session.manuscript.undo)

    def action_redo(self) -> None:
        if not self.session.manuscript.can_redo:
            self.say("nothing to redo")
            return
        self.change(self.session.manuscript.redo)

    # Grab and move.

    def action_grab(self) -> None:
        if self.grabbed_text is not None:
            self._drop()
            return
        self.session.manuscript.pause()
        self.grabbed_text = self.session.manuscript.text
        self.focus_pane("list")
        self.show_list()
        self.say(_GRABBED)

    def _move(self, delta: int) -> None:
        if self.grabbed_text is None:
            super()._move(delta)
            return
        self.change(lambda: self.session.shift(self.selected, delta, burst="grab"))
        self.say(_GRABBED)

    def _drop(self) -> None:
        self.grabbed_text = None
        self.session.manuscript.pause()
        self.show_list()
        self.say(f"moved to place {self.session.ids().index(self.selected) + 1}")

    def put_back(self) -> None:
        """End the grab as if it had not been."""
        before, self.grabbed_text = self.grabbed_text, None
        if before is not None and before != self.session.manuscript.text:
            self.change(self.session.manuscript.undo)
        self.session.manuscript.pause()
        self.show_list()

    # The form.

    async def open_form(self) -> None:
        """Show the selected checkpoint's fields and focus the first, for the keys that follow.

        Those of a checkpoint of a shared file are not edited here.
        """
        if (origin := self.session.checkpoint(self.selected).origin) is not None:
            self.say(f"{self.selected} stands in {origin}, which is shared: change it there")
            return
        self.session.manuscript.pause()
        self.add_class("-form")
        self.name_panes()
        self.set_focus(self.query_one(CheckpointForm))
        with suppress(WorkerCancelled):
            await self._open_form().wait()

    @work(exclusive=True, group="form")
    async def _open_form(self) -> None:
        await self._fill_form()
        self.focus_pane("detail")

    def close_form(self) -> None:
        """Back to the list, the edits kept."""
        self.session.manuscript.pause()
        self.remove_class("-form")
        self.name_panes()
        self.focus_pane("list")

    @work(exclusive=True, group="form")
    async def show_form(self) -> None:
        """Give the form the selected checkpoint, while it is open."""
        if self.has_class("-form"):
            await self._fill_form()

    async def _fill_form(self) -> None:
        checklist = self.session.manuscript.checklist
        await self.query_one(CheckpointForm).show(
            checklist.checkpoint(self.selected),
            requires=checklist.scoring.gate is Gate.REQUIRES,
            stages=self.session.workbench.stages,
            lets=checklist.lets,
        )

    def checkpoint_selected(self) -> None:
        self.session.manuscript.pause()
        if self.has_class("-form"):
            self.show_form()

    @on(CheckpointForm.Edited)
    def _form_edited(self, event: CheckpointForm.Edited) -> None:
        form = self.query_one(CheckpointForm)
        # After a refused id, edits that were under way still carry it.
        ids = self.session.ids()
        edited = event.identifier if event.identifier in ids else self.selected
        try:
            self.session.replace(edited, event.checkpoint, burst=event.burst)
        except CkptError as error:
            form.answer(self.session.checkpoint(edited))
            form.say(str(error), is_wrong=True)
            return
        if self.selected == edited:
            self.selected = event.checkpoint.id
        form.answer(self.session.checkpoint(event.checkpoint.id))
        self.stay()
        # What is decided in threads begins first.
        self.show_soon()
        self.show_form()
        self.warn_of_unkept()

    @on(Rows.Chosen, "#list")
    async def _row_chosen(self) -> None:
        await self.open_form()

    # From the trace and the grid.

    @work(exclusive=True, group="promote")
    async def action_promote(self) -> None:
        trace = self.trace
        if trace is None or not len(trace.steps):
            self.say("no step to promote: this run has none")
            return
        view = TraceView(trace=trace, workdir=self.session.manuscript.checklist.workdir)
        found = drafts(view, self.query_one("#trace", StepList).cursor)
        if not found:
            self.say("this step has no call to make a checkpoint of")
            return
        titles = tuple(f"{point.check.kind}: {point.title}" for point in found)
        place = 0
        if len(found) > 1:
            from ckpt_tui.tui.screens.chooser import Chooser  # noqa: PLC0415 (not shown first)

            place = await self.host.push_screen_wait(Chooser("Draft a checkpoint of kind", titles))
        if place is not None:
            await self._add(found[place])

    async def _add(self, point: Checkpoint) -> None:
        """Add with as many points as the selected checkpoint has, so that weights stay alike."""
        like = self.session.checkpoint(self.selected).points
        if point.points and like:
            point = replace(point, points=like)
        before = self.session.ids()

        def add() -> None:
            self.selected = self.session.add(point, self.selected)

        self.change(add)
        if self.session.ids() != before:
            await self.open_form()

    def _open_cell(self, grid: TestGrid) -> None:
        row, column = grid.cell
        self.selected = self.session.ids()[row]
        self.open_run(column)
        self.has_landed = True
        self.go(self.session.place(self.run, self.selected))
        self.focus_pane("trace")
