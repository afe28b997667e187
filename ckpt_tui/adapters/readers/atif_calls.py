"""The tool calls of one ATIF step, each paired with what came back."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif_extras import recorded_of
from ckpt_tui.adapters.readers.atif_records import Call, Content, Part, Result, SearchedRecord
from ckpt_tui.adapters.readers.calls import OBSERVATION, parsed_arguments
from ckpt_tui.adapters.readers.documents import mapping_of
from ckpt_tui.adapters.readers.outputs import Unwrap
from ckpt_tui.adapters.readers.text_calls import TextCall
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json, ToolResult

_NO_ARGUMENTS: Final = b"{}"
_UNNAMED: Final = "unnamed"


class Made(NamedTuple):
    """A call as it was made.

    Attributes:
        arguments: compact JSON, or the encoded text where they are no JSON object.
        result: None where no answer was recorded.
    """

    id: str | None
    name: str
    arguments: bytes
    result: ToolResult | None


def made_calls(
    record: SearchedRecord, written: Sequence[TextCall], unwrap: Unwrap | None
) -> Sequence[Made]:
    """The calls of a step with their results, in order.

    `written` are those found in the message, for a step that lists none. A result that belongs
    to no call becomes a call named `observation`, so that nothing is hidden.
    """
    calls = record.tool_calls or _written(written)
    results = (record.observation.results if record.observation else None) or []
    answers, loose = _paired(calls, results)
    marks = _StepMarks.of(bytes(record.extra))
    made = [
        Made(
            call.tool_call_id or None,
            call.function_name or _UNNAMED,
            compact_arguments(bytes(call.arguments)),
            _joined(answer, unwrap, marks.of_call(call.tool_call_id)),
        )
        for call, answer in zip(calls, answers, strict=True)
    ]
    observed = (_joined([result], unwrap, {}) for result in loose)
    return made + [
        Made(None, OBSERVATION, _NO_ARGUMENTS, result) for result in observed if result is not None
    ]


def arguments_of(arguments: bytes) -> Mapping[str, Json]:
    """Parsed arguments; what is no JSON object stands under the path ""."""
    if arguments[:1] != b"{":
        return {"": json_tolerant.text_of(arguments)}
    try:
        found = json_tolerant.parse(arguments)
    except ValueError:
        return {"": json_tolerant.text_of(arguments)}
    return found if isinstance(found, Mapping) else {}


def compact_arguments(arguments: bytes) -> bytes:
    """Compact JSON of an object, given as one or as a string of JSON, or the text as it is."""
    if arguments[:1] == b"{":
        try:
            return json_tolerant.compact_raw(arguments)
        except ValueError:
            return encode(json_tolerant.text_of(arguments))
    try:
        found = parsed_arguments(json_tolerant.parse(arguments) if arguments else None)
    except ValueError:
        return encode(json_tolerant.text_of(arguments))
    text = found.get("") if len(found) == 1 else None
    return encode(text if isinstance(text, str) else json_tolerant.compact(found))


def content_text(content: Content) -> str:
    """A message or an output as one text, its parts joined by a blank line."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "\n\n".join(_part_text(part) for part in content)


def _part_text(part: Part) -> str:
    if part.text is not None:
        return part.text
    if part.source is not None and part.source.path is not None:
        return f"[{part.type or 'file'} {part.source.path}]"
    return f"[{part.type or 'empty part'}]"


def _written(written: Sequence[TextCall]) -> list[Call]:
    return [
        Call(
            function_name=call.name,
            arguments=msgspec.Raw(encode(json_tolerant.compact(call.arguments))),
        )
        for call in written
    ]


def _paired(
    calls: Sequence[Call], results: Sequence[Result]
) -> tuple[list[list[Result]], list[Result]]:
    """The results of every call, and those that belong to none."""
    answers: list[list[Result]] = [[] for _ in calls]
    numbers = {call.tool_call_id: number for number, call in enumerate(calls) if call.tool_call_id}
    unnamed: list[Result] = []
    for result in results:
        number = numbers.get(result.source_call_id or "")
        if number is None:
            unnamed.append(result)
        elif result.content not in [given.content for given in answers[number]]:
            answers[number].append(result)
    if len(calls) > 1 and len(unnamed) == 1 and not any(answers):
        # A terminal shows one screen after a batch of commands: it answers each of them.
        return [unnamed for _ in calls], []
    return answers, _in_order(answers, unnamed)


def _in_order(answers: Sequence[list[Result]], unnamed: Sequence[Result]) -> list[Result]:
    waiting = [answer for answer in answers if not answer]
    for answer, result in zip(waiting, unnamed, strict=False):
        answer.append(result)
    loose = list(unnamed[len(waiting) :])
    if len(answers) == 1:
        answers[0].extend(loose)
        return []
    return loose


def _joined(
    results: Sequence[Result], unwrap: Unwrap | None, marks: Mapping[str, Json]
) -> ToolResult | None:
    found = [_one(result, unwrap, marks) for result in results if not _is_blank(result)]
    if len(found) < 2:  # noqa: PLR2004 (one result needs no joining)
        return found[0] if found else None
    return replace(found[-1], text="\n".join(result.text for result in found))


def _is_blank(result: Result) -> bool:
    """A place kept for an answer that never came, or that only names a sub-agent."""
    return result.content is None and not _is_given(result.extra)


def _is_given(extra: msgspec.Raw) -> bool:
    return bool(extra) and bytes(extra) != b"null"


def _one(result: Result, unwrap: Unwrap | None, marks: Mapping[str, Json]) -> ToolResult:
    text = content_text(result.content)
    if not _is_given(result.extra) and not marks:
        return unwrap(text) if unwrap else ToolResult(text=text)
    recorded = recorded_of(_object(bytes(result.extra)), marks)
    text = recorded.text_in(text)
    if unwrap is None or recorded.exit_code is not None:
        return ToolResult(text=text, exit_code=recorded.exit_code, is_error=recorded.is_error)
    found = unwrap(text)
    return found if recorded.is_error is None else replace(found, is_error=recorded.is_error)


class _StepMarks(NamedTuple):
    """What a step's `extra` says of its calls: Codex keeps exit codes there."""

    single: Mapping[str, Json]
    by_call: Mapping[str, Json]

    @classmethod
    def of(cls, raw: bytes) -> "_StepMarks":
        if b"tool_" not in raw and b'"status"' not in raw:
            return _NO_MARKS
        extra = _object(raw)
        single = {key: extra[key] for key in ("tool_metadata", "status") if key in extra}
        details = extra.get("tool_call_details")
        return cls(single, details if isinstance(details, Mapping) else {})

    def of_call(self, call_id: str | None) -> Mapping[str, Json]:
        found = self.by_call.get(call_id or "")
        return found if isinstance(found, Mapping) else self.single


_NO_MARKS: Final = _StepMarks({}, {})


def _object(raw: bytes) -> Mapping[str, Json]:
    if not raw:
        return {}
    try:
        return mapping_of(json_tolerant.parse(raw))
    except ValueError:
        return {}
