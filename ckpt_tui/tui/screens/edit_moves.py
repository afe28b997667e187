"""What the keys of the Edit screen show: steps, checkpoints, runs, evidence."""

from textual import on
from textual.widget import Widget

from ckpt_tui.core.verdict import Verdict
from ckpt_tui.tui import project
from ckpt_tui.tui.screens.edit_panes import PaneActions
from ckpt_tui.tui.step_document import FILE_PART
from ckpt_tui.tui.widgets.checkpoint_list import CheckpointList
from ckpt_tui.tui.widgets.lines import Rows
from ckpt_tui.tui.widgets.step_detail import StepDetail
from ckpt_tui.tui.widgets.step_list import StepList
from ckpt_tui.tui.widgets.test_grid import TestGrid

_SCROLLED_LINES = 3


class MoveActions(PaneActions):
    """Actions that change nothing but the view."""

    pattern = ""

    # Within the pane that has the focus.

    def action_down(self) -> None:
        self._move(1)

    def action_up(self) -> None:
        self._move(-1)

    def action_page_down(self) -> None:
        self._page(1)

    def action_page_up(self) -> None:
        self._page(-1)

    def action_first(self) -> None:
        pane = self.focused
        if isinstance(pane, Rows | StepDetail | TestGrid):
            pane.home()
            self._follow(pane)

    def action_last(self) -> None:
        pane = self.focused
        if isinstance(pane, Rows | StepDetail | TestGrid):
            pane.end()
            self._follow(pane)

    def action_scroll_down(self) -> None:
        self.query_one("#step", StepDetail).move(_SCROLLED_LINES)

    def action_scroll_up(self) -> None:
        self.query_one("#step", StepDetail).move(-_SCROLLED_LINES)

    # From any pane.

    def action_next_step(self) -> None:
        self._to_step(1)

    def action_previous_step(self) -> None:
        self._to_step(-1)

    def action_next_run(self) -> None:
        self.open_run(self.run + 1)

    def action_previous_run(self) -> None:
        self.open_run(self.run - 1)

    def open_run(self, run: int) -> None:
        """Show another run, at its first failed checkpoint."""
        if not self.has_run():
            return
        count = len(self.session.runs.samples)
        if not 0 <= run < count:
            self.say(f"run {self.run + 1} of {count} is the {'last' if run > 0 else 'first'}")
            return
        self._show_run(run, None)

    def _show_run(self, run: int, identifier: str | None) -> None:
        """Show a run at a checkpoint, or at its first failed one, as soon as that is decided."""
        self.run = run
        self.selected = identifier or self.selected
        self.landing_on = identifier
        self.has_news = False
        self.has_chosen_run = True
        self.has_landed = False
        if self.is_behind:
            self.show_all()
        else:
            # The grid holds every run already.
            self.show_list()
            self.show_trace()
            self.show_step()
            self.show_score()
            self.show_verdict(over_news=False)
        self.land()
        self.decide()

    def action_first_failed(self) -> None:
        if not self.has_run():
            return
        place = self.session.first_failed(self.run)
        if place is None:
            self.say(self.session.unfailed(self.run))
            return
        self.stay()
        self.has_news = False
        self.go(place)

    def action_next_evidence(self) -> None:
        self._walk_evidence(1)

    def action_previous_evidence(self) -> None:
        self._walk_evidence(-1)

    def go_to_step(self, step: int) -> None:
        """Show another step."""
        self.query_one("#trace", StepList).cursor = step
        self._step_selected()

    # What widgets tell.

    @on(Rows.Moved, "#list")
    def _checkpoint_selected(self, event: Rows.Moved) -> None:
        self._select(event.rows.cursor)

    def _select(self, row: int) -> None:
        identifier = self.session.ids()[row]
        if identifier == self.selected:
            return
        self.selected = identifier
        self.has_landed = True
        self.point_at_selected()
        self.show_trace()
        self.show_step()
        self.show_verdict()
        self.checkpoint_selected()

    @on(TestGrid.Moved)
    def _cell_selected(self, event: TestGrid.Moved) -> None:
        self._to_cell(*event.grid.cell)

    def _to_cell(self, row: int, run: int) -> None:
        """Select what a cell of the grid is of: a checkpoint, and a run."""
        identifier = self.session.ids()[row]
        if run == self.run or not self.session.runs.samples:
            self._select(row)
            return
        is_another = identifier != self.selected
        self._show_run(run, identifier)
        if is_another:
            self.checkpoint_selected()

    @on(Rows.Moved, "#trace")
    def _step_selected(self) -> None:
        self.has_landed = True
        self.file_shown = None
        self.show_step()

    def _move(self, delta: int) -> None:
        pane = self.focused
        if isinstance(pane, Rows | StepDetail | TestGrid):
            pane.move(delta)
            self._follow(pane)

    def _page(self, delta: int) -> None:
        pane = self.focused
        if isinstance(pane, Rows | StepDetail | TestGrid):
            pane.page(delta)
            self._follow(pane)

    def _to_step(self, delta: int) -> None:
        if isinstance(self.focused, TestGrid):
            self.focused.move_column(delta)
            self._follow(self.focused)
            return
        steps = self.query_one("#trace", StepList)
        steps.move(delta)
        self._follow(steps)

    def _follow(self, pane: Widget) -> None:
        """Show what hangs on a cursor."""
        match pane:
            case CheckpointList():
                self._select(pane.cursor)
            case StepList():
                self._step_selected()
            case TestGrid():
                self._to_cell(*pane.cell)
            case _:
                pass

    def _walk_near(self, verdict: Verdict, direction: int) -> None:
        """Go to the next of the steps that were nearly what was looked for, in a ring."""
        if self.is_small:
            self.focus_pane("detail")
        near, here = verdict.near, self.query_one("#trace", StepList).cursor
        ahead = [step for step in near if (step - here) * direction > 0]
        step = (ahead or near)[0 if direction > 0 else -1]
        self.go_to_step(step)
        told = f"nearest {near.index(step) + 1} of {len(near)}, at step {step}"
        self.say(f"{told}, is no evidence: {verdict.reason}")

    def _walk_evidence(self, direction: int) -> None:
        if not self.has_run():
            return
        verdict = project.verdict_of(self.session.score(self.run), self.selected)
        trail = () if verdict is None else verdict.evidence
        if verdict is not None and verdict.near and not trail:
            self._walk_near(verdict, direction)
            return
        if not trail:
            searched = project.searched(self.session.score(self.run), self.selected)
            self.say(f"no evidence in the trace: {searched}")
            return
        if self.is_small:
            self.focus_pane("detail")
        here = trail.index(self.revealed) if self.revealed in trail else None
        first = 0 if direction > 0 else len(trail) - 1
        place = first if here is None else (here + direction) % len(trail)
        found = trail[place]
        if found.step is not None:
            self.query_one("#trace", StepList).cursor = found.step
            self.show_step()
        self.reveal(found)
        part = found.part.replace(FILE_PART, "final file ", 1) if found.step is None else found.part
        self.say(f"evidence {place + 1} of {len(trail)}: {part} {found.quote}")
