"""What a message of a conversation answers."""

from typing import Final

from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.trace import Field, StepKind, ToolClass
from ckpt_tui.core.view import TraceView

_PARTNERS: Final = frozenset({StepKind.USER, StepKind.AGENT})


def is_reply(view: TraceView, step: int, asked: Match) -> bool:
    """Whether user or agent had said what matches, since the last message by the step's writer.

    A message through a tool counts like any other. Time: the steps since that last message.
    """
    kinds = view.steps.kinds
    for earlier in range(step - 1, -1, -1):
        is_own = kinds[earlier] is kinds[step]
        if not view.happened(earlier) or not (is_own or kinds[earlier] in _PARTNERS):
            continue
        said = _said(view, earlier)
        if is_own and said:
            return False
        if not is_own and any(holds(asked, text) for text in said):
            return True
    return False


def _said(view: TraceView, step: int) -> tuple[str, ...]:
    """What a step says: its message, and what it tells through a tool for messages."""
    text = view.column(Field.MESSAGE).text(step)
    said = (text,) if text.strip() else ()
    if ToolClass.MESSAGE not in view.calls.classes:
        return said
    calls = view.steps[step].calls
    told = (call.arguments_text for call in calls if call.tool_class is ToolClass.MESSAGE)
    return (*said, *told)
