"""A conversation as a trace."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ckpt_tui.adapters.readers import chat_anthropic, chat_openai, json_tolerant
from ckpt_tui.adapters.readers.calls import parsed_arguments
from ckpt_tui.adapters.readers.chat_content import string_of, text_of
from ckpt_tui.adapters.readers.chat_talks import Talk, task_of, tools_of
from ckpt_tui.adapters.readers.documents import number_of
from ckpt_tui.adapters.readers.lazy_steps import LazySteps
from ckpt_tui.adapters.readers.turns import Conversation, Turn, TurnDraft
from ckpt_tui.adapters.readers.usages import total
from ckpt_tui.core.trace import (
    Gap,
    GapKind,
    Json,
    Outcome,
    Report,
    RunStatus,
    StepKind,
    ToolClass,
    Trace,
)

_REPORT_ARGUMENTS: Final = ("message", "answer", "result", "summary", "text", "output")
_GOOD: Final = frozenset({"pass", "passed", "success", "correct", "resolved", "true", "yes"})
_BAD: Final = frozenset({"fail", "failed", "failure", "incorrect", "unresolved", "false", "no"})


def trace_of(talk: Talk, format_name: str) -> Trace:
    """The trace of one conversation; a message that is none becomes a `meta` step."""
    conversation = Conversation.of(_turns(talk))
    drafts = conversation.drafts
    last = drafts[-1] if drafts else None
    is_handed_in = last is not None and _is_handed_in(last)
    report = None if talk.is_cut else _report(drafts)
    is_over = not talk.is_cut and (is_handed_in or report is not None)
    usages = total(draft.turn.usage for draft in drafts)
    return Trace(
        format=format_name,
        task_id=task_of(talk.wrapper),
        model=_model(talk, drafts),
        steps=LazySteps(drafts),
        report=report,
        status=RunStatus.COMPLETED if is_over else RunStatus.UNKNOWN,
        submitted=True if is_handed_in else None,
        outcome=_outcome(talk.wrapper),
        declared_tools=tools_of(talk.wrapper),
        gaps=(*conversation.gaps(), *_gaps(talk, len(drafts))),
        usage=talk.usage or usages,
        seconds=talk.seconds,
        warnings=(*conversation.warnings(), *talk.warnings),
    )


def _turns(talk: Talk) -> Iterator[Turn]:
    system = talk.wrapper.get("system")
    if isinstance(system, str | list | tuple) and system:
        kind = StepKind.SYSTEM
        yield Turn(native="system", kind=kind, actor="system", text=text_of(system))
    for native, message in enumerate(talk.messages):
        yield _turn(message, native)


def _turn(message: Json, native: int) -> Turn:
    if not isinstance(message, Mapping):
        text = json_tolerant.compact(message)
        return Turn(native=native, kind=StepKind.META, actor="unknown", text=text)
    if chat_anthropic.is_anthropic(message):
        return chat_anthropic.turn_of(message, native)
    return chat_openai.turn_of(message, native)


def _is_handed_in(draft: TurnDraft) -> bool:
    return any(call.tool_class is ToolClass.SUBMIT for call in draft.turn.calls)


def _report(drafts: Sequence[TurnDraft]) -> Report | None:
    """What the agent said last, where the conversation ends with it."""
    last = len(drafts) - 1
    if last < 0 or drafts[last].kind is not StepKind.AGENT:
        return None
    turn = drafts[last].turn
    if turn.calls and not _is_handed_in(drafts[last]):
        return None
    text = turn.text if turn.text.strip() else _handed_in(drafts[last])
    return Report(step=last, text=text) if text.strip() else None


def _handed_in(draft: TurnDraft) -> str:
    """The text among the arguments of the call that ends the run."""
    for call in draft.turn.calls:
        if call.tool_class is ToolClass.SUBMIT:
            arguments = parsed_arguments(call.arguments)
            texts = (string_of(arguments.get(name)) for name in _REPORT_ARGUMENTS)
            return next((text for text in texts if text), "")
    return ""


def _model(talk: Talk, drafts: Sequence[TurnDraft]) -> str | None:
    models = (draft.turn.model for draft in reversed(drafts))
    return next(filter(None, models), None) or string_of(talk.wrapper.get("model")) or None


def _gaps(talk: Talk, steps: int) -> tuple[Gap, ...]:
    if not talk.is_cut:
        return ()
    detail = "the recording stops in the middle of the conversation"
    return (Gap(kind=GapKind.CUT_OFF, first=max(steps - 1, 0), last=None, detail=detail),)


def _outcome(wrapper: Mapping[str, Json]) -> Outcome:
    """What the object around the messages says of the run."""
    for key in ("resolved", "correct", "label"):
        passed = _passed(wrapper.get(key))
        if passed is not None:
            return Outcome(passed=passed)
    for key in ("reward", "score"):
        value = number_of(wrapper.get(key))
        if value is not None:
            # only nought and one are sure to mean fail and pass on any scale
            passed = {0.0: False, 1.0: True}.get(value)
            return Outcome(passed=passed, value=value, values=((key, value),))
    return Outcome()


def _passed(mark: Json) -> bool | None:
    if isinstance(mark, bool):
        return mark
    if isinstance(mark, int):
        return {0: False, -1: False, 1: True}.get(mark)
    word = string_of(mark).lower()
    return True if word in _GOOD else False if word in _BAD else None
