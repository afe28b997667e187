"""The few steps of a long run that one pass needs, as a run of its own that is cheap to change."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.mutations.mutants import rebuilt
from ckpt_tui.core.mutations.removals import first_of_agent
from ckpt_tui.core.mutations.tried import Tried
from ckpt_tui.core.trace import Field, ToolClass, Trace
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView

# Each mutant costs as much as deciding the run anew.
_LONGEST_STEPS: Final = 1_000
_LONGEST_BYTES: Final = 4 << 20
# The tools that a proof can be faked with, each as a call of the run shows it.
_TOOLS: Final = (ToolClass.SHELL, ToolClass.EDIT, ToolClass.READ)


class Excerpt(Struct, frozen=True, kw_only=True):
    """A run to be changed, and where its steps stand in the recorded one.

    Attributes:
        verdict: the pass, as the steps of `view` count.
        places: of each step of `view`, and last the length of the recorded run.
    """

    view: TraceView
    verdict: Verdict
    places: tuple[int, ...]

    def placed(self, tried: Tried) -> Tried:
        """What was tried, with its step as the recorded run counts."""
        return tried if tried.step is None else replace(tried, step=self.places[tried.step])


def is_short(trace: Trace) -> bool:
    """Whether a whole run can be changed many times."""
    steps = trace.steps
    if len(steps) > _LONGEST_STEPS:
        return False
    return sum(len(steps.column(field).buffer) for field in Field) <= _LONGEST_BYTES


def excerpt(point: Checkpoint, view: TraceView, verdict: Verdict) -> Excerpt | None:
    """All of a short run that passes by this verdict; of a long one what the pass rests on.

    None where that is long as well, or is no pass without the rest.
    """
    length = len(view.steps)
    if is_short(view.trace):
        return Excerpt(view=view, verdict=verdict, places=tuple(range(length + 1)))
    places = sorted({*_frame(view), *verdict.steps})
    if len(places) > _LONGEST_STEPS:
        return None
    short = rebuilt(view, [view.steps[place] for place in places])
    if not is_short(short.trace):
        return None
    found = decided(point.check, short)
    if found.status is not Status.PASS:
        return None
    return Excerpt(view=short, verdict=found, places=(*places, length))


def _frame(view: TraceView) -> set[int]:
    """What was asked, the shortest call of each tool that matters, the report and the end."""
    report = view.trace.report
    places = {*range(first_of_agent(view)), len(view.steps) - 1, *_tool_steps(view)}
    return places if report is None else places | {report.step}


def _tool_steps(view: TraceView) -> Iterator[int]:
    calls = view.calls
    columns = (view.column(Field.ARGUMENTS).starts, view.column(Field.RESULT).starts)
    for tool in _TOOLS:
        rows = (row for row, kind in enumerate(calls.classes) if kind is tool)
        shortest = min(
            rows,
            key=lambda row: sum(starts[row + 1] - starts[row] for starts in columns),
            default=None,
        )
        if shortest is not None:
            yield calls.steps[shortest]
