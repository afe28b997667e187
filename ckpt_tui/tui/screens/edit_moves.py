"""What the keys of the Edit screen show: panes, steps, runs, evidence, search."""

from textual import on
from textual.widget import Widget

from ckpt_tui.tui import project
from ckpt_tui.tui.screens.edit_deciding import Deciding
from ckpt_tui.tui.widgets.checkpoint_list import CheckpointList
from ckpt_tui.tui.widgets.lines import Rows
from ckpt_tui.tui.widgets.step_detail import StepDetail
from ckpt_tui.tui.widgets.step_list import StepList
from ckpt_tui.tui.widgets.test_grid import TestGrid

_SCROLLED_LINES = 3
_PANES = ("list", "trace", "detail", "grid")


class MoveActions(Deciding):
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
        self.run = run
        self.has_news = False
        self.has_chosen_run = True
        self.has_landed = False
        self.show_all()
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

    # Panes.

    def action_pane_1(self) -> None:
        self.focus_pane("list")

    def action_pane_2(self) -> None:
        self.focus_pane("trace")

    def action_pane_3(self) -> None:
        self.focus_pane("detail")

    def action_pane_4(self) -> None:
        self.focus_pane("grid")

    def action_next_pane(self) -> None:
        panes = [name for name in _PANES if name != "grid" or self._has_grid]
        here = next((name for name in panes if self._has_focus(name)), panes[-1])
        self.focus_pane(panes[(panes.index(here) + 1) % len(panes)])

    def action_grid(self) -> None:
        if self.is_small:
            self.focus_pane("list" if self.has_class("-on-grid") else "grid")
            return
        self.toggle_class("-no-grid")
        if not self._has_grid and self._has_focus("grid"):
            self.focus_pane("list")

    def action_zoom(self) -> None:
        self.add_class("-zoomed")

    def action_unzoom(self) -> None:
        self.remove_class("-zoomed")

    def focus_pane(self, name: str) -> None:
        """Focus a pane; where only one fits it becomes the one that is shown."""
        if name == "grid":
            self.remove_class("-no-grid")
        self._bring(name)
        pane = self.query_one(f"#{name}")
        if name == "detail":
            if self.form is not None and self.is_editing:
                self.form.focus_first()
                return
            pane = self.query_one("#step")
        self.set_focus(pane)

    def focus_moved(self) -> None:
        """Whatever took the focus, its pane is the one that is shown.

        An unfilled form holds the focus alone: its pane comes with it, once it is filled.
        """
        super().focus_moved()
        here = next((name for name in _PANES if self._has_focus(name)), None)
        if here is not None and self.focused is not self.form:
            self._bring(here)

    def _bring(self, name: str) -> None:
        """Make a pane the one that is shown where only one fits."""
        if self.has_class(f"-on-{name}"):
            return
        for other in _PANES:
            self.set_class(other == name, f"-on-{other}", update=False)
        # Where all panes are in view, nothing looks otherwise; every widget would be styled anew.
        if self.is_small or self.has_class("-zoomed"):
            self.update_node_styles()

    @property
    def _has_grid(self) -> bool:
        return self.is_small or not self.has_class("-no-grid")

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
        self.show_trace()
        self.show_step()
        self.show_verdict()
        self.checkpoint_selected()

    def checkpoint_selected(self) -> None:
        """Another checkpoint was selected."""

    @on(Rows.Moved, "#trace")
    def _step_selected(self) -> None:
        self.has_landed = True
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
            case _:
                pass

    def _walk_evidence(self, direction: int) -> None:
        if not self.has_run():
            return
        trail = project.evidence_trail(self.session.score(self.run), self.selected)
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
        self.say(f"evidence {place + 1} of {len(trail)}: {found.part} {found.quote}")

    def _has_focus(self, name: str) -> bool:
        pane = self.query_one(f"#{name}")
        return self.focused is not None and pane in self.focused.ancestors_with_self
