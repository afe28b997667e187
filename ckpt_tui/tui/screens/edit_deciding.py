"""When the Edit screen shows what: first of all, after an edit, and as verdicts come."""

from collections.abc import Sequence

from textual import work

from ckpt_tui.services.authoring import Place
from ckpt_tui.services.sample_runs import Cell
from ckpt_tui.tui import project
from ckpt_tui.tui.screens.edit_base import EditBase
from ckpt_tui.tui.widgets.test_grid import TestGrid

A_MOMENT = 0.04
"""Seconds that an edit waits for its verdicts, so that both are one frame; nobody sees it wait."""


class Deciding(EditBase):
    """Has everything decided in threads, what is looked at first."""

    def on_mount(self) -> None:
        self.watch(self, "focused", self.focus_moved, init=False)
        self.name_panes()
        self.show_grid()
        self.opened()
        self._decided(())
        self.decide()

    def focus_moved(self) -> None:
        """Something else took the focus, or nothing has it."""
        self.show_keys()

    def opened(self) -> None:
        """Everything is mounted and shown for the first time."""

    def settled(self) -> None:
        """Everything is decided for the first time: what can wait for that begins."""

    def show_soon(self) -> None:
        """After an edit that leaves every row in its place: show it with what it decides."""
        self.is_behind = True
        self.decide()
        self.set_timer(A_MOMENT, self._catch_up)

    def _catch_up(self) -> None:
        """Show an edit that was not shown yet."""
        if self.is_behind:
            self.show_all()

    @work(exclusive=True, group="decide")
    async def decide(self) -> None:
        """Decide what is missing, the shown run first; each batch is shown as it comes."""
        checklist = self.session.manuscript.checklist
        async for cells in self.session.runs.decide(checklist, self.order(), self.selected):
            self._decided(cells)
        self._catch_up()
        self._all_decided()

    def order(self) -> Sequence[int]:
        """Every run, the shown one first, then those in view."""
        seen = self.query_one("#grid", TestGrid).columns_in_view if self.is_mounted else ()
        runs = range(len(self.session.runs.samples))
        return sorted(runs, key=lambda run: (run != self.run, run not in seen))

    def _decided(self, cells: Sequence[Cell]) -> None:
        if self.is_behind:
            self._catch_up()
            return
        if not cells or any(cell.run == self.run for cell in cells):
            self.show_list()
            self.show_trace()
            self.show_step()
            self.show_score()
            self.land()
        self.show_verdict(over_news=False)
        self._show_columns({cell.run for cell in cells})

    def _show_columns(self, runs: set[int]) -> None:
        """A decided cell may open or close others of its run: its whole column is shown anew."""
        grid = self.query_one("#grid", TestGrid)
        columns = dict(zip(runs, project.grid_columns(self.session, runs), strict=True))
        grid.set_cells(
            (row, run, look)
            for run, (_, looks) in columns.items()
            for row, look in enumerate(looks)
        )
        grid.set_columns((run, column) for run, (column, _) in columns.items())

    def _all_decided(self) -> None:
        if not self.has_settled:
            self.has_settled = True
            self.call_after_refresh(self.settled)
        if self.has_chosen_run:
            return
        run = self.session.opening_run()
        if run is None or run == self.run:
            return
        self.has_chosen_run = True
        self.run = run
        self.has_landed = False
        self.show_all()
        self.land()

    def _place_to_land_on(self) -> Place | None:
        if self.landing_on not in self.session.ids():
            return self.session.first_failed(self.run)
        is_decided = self.session.runs.is_decided(self.session.manuscript.checklist, self.run)
        is_there = is_decided and self.trace is not None
        return self.session.place(self.run, self.landing_on) if is_there else None

    def land(self) -> None:
        """Show the first failed checkpoint, unless one was shown or the user moved."""
        if self.has_landed:
            return
        place = self._place_to_land_on()
        if place is not None:
            self.has_landed = True
            self.go(place)
