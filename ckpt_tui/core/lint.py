"""What may be written down but not sealed."""

from typing import Final

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.asked import Judge, Slice
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.communicates import Communicates
from ckpt_tui.core.checks.logic import AnyOf
from ckpt_tui.core.checks.text import Speaker, Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.routes import imbalance
from ckpt_tui.core.trace import ToolClass

_SAID: Final = "it rests on the agent's own words alone, so it may carry no points"
_INSTEAD: Final = (
    "set points = 0, check what happened, or use `communicates` where telling the user is the point"
)
# All that a judge sees of the run is what the agent wrote in the end.
_WRITTEN: Final = frozenset({Slice.FINAL_REPORT, Slice.TASK})


def sealing_problems(checklist: Checklist) -> tuple[str, ...]:
    """What keeps a checklist from being sealed, one sentence each, in the order of the list."""
    refused = ((point.id, refusal(point)) for point in checklist.checkpoints)
    uneven = imbalance(checklist)
    return (
        *(f'checkpoint "{name}", check: {why}; {_INSTEAD}' for name, why in refused if why),
        *(() if uneven is None else (uneven,)),
    )


def refusal(point: Checkpoint) -> str | None:
    """Why a checkpoint may not be sealed as it is, in a few words; None where it may."""
    counts = point.enabled and point.points
    return _SAID if counts and rests_on_words(point.check) else None


def rests_on_words(check: Check) -> bool:
    """Whether the agent's own words can decide a check otherwise than as `communicates`."""
    inner = tuple(check.children())
    match check:
        case Communicates():
            return False
        case AnyOf():
            return any(map(rests_on_words, inner))
        case _ if inner and not isinstance(check, Judge):
            return all(map(_reads_words, inner)) and any(map(rests_on_words, inner))
        case _:
            return _reads_words(check)


def _reads_words(check: Check) -> bool:
    """Whether something that the agent wrote can decide a check with nothing else."""
    inner = tuple(check.children())
    match check:
        case Communicates():
            return True
        case Text():
            return check.by is Speaker.AGENT
        case ToolCalled():
            return check.tool_class is ToolClass.MESSAGE and check.result is None
        case Judge():
            return bool(check.sees) and set(check.sees) <= _WRITTEN
        case AnyOf():
            return any(map(_reads_words, inner))
        case _:
            return bool(inner) and all(map(_reads_words, inner))
