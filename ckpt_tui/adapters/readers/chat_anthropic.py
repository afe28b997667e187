"""Messages in the shape of Anthropic's messages API, made into turns.

https://docs.anthropic.com/en/api/messages
"""

from collections.abc import Mapping, Sequence
from typing import Final

from ckpt_tui.adapters.readers.calls import CallDraft
from ckpt_tui.adapters.readers.chat_content import string_of, text_of, thinking_in
from ckpt_tui.adapters.readers.chat_openai import KINDS, role_of
from ckpt_tui.adapters.readers.documents import mappings
from ckpt_tui.adapters.readers.turns import Answer, Turn
from ckpt_tui.adapters.readers.usages import usage_of
from ckpt_tui.core.trace import Json, StepKind, ToolResult

_CALLS: Final = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_THINKING: Final = frozenset({"thinking", "redacted_thinking"})
_SUFFIX: Final = "tool_result"


def is_anthropic(message: Mapping[str, Json]) -> bool:
    """Whether a message has blocks that only this shape has."""
    return any(
        _type(block) in _CALLS | _THINKING or _type(block).endswith(_SUFFIX)
        for block in mappings(message.get("content"))
    )


def turn_of(message: Mapping[str, Json], native: int) -> Turn:
    """The turn of one message; `native` is its index in the recording."""
    role = role_of(message)
    blocks = mappings(message.get("content"))
    thoughts = [block for block in blocks if _type(block) in _THINKING]
    return Turn(
        native=native,
        kind=KINDS.get(role, StepKind.META),
        actor=string_of(message.get("name")) or role or "unknown",
        text=_said(message.get("content"), blocks),
        reasoning="\n\n".join(thought for thought in thinking_in(thoughts) if thought),
        calls=tuple(_call(block) for block in blocks if _type(block) in _CALLS),
        answers=tuple(_answer(block, native) for block in blocks if _type(block).endswith(_SUFFIX)),
        model=string_of(message.get("model")) or None,
        usage=usage_of(message.get("usage")),
    )


def _type(block: Mapping[str, Json]) -> str:
    return string_of(block.get("type"))


def _said(content: Json, blocks: Sequence[Mapping[str, Json]]) -> str:
    if isinstance(content, str):
        return content
    hidden = _CALLS | _THINKING
    return text_of([b for b in blocks if _type(b) not in hidden and not _type(b).endswith(_SUFFIX)])


def _call(block: Mapping[str, Json]) -> CallDraft:
    return CallDraft(
        id=string_of(block.get("id")) or None,
        name=string_of(block.get("name")),
        arguments=block.get("input"),
    )


def _answer(block: Mapping[str, Json], native: int) -> Answer:
    mark = block.get("is_error")
    return Answer(
        id=string_of(block.get("tool_use_id")) or None,
        result=ToolResult(
            text=text_of(block.get("content")), is_error=mark if isinstance(mark, bool) else None
        ),
        native=native,
    )
