"""The tool calls of one ATIF step, each paired with what came back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import msgspec

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif_records import Call, CallRecord, Content, Part, Result
from ckpt_tui.adapters.readers.outputs import Output, Unwrap
from ckpt_tui.adapters.readers.text_calls import TextCall
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json

OBSERVATION: Final = "observation"
_NO_ARGUMENTS: Final = b"{}"
_ERROR_WORDS: Final = frozenset({"error", "failed", "failure"})
_FINE_WORDS: Final = frozenset({"ok", "success", "succeeded", "completed"})


class Made(NamedTuple):
    """A call as it was made.

    Attributes:
        arguments: compact JSON, or the encoded text where they are no JSON object.
        output: None where no answer was recorded.
    """

    id: str | None
    name: str
    arguments: bytes
    output: Output | None


def made_calls(record: CallRecord, written: Sequence[TextCall], unwrap: Unwrap) -> Sequence[Made]:
    """The calls of a step with their outputs, in order.

    `written` are those found in the message, for a step that lists none. An output that belongs
    to no call becomes a call named `observation`, so that nothing is hidden.
    """
    calls = record.tool_calls
    results = record.observation.results if record.observation else None
    if not results:
        return [_made(call, None) for call in calls or _written(written)]
    if not calls:
        calls = _written(written)
    if len(calls) == 1 and len(results) == 1:
        answers, loose = [[results[0]]], []
    else:
        answers, loose = _paired(calls, results)
    marks = _StepMarks.of(bytes(record.extra))
    made = [
        _made(call, _output(answer, unwrap, marks.of_call(call.tool_call_id)))
        for call, answer in zip(calls, answers, strict=True)
    ]
    extra = [
        Made(None, OBSERVATION, _NO_ARGUMENTS, output)
        for result in loose
        if (output := _output([result], unwrap, {})) is not None
    ]
    return made + extra


def arguments_of(arguments: bytes) -> Mapping[str, Json]:
    """Parsed arguments; what is no JSON object stands under the path ""."""
    try:
        found = json_tolerant.parse(arguments)
    except ValueError:
        return {"": json_tolerant.text_of(arguments)}
    return found if isinstance(found, Mapping) else {"": found}


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


def _made(call: Call, output: Output | None) -> Made:
    arguments = bytes(call.arguments)
    return Made(
        call.tool_call_id or None,
        call.function_name or "tool",
        _compact_object(arguments) if arguments[:1] == b"{" else _no_object(arguments),
        output,
    )


def _compact_object(arguments: bytes) -> bytes:
    try:
        return json_tolerant.compact_raw(arguments)
    except ValueError:
        return encode(json_tolerant.text_of(arguments))


def _no_object(arguments: bytes) -> bytes:
    """Arguments given as a JSON string hold the object that was meant, or text that broke."""
    if arguments in {b"", b"null"}:
        return _NO_ARGUMENTS
    try:
        found = json_tolerant.parse(arguments)
    except ValueError:
        return encode(json_tolerant.text_of(arguments))
    if not isinstance(found, str):
        return encode(json_tolerant.compact(found))
    inner = encode(found)
    return _compact_object(inner) if inner.lstrip()[:1] == b"{" else inner


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


def _output(results: Sequence[Result], unwrap: Unwrap, marks: Mapping[str, Json]) -> Output | None:
    outputs = [output for result in results if (output := _one(result, unwrap, marks)) is not None]
    if len(outputs) < 2:  # noqa: PLR2004 (one output needs no joining)
        return outputs[0] if outputs else None
    joined = "\n".join(output.text for output in outputs)
    return replace(outputs[-1], text=joined)


def _one(result: Result, unwrap: Unwrap, marks: Mapping[str, Json]) -> Output | None:
    if result.content is None and not result.extra:
        return None
    content = result.content
    text = content if isinstance(content, str) else content_text(content)
    if not result.extra and not marks:
        return unwrap(text)
    extra = _object(bytes(result.extra))
    recorded = _Recorded.of(extra, marks)
    if recorded.text is not None and text.startswith(recorded.text.strip()):
        text = recorded.text
    output = unwrap(text) if recorded.exit_code is None else Output(text)
    return Output(
        output.text,
        output.exit_code if recorded.exit_code is None else recorded.exit_code,
        output.is_error if recorded.is_error is None else recorded.is_error,
    )


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


@dataclass(frozen=True, slots=True)
class _Recorded:
    """What the extras around a result say outright."""

    text: str | None
    exit_code: int | None
    is_error: bool | None

    @classmethod
    def of(cls, extra: Mapping[str, Json], marks: Mapping[str, Json]) -> "_Recorded":
        metadata = _mapping(extra.get("tool_result_metadata"))
        before = _mapping(metadata.get("raw_tool_result")).get("content")
        places = (
            extra,
            _mapping(metadata.get("tool_use_result")),
            _mapping(extra.get("tool_metadata")),
            _mapping(marks.get("tool_metadata")),
            _mapping(marks.get("metadata")),
        )
        codes = [
            place.get(key) for place in places for key in ("exit_code", "exitCode", "returncode")
        ]
        flags = [
            extra.get("tool_result_is_error"),
            extra.get("is_error"),
            _word(extra),
            _word(marks),
        ]
        return cls(
            text=before if isinstance(before, str) else None,
            exit_code=next((code for code in codes if type(code) is int), None),
            is_error=next((flag for flag in flags if isinstance(flag, bool)), None),
        )


def _word(place: Mapping[str, Json]) -> bool | None:
    status = place.get("status")
    if status in _ERROR_WORDS:
        return True
    return False if status in _FINE_WORDS else None


def _mapping(found: Json) -> Mapping[str, Json]:
    return found if isinstance(found, Mapping) else {}


def _object(raw: bytes) -> Mapping[str, Json]:
    if not raw:
        return {}
    try:
        return _mapping(json_tolerant.parse(raw))
    except ValueError:
        return {}
