"""Which calls of a trace a check is about."""

from collections import Counter
from collections.abc import Callable
from enum import StrEnum

from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.position import Position
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView

# Calls that end a turn: what they say is in their arguments, and no output is ever recorded.
SILENT = frozenset({ToolClass.SUBMIT, ToolClass.MESSAGE})


class CallStatus(StrEnum):
    """How a call went: an error has the recording's error mark or an exit code that is not 0."""

    OK = "ok"
    ERROR = "error"
    ANY = "any"


def fitting_calls(
    view: TraceView, tool: Match | None, tool_class: ToolClass | None
) -> Callable[[int], bool]:
    """Tells by its row whether a call of this run has such a tool."""
    calls, copied = view.calls, view.steps.copied
    names, classes, steps = calls.names, calls.classes, calls.steps
    known = _names(view)
    allowed = known if tool is None else {name for name in known if holds(tool, name)}

    def fits(row: int) -> bool:
        return (
            names[row] in allowed
            and (tool_class is None or classes[row] is tool_class)
            and steps[row] not in copied
        )

    return fits


def how_many(view: TraceView, tool: Match | None, tool_class: ToolClass | None) -> int:
    """How many calls of this run have such a tool."""
    return sum(
        number
        for (name, its_class), number in _tallies(view).items()
        if (tool is None or holds(tool, name)) and tool_class in (None, its_class)
    )


def undeclared(view: TraceView, tool: Match | None) -> Verdict | None:
    """`unavailable` where the agent was given no such tool and called none; None otherwise."""
    declared = view.trace.declared_tools
    if tool is None or declared is None:
        return None
    if any(holds(tool, name) for name in declared | _names(view)):
        return None
    reason = "The agent was not given such a tool; name another tool, or a class of tools."
    return Verdict(status=Status.UNAVAILABLE, reason=reason)


def position_of(view: TraceView, row: int) -> Position:
    """The moment of a call."""
    calls = view.calls
    return Position(calls.steps[row], calls.numbers[row])


def place_of(view: TraceView, row: int) -> str:
    """A call's tool and step, for a sentence."""
    return f"{view.calls.names[row]} at step {view.calls.steps[row]}"


def doubted(view: TraceView, row: int) -> str:
    """Why a match in a call's result may prove nothing."""
    return f"What {place_of(view, row)} printed may be the agent's own words."


def result_evidence(view: TraceView, row: int, span: tuple[int, int] | None = None) -> Evidence:
    """A byte span of a call's result; the whole of it where None."""
    raw = view.column(Field.RESULT).raw(row)
    step, number = position_of(view, row)
    return view.evidence(step, f"calls[{number}].result", raw, span or (0, len(raw)))


def _names(view: TraceView) -> frozenset[str]:
    return view.kept(_names, lambda: frozenset(view.calls.names))


def _tallies(view: TraceView) -> Counter[tuple[str, ToolClass]]:
    return view.kept(_tallies, lambda: _tallied(view))


def _tallied(view: TraceView) -> Counter[tuple[str, ToolClass]]:
    calls, copied = view.calls, view.steps.copied
    tools = zip(calls.names, calls.classes, strict=True)
    if not copied:
        return Counter(tools)
    return Counter(
        tool for tool, step in zip(tools, calls.steps, strict=True) if step not in copied
    )
