"""One conversation, taken out of whichever container it was kept in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from ckpt_tui.adapters.readers.chat_content import string_of
from ckpt_tui.adapters.readers.documents import mapping_of
from ckpt_tui.core.trace import Json, Usage

_SPEAKERS: Final = ("system", "user", "assistant", "tool")


class Talk(Struct, frozen=True, kw_only=True, eq=False):
    """A conversation before its messages are read.

    Attributes:
        messages: in their order, each an object or whatever stands in its place.
        wrapper: what stands beside the messages: system prompt, task, reward, tools, model.
        usage: of the whole conversation, where its container says so.
        seconds: from the first record to the last, or None.
        is_cut: the file stops in the middle, or the last request was never answered.
        warnings: oddities of the container, one sentence each.
    """

    messages: Sequence[Json]
    wrapper: Mapping[str, Json] = field(default_factory=dict[str, Json])
    usage: Usage | None = None
    seconds: float | None = None
    is_cut: bool = False
    warnings: tuple[str, ...] = ()


def is_talk(record: Json) -> bool:
    """Whether an object holds a whole conversation."""
    if not isinstance(record, Mapping):
        return False
    if isinstance(record.get("messages_display"), str):
        return True
    if "prompt" in record and "completion" in record:
        return True
    return any(_are_messages(record.get(key)) for key in ("messages", "conversations"))


def talk_of(record: Mapping[str, Json]) -> Talk:
    """The conversation that an object holds."""
    display = record.get("messages_display")
    if isinstance(display, str):
        return Talk(messages=list(_displayed(display)), wrapper=record)
    for key in ("messages", "conversations"):
        messages = record.get(key)
        if isinstance(messages, list | tuple):
            return Talk(messages=messages, wrapper=record)
    return Talk(
        messages=[
            *_said(record.get("prompt"), "user"),
            *_said(record.get("completion"), "assistant"),
        ],
        wrapper=record,
    )


def _are_messages(value: Json) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(map(is_message, value))


def is_message(value: Json) -> bool:
    """Whether an object is a chat message, and no item of another API that carries roles too."""
    if not isinstance(value, Mapping):
        return False
    is_item = value.get("type") in {
        "message", "function_call", "function_call_output", "reasoning",
    }  # fmt: skip
    has_content = any(key in value for key in ("content", "tool_calls", "function_call"))
    if isinstance(value.get("role"), str) and has_content and not is_item:
        return True
    return isinstance(value.get("from"), str) and "value" in value


def _said(value: Json, role: str) -> Iterator[Json]:
    if _are_messages(value) and isinstance(value, list | tuple):
        yield from value
    elif value is not None:
        yield {"role": role, "content": value}


def _displayed(text: str) -> Iterator[Json]:
    """The messages of a rendering with one `role: text` a message, lines of it following."""
    role, lines = "", list[str]()
    for line in text.split("\n"):
        speaker, colon, rest = line.partition(": ")
        if colon and speaker in _SPEAKERS:
            if role:
                yield _rendered(role, lines)
            role, lines = speaker, [rest]
        else:
            lines.append(line)
    if role or lines:
        yield _rendered(role or "user", lines)


def _rendered(role: str, lines: Sequence[str]) -> Json:
    said = "\n".join(lines)
    # Python's word for a message that only called a tool
    return {"role": role, "content": "" if said == "None" and role == "assistant" else said}


def task_of(wrapper: Mapping[str, Json]) -> str | None:
    """The task's id, as the wrapper or its metadata names it."""
    places = (wrapper, mapping_of(wrapper.get("metadata")))
    names = (string_of(place.get(key)) for place in places for key in ("task_id", "instance_id"))
    return next((name for name in names if name), None)


def tools_of(wrapper: Mapping[str, Json]) -> frozenset[str] | None:
    """The names of the declared tools; None where nothing was declared."""
    declared = wrapper.get("tools", wrapper.get("functions"))
    if not isinstance(declared, list | tuple):
        return None
    return frozenset(filter(None, (_tool_name(tool) for tool in declared)))


def _tool_name(tool: Json) -> str:
    if not isinstance(tool, Mapping):
        return string_of(tool)
    function = tool.get("function")
    return string_of(function.get("name") if isinstance(function, Mapping) else tool.get("name"))
