"""What a message of a conversation answers."""

from typing import Final

from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.trace import Field, GapKind, StepKind, ToolClass
from ckpt_tui.core.view import TraceView

_PARTNERS: Final = frozenset({StepKind.USER, StepKind.AGENT})


def is_reply(view: TraceView, step: int, asked: Match) -> bool | None:
    """Whether user or agent had said what matches, since the last message by the step's writer.

    A message through a tool counts like any other. None where a part of that stretch is missing.
    Time: the steps since that last message.
    """
    answer, since = _found(view, step, asked)
    return None if _is_gapped(view, since, step) else answer


def _found(view: TraceView, step: int, asked: Match) -> tuple[bool, int]:
    """Whether it was said, and the step that decides."""
    kinds = view.steps.kinds
    for earlier in range(step - 1, -1, -1):
        is_own = kinds[earlier] is kinds[step]
        if not view.happened(earlier) or not (is_own or kinds[earlier] in _PARTNERS):
            continue
        said = _said(view, earlier)
        if is_own and said:
            return False, earlier
        if not is_own and any(holds(asked, text) for text in said):
            return True, earlier
    return False, 0


def _said(view: TraceView, step: int) -> tuple[str, ...]:
    """What a step says: its message, and what it tells through a tool for messages."""
    text = view.column(Field.MESSAGE).text(step)
    said = (text,) if text.strip() else ()
    if ToolClass.MESSAGE not in view.calls.classes:
        return said
    calls = view.steps[step].calls
    told = (call.arguments_text for call in calls if call.tool_class is ToolClass.MESSAGE)
    return (*said, *told)


def _is_gapped(view: TraceView, first: int, last: int) -> bool:
    """Whether something between two steps is missing; what came behind the end is not."""
    return any(
        gap.first <= last and (gap.last is None or gap.last >= first)
        for gap in view.trace.gaps
        if gap.kind is not GapKind.CUT_OFF
    )
