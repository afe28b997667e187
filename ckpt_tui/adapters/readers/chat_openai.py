"""Messages in the shape of OpenAI's chat API, made into turns.

https://platform.openai.com/docs/api-reference/chat/create
"""

from collections.abc import Mapping
from typing import Final

from ckpt_tui.adapters.readers.calls import CallDraft
from ckpt_tui.adapters.readers.chat_content import string_of, text_of, thinking_in
from ckpt_tui.adapters.readers.documents import mappings, number_of
from ckpt_tui.adapters.readers.turns import Answer, Turn
from ckpt_tui.adapters.readers.usages import usage_of
from ckpt_tui.core.trace import Json, StepKind, ToolResult

KINDS: Final = {
    "system": StepKind.SYSTEM,
    "developer": StepKind.SYSTEM,
    "user": StepKind.USER,
    "human": StepKind.USER,
    "assistant": StepKind.AGENT,
    "model": StepKind.AGENT,
    "gpt": StepKind.AGENT,
    "ai": StepKind.AGENT,
    "bot": StepKind.AGENT,
    "environment": StepKind.ENVIRONMENT,
    "observation": StepKind.ENVIRONMENT,
}
_RESULT_ROLES: Final = frozenset({"tool", "function", "ipython", "tool_response"})


def turn_of(message: Mapping[str, Json], native: int) -> Turn:
    """The turn of one message; `native` is its index in the recording."""
    role = role_of(message)
    if role in _RESULT_ROLES:
        return _answer(message, role, native)
    kind = KINDS.get(role, StepKind.META)
    content = message.get("content", message.get("value"))
    time = number_of(message.get("timestamp"))
    return Turn(
        native=native,
        kind=kind,
        actor=string_of(message.get("name")) or role or "unknown",
        text=text_of(content),
        reasoning=_reasoning(message) if kind is StepKind.AGENT else "",
        calls=calls_of(message) if kind is StepKind.AGENT else (),
        time=time,
        model=string_of(message.get("model")) or None,
        usage=usage_of(message.get("usage"), message.get("cost")),
    )


def role_of(message: Mapping[str, Json]) -> str:
    """The role in lower case; "" where there is none."""
    return string_of(message.get("role", message.get("from"))).lower()


def _answer(message: Mapping[str, Json], role: str, native: int) -> Turn:
    result = ToolResult(
        text=text_of(message.get("content")),
        is_error=True if message.get("is_error") is True or message.get("error") else None,
    )
    name = string_of(message.get("tool_call_id")) or None
    return Turn(
        native=native,
        kind=StepKind.ENVIRONMENT,
        actor=role,
        answers=(Answer(id=name, result=result, native=native),),
    )


def _reasoning(message: Mapping[str, Json]) -> str:
    plain = string_of(message.get("reasoning_content")) or string_of(message.get("reasoning"))
    blocks = message.get("thinking_blocks")
    if plain or not isinstance(blocks, list | tuple):
        return plain
    return "\n\n".join(thinking_in(blocks))


def calls_of(message: Mapping[str, Json]) -> tuple[CallDraft, ...]:
    """The calls of a message, in their order."""
    called = [_call(call) for call in mappings(message.get("tool_calls"))]
    legacy = message.get("function_call")
    if isinstance(legacy, Mapping) and not called:
        called.append(_named(None, legacy))
    return tuple(called)


def _call(call: Mapping[str, Json]) -> CallDraft:
    function = call.get("function")
    name = string_of(call.get("id")) or None
    return _named(name, function if isinstance(function, Mapping) else call)


def _named(call_id: str | None, function: Mapping[str, Json]) -> CallDraft:
    arguments = function.get("arguments", function.get("args", function.get("input")))
    name = string_of(function.get("name")) or string_of(function.get("function"))
    return CallDraft(id=call_id, name=name, arguments=arguments)
