"""The records of an ATIF document as they are decoded, whatever their producer made of them."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

import msgspec

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.documents import number_of
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json

Record = TypeVar("Record", bound=msgspec.Struct)
_MOST_TOKENS: Final = 1 << 63
NOTHING: Final = msgspec.Raw(b"")


class Media(msgspec.Struct, gc=False):
    """Where an image or a sound of a message lies."""

    path: str | None = None


class Part(msgspec.Struct, gc=False):
    """One part of a message since version 1.6: text, image or audio."""

    type: str | None = None
    text: str | None = None
    source: Media | None = None


Content: TypeAlias = str | list[Part] | None


class Call(msgspec.Struct, gc=False):
    """One tool call."""

    tool_call_id: str | None = None
    function_name: str | None = None
    arguments: msgspec.Raw = NOTHING


class SubagentRef(msgspec.Struct, gc=False):
    """Where the trajectory of a sub-agent lies."""

    trajectory_id: str | None = None
    session_id: str | None = None
    trajectory_path: str | None = None


class Result(msgspec.Struct, gc=False):
    """One result of an observation."""

    source_call_id: str | None = None
    content: Content = None
    subagent_trajectory_ref: list[SubagentRef] | None = None
    extra: msgspec.Raw = NOTHING


class Observation(msgspec.Struct, gc=False):
    """What came back in a step."""

    results: list[Result] | None = None


class Metrics(msgspec.Struct, gc=False):
    """Cost of one inference; token id arrays and log probabilities are skipped unparsed."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    cost_usd: float | None = None


class SearchedRecord(msgspec.Struct, gc=False):
    """What searches look at of a step."""

    source: str | None = None
    message: Content = None
    reasoning_content: str | None = None
    tool_calls: list[Call] | None = None
    observation: Observation | None = None
    extra: msgspec.Raw = NOTHING
    is_copied_context: bool | None = None


class StepRecord(SearchedRecord, gc=False):
    """A whole step."""

    step_id: int | float | str | None = None
    timestamp: str | None = None
    model_name: str | None = None
    metrics: Metrics | None = None


class NumberRecord(msgspec.Struct, gc=False):
    """A step's number alone."""

    step_id: int | float | str | None = None


class MomentRecord(msgspec.Struct, gc=False):
    """When a step was made and by which model, alone."""

    timestamp: str | None = None
    model_name: str | None = None


class MetricsRecord(msgspec.Struct, gc=False):
    """A step's cost alone."""

    metrics: Metrics | None = None


# Bytes where the document is sound; a record where it had to be read leniently.
StepSource: TypeAlias = msgspec.Raw | StepRecord


def loose_step(found: Json) -> StepRecord:
    """A step of whatever shape, keeping of each field what can be understood."""
    if not isinstance(found, Mapping):
        return StepRecord(message=json_tolerant.compact(found))
    flag = found.get("is_copied_context")
    number = found.get("step_id")
    return StepRecord(
        source=text(found.get("source")),
        tool_calls=[_call(item) for item in _items(found.get("tool_calls"))],
        observation=_observation(found.get("observation")),
        extra=raw(found.get("extra")),
        step_id=number if isinstance(number, int | float | str) else None,
        timestamp=text(found.get("timestamp")),
        message=_content(found.get("message")),
        model_name=text(found.get("model_name")),
        reasoning_content=text(found.get("reasoning_content")),
        metrics=_metrics(found.get("metrics")),
        is_copied_context=flag if isinstance(flag, bool) else None,
    )


def text(found: Json) -> str | None:
    """A text, or what else stands in its place as JSON."""
    if found is None or isinstance(found, str):
        return found
    return json_tolerant.compact(found)


def raw(found: Json) -> msgspec.Raw:
    """A value as the bytes of its JSON; empty for null."""
    if found is None:
        return NOTHING
    return msgspec.Raw(encode(json_tolerant.compact(found)))


def _items(found: Json) -> Sequence[Json]:
    if isinstance(found, str | Mapping):
        return [found]
    return found if isinstance(found, Sequence) else []


def _call(found: Json) -> Call:
    if not isinstance(found, Mapping):
        return Call(arguments=raw(found))
    return Call(
        tool_call_id=text(found.get("tool_call_id")),
        function_name=text(found.get("function_name")),
        arguments=raw(found.get("arguments")),
    )


def _observation(found: Json) -> Observation | None:
    if found is None:
        return None
    results = found.get("results") if isinstance(found, Mapping) else found
    return Observation(results=[_result(item) for item in _items(results)])


def _result(found: Json) -> Result:
    if not isinstance(found, Mapping):
        return Result(content=text(found))
    refs = _items(found.get("subagent_trajectory_ref"))
    return Result(
        source_call_id=text(found.get("source_call_id")),
        content=_content(found.get("content")),
        subagent_trajectory_ref=[_subagent(ref) for ref in refs],
        extra=raw(found.get("extra")),
    )


def _subagent(found: Json) -> SubagentRef:
    if not isinstance(found, Mapping):
        return SubagentRef(trajectory_id=text(found))
    return SubagentRef(
        trajectory_id=text(found.get("trajectory_id")),
        session_id=text(found.get("session_id")),
        trajectory_path=text(found.get("trajectory_path")),
    )


def _content(found: Json) -> Content:
    if not isinstance(found, Sequence) or isinstance(found, str):
        return text(found)
    return [_part(item) for item in found]


def _part(found: Json) -> Part:
    if not isinstance(found, Mapping):
        return Part(type="text", text=text(found))
    source = found.get("source")
    media = Media(path=text(source.get("path"))) if isinstance(source, Mapping) else None
    kind = text(found.get("type"))
    if kind == "text" or media is not None:
        return Part(type=kind, text=text(found.get("text")), source=media)
    return Part(type=kind, text=text(found.get("text")) or json_tolerant.compact(found))


def _metrics(found: Json) -> Metrics | None:
    if not isinstance(found, Mapping):
        return None
    return Metrics(
        prompt_tokens=_count(found.get("prompt_tokens")),
        completion_tokens=_count(found.get("completion_tokens")),
        cached_tokens=_count(found.get("cached_tokens")),
        cost_usd=number_of(found.get("cost_usd")),
    )


def _count(found: Json) -> int | None:
    # false for NaN and infinity
    if isinstance(found, int | float) and abs(found) < _MOST_TOKENS:
        return int(found)
    return None


def decoded(source: StepSource, decoder: "msgspec.json.Decoder[Record]") -> "Record | StepRecord":
    """A step's record, or what can be made of one that the strict decoder refuses."""
    if isinstance(source, StepRecord):
        return source
    try:
        return decoder.decode(source)
    except (msgspec.DecodeError, RecursionError):
        return loose_step(_parsed(bytes(source)))


def _parsed(source: bytes) -> Json:
    try:
        return json_tolerant.parse(source)
    except ValueError:
        return json_tolerant.text_of(source)
