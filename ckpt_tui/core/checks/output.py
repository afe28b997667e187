"""The kind `output`: what a tool answered."""

from collections.abc import Iterable, Iterator
from functools import partial
from heapq import merge
from typing import Annotated, ClassVar

from msgspec import field

from ckpt_tui.core.checks.base import Event, Input
from ckpt_tui.core.checks.calls import (
    SILENT,
    doubted,
    fitting_calls,
    how_many,
    place_of,
    position_of,
    result_evidence,
    undeclared,
)
from ckpt_tui.core.checks.moments import EventCheck
from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import rows
from ckpt_tui.core.own_words import own_words
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView


class Output(EventCheck, frozen=True, kw_only=True):
    """The result of a call matches; what the agent wrote itself never counts."""

    kind: ClassVar[str] = "output"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a tool answered something"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    match: Annotated[Match, "what the output holds"]
    tool: Annotated[Match | None, "name of the tool"] = None
    tool_class: Annotated[ToolClass | None, "class of the tool"] = field(default=None, name="class")

    def obstacle(self, view: TraceView) -> Verdict | None:
        return undeclared(view, self.tool)

    def found(self, view: TraceView) -> Iterator[Event]:
        answered, silent = self._answered(view), _unanswered_rows(view)
        if not silent:
            return answered
        return merge(answered, self._unanswered(view, silent), key=lambda it: it.position)

    def met(self, event: Event) -> str:
        return f"An output at step {event.position.step} matches."

    def absence(self, view: TraceView) -> Verdict:
        searched = how_many(view, self.tool, self.tool_class)
        return view.absence("No output matches.", ("calls.result",), searched)

    def is_moot(self, view: TraceView) -> bool:
        return not how_many(view, self.tool, self.tool_class)

    def _answered(self, view: TraceView) -> Iterator[Event]:
        fits, answered = fitting_calls(view, self.tool, self.tool_class), view.calls.answered
        for hit in rows(self.match, view.column(Field.RESULT)):
            if not answered[hit.row] or not fits(hit.row):
                continue
            span = (hit.start, hit.end)
            is_own = own_words(view, hit.row, span)
            if is_own is not True:
                yield Event(
                    position=position_of(view, hit.row),
                    shown=partial(_shown, view, hit.row, span),
                    status=Status.PASS if is_own is False else Status.UNSURE,
                    reason="" if is_own is False else doubted(view, hit.row),
                )

    def _unanswered(self, view: TraceView, silent: Iterable[int]) -> Iterator[Event]:
        fits = fitting_calls(view, self.tool, self.tool_class)
        for row in silent:
            if fits(row):
                yield Event(
                    position=position_of(view, row),
                    status=Status.UNAVAILABLE,
                    reason=f"The output of {place_of(view, row)} was not recorded.",
                )


def _unanswered_rows(view: TraceView) -> tuple[int, ...]:
    """The calls that some output was due to, and none was recorded."""
    return view.kept(_unanswered_rows, lambda: _found_unanswered(view))


def _found_unanswered(view: TraceView) -> tuple[int, ...]:
    calls = view.calls
    silent = (row for row, answered in enumerate(calls.answered) if not answered)
    return tuple(row for row in silent if calls.classes[row] not in SILENT)


def _shown(view: TraceView, row: int, span: tuple[int, int]) -> tuple[Evidence, ...]:
    return (result_evidence(view, row, span),)
