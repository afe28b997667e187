"""How an ATIF run ended, told from its last steps: report, hand-in, a call left unanswered."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers.observations import HAND_IN
from ckpt_tui.core.trace import (
    Gap,
    GapKind,
    Json,
    Report,
    RunStatus,
    Step,
    StepKind,
    Steps,
    ToolCall,
    ToolClass,
)

_TOLD_IN: Final = (
    "message", "answer", "final_answer", "final_thought", "result", "response", "summary", "text",
    "content", "output",
)  # fmt: skip
# They end a run by a call, so that a run without it was not handed in.
_SUBMITTING: Final = frozenset({"mini", "openhands", "terminus"})


class Ending(Struct, frozen=True, kw_only=True):
    """How the run ended.

    Attributes:
        gap: that the last call was never answered; None where it was, or needs no answer.
    """

    report: Report | None = None
    submitted: bool | None = None
    status: RunStatus = RunStatus.UNKNOWN
    gap: Gap | None = None


def ending_of(steps: Steps, *, agent: str, scaffold: str) -> Ending:
    """The ending, from as few steps as it takes."""
    last = _last_of(agent, steps)
    if last is None:
        return Ending(submitted=False if scaffold in _SUBMITTING else None)
    submits = any(is_submit(call, scaffold=scaffold) for call in last.calls)
    told = _told(last)
    is_over = not last.calls or submits or told is not None
    report = (told or last.message) if is_over else ""
    return Ending(
        report=Report(step=last.index, text=report) if report else None,
        submitted=submits or (False if scaffold in _SUBMITTING else None),
        status=RunStatus.COMPLETED if is_over else RunStatus.UNKNOWN,
        gap=_unanswered(last, steps) if not is_over else None,
    )


def is_submit(call: ToolCall, *, scaffold: str) -> bool:
    """Whether a call hands in the work."""
    if call.tool_class is ToolClass.SUBMIT:
        return True
    line = call.command_line
    return scaffold == "mini" and line is not None and any(mark in line for mark in HAND_IN)


def _last_of(agent: str, steps: Steps) -> Step | None:
    """The agent's last step; what its sub-agents say is not for the user."""
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        is_own = step.kind is StepKind.AGENT and step.actor == agent and not step.is_copied
        if is_own and (step.message or step.calls):
            return step
    return None


def _told(step: Step) -> str | None:
    """What the agent told the user by a call."""
    for call in step.calls:
        if call.tool_class in {ToolClass.SUBMIT, ToolClass.MESSAGE}:
            text = _text_argument(call.arguments)
            if text:
                return text
    return None


def _text_argument(arguments: Mapping[str, Json]) -> str | None:
    for name in _TOLD_IN:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            return value
    return None


def _unanswered(last: Step, steps: Steps) -> Gap | None:
    if last.index != len(steps) - 1 or all(call.result for call in last.calls):
        return None
    detail = "the run ended before its last call was answered: what that call did is not known"
    return Gap(kind=GapKind.CUT_OFF, first=last.index, last=None, detail=detail)
