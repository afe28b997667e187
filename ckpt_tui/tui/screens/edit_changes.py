"""What the keys of the Edit screen change: checkpoints, their order, their fields."""

from collections.abc import Callable

from msgspec.structs import replace
from textual import on, work

from ckpt_tui.core.checklist import Checkpoint, usual_points
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.differences import neighbour, told
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import CkptError
from ckpt_tui.tui.screens.edit_form import FormActions
from ckpt_tui.tui.widgets.step_list import StepList
from ckpt_tui.tui.widgets.test_grid import TestGrid


class ChangeActions(FormActions):
    """Actions that edit the checklist; each is one undoable change."""

    def change(self, deed: Callable[[], object]) -> None:
        """Do an edit and show its result; a refused one changes nothing and says why.

        What is grabbed stays where it is by then.
        """
        if self.grab is not None:
            self.grab = None
            self.show_keys()
        self.carry_out(deed)

    def carry_out(self, deed: Callable[[], object]) -> None:
        """Do an edit that may be a part of a grab."""
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
        self.show_form()
        self.decide()

    # The selected checkpoint.

    async def action_edit(self) -> None:
        if isinstance(self.focused, TestGrid):
            self._open_cell()
        else:
            await self.open_form()

    async def action_add(self) -> None:
        from ckpt_tui.core.checkpoint_form import blank

        point = Checkpoint(id="checkpoint", title="New checkpoint", check=blank(KINDS["output"]))
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
        self._turn(self.session.manuscript.undo, "undone")

    def action_redo(self) -> None:
        if not self.session.manuscript.can_redo:
            self.say("nothing to redo")
            return
        self._turn(self.session.manuscript.redo, "redone")

    def _turn(self, deed: Callable[[], None], word: str) -> None:
        """Undo or redo, and say what; what is gone gives the selection to what it stood behind."""
        before = self.session.manuscript.checklist

        def turn() -> None:
            deed()
            after = self.session.manuscript.checklist
            self.selected = neighbour(before, after, self.selected)
            self.say(f"{word}: {told(before, after)}")

        self.change(turn)

    # From the trace and the grid.

    @work(exclusive=True, group="promote")
    async def action_promote(self) -> None:
        if not self.has_run():
            return
        trace = self.trace
        if trace is None or not len(trace.steps):
            self.say("no step to promote: this run has none")
            return
        from ckpt_tui.core.promote import drafts, no_draft

        view = TraceView(trace=trace, workdir=self.session.manuscript.checklist.workdir)
        step = self.query_one("#trace", StepList).cursor
        found = drafts(view, step)
        if not found:
            self.say(no_draft(trace.steps, step))
            return
        titles = tuple(f"{point.check.kind}: {point.title}" for point in found)
        place = 0
        if len(found) > 1:
            from ckpt_tui.tui.screens.chooser import Chooser

            place = await self.host.push_screen_wait(Chooser("Draft a checkpoint of kind", titles))
        if place is not None:
            await self._add(found[place])

    async def _add(self, point: Checkpoint) -> None:
        """Add with the points of the selected checkpoint, or else the usual ones of the list."""
        like = self.session.checkpoint(self.selected).points
        if point.points:
            usual = usual_points(self.session.manuscript.checklist.checkpoints)
            point = replace(point, points=like or usual)
        before = self.session.ids()

        def add() -> None:
            self.selected = self.session.add(point, self.selected)

        self.change(add)
        if self.session.ids() != before:
            await self.open_form()

    def _open_cell(self) -> None:
        if not self.has_run():
            return
        self.has_landed = True
        self.go(self.session.place(self.run, self.selected))
        self.focus_pane("trace")

    @on(TestGrid.Chosen)
    def _cell_chosen(self) -> None:
        self._open_cell()
