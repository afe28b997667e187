"""The Edit screen's search for steps; a large run is searched without holding up a key."""

from textual import work

from ckpt_tui.core.pattern import PatternError
from ckpt_tui.core.steps_search import next_of
from ckpt_tui.tui.screens.edit_moves import MoveActions
from ckpt_tui.tui.widgets.step_list import StepList


class SearchActions(MoveActions):
    """Goes to the next step that a pattern is found in."""

    def search(self, pattern: str) -> None:
        """Look for a pattern from the step under the cursor on."""
        self.pattern = pattern
        self._search(1)

    def action_search_next(self) -> None:
        self._search(1)

    def action_search_previous(self) -> None:
        self._search(-1)

    @work
    async def _search(self, direction: int) -> None:
        if not self.has_run():
            return
        run, pattern = self.run, self.pattern
        if not pattern:
            self.say("nothing searched yet: / asks for a pattern")
            return
        if self.trace is None:
            return
        checklist = self.session.manuscript.checklist
        try:
            found = await self.session.runs.steps_with(pattern, run, checklist)
        except PatternError as error:
            self.say(str(error))
            return
        if self.run != run:
            return
        step = next_of(found, self.query_one("#trace", StepList).cursor, direction)
        if step is None:
            self.say(f"no step matches {pattern}")
        else:
            self.go_to_step(step)
