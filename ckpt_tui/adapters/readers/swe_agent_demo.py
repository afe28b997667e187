"""Demonstrations of SWE-agent: a history of messages without a trajectory."""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.adapters.readers.calls import CallDraft
from ckpt_tui.adapters.readers.chat_content import text_of
from ckpt_tui.adapters.readers.chat_openai import calls_of
from ckpt_tui.adapters.readers.documents import Record
from ckpt_tui.adapters.readers.lazy_steps import LazySteps
from ckpt_tui.adapters.readers.swe_agent_actions import call_of
from ckpt_tui.adapters.readers.swe_agent_steps import AGENT
from ckpt_tui.adapters.readers.turns import Answer, Conversation, Turn
from ckpt_tui.core.trace import Gap, GapKind, StepKind, ToolResult, Trace

_KINDS: Final = {"system": StepKind.SYSTEM, "assistant": StepKind.AGENT, "user": StepKind.USER}
_FENCE: Final = "```"


def demo_trace(format_name: str, task: str, history: Sequence[Record], *, is_cut: bool) -> Trace:
    """The trace of a demonstration; it names neither its end nor its outcome."""
    conversation = Conversation()
    for number, message in enumerate(history):
        conversation.take(_turn(message, number, conversation))
    last = max(len(conversation.drafts) - 1, 0)
    detail = "the file is cut off"
    cut = Gap(kind=GapKind.CUT_OFF, first=last, last=None, detail=detail)
    return Trace(
        format=format_name,
        task_id=task,
        agent=AGENT,
        steps=LazySteps(conversation.drafts),
        gaps=(*conversation.gaps(), *([cut] if is_cut else [])),
        warnings=("a demonstration: a history without a trajectory", *conversation.warnings()),
    )


def _turn(message: Record, number: int, conversation: Conversation) -> Turn:
    role = message.text("role")
    text = text_of(message.value("content"))
    native = f"history[{number}]"
    kind = _KINDS.get(role, StepKind.META)
    if kind is StepKind.AGENT:
        said = message.text("thought") or text
        calls = _calls(message, text)
        return Turn(native=native, kind=kind, actor=AGENT, text=said, calls=calls)
    last = conversation.drafts[-1] if conversation.drafts else None
    if last is not None and last.kind is StepKind.AGENT:
        answer = Answer(id=None, result=ToolResult(text=text), native=native)
        return Turn(native=native, kind=kind, actor="environment", answers=(answer,))
    return Turn(native=native, kind=kind, actor=role or "unknown", text=text)


def _calls(message: Record, text: str) -> tuple[CallDraft, ...]:
    named = calls_of({"tool_calls": message.value("tool_calls")})
    if named:
        return named
    call = call_of(message.text("action") or _last_block(text))
    return () if call is None else (call,)


def _last_block(text: str) -> str:
    """The last fenced block of a text, where the agent writes its action."""
    before, fence, _ = text.rpartition(f"\n{_FENCE}")
    inside = before.rpartition(_FENCE)[2] if fence else ""
    return inside.partition("\n")[2]
