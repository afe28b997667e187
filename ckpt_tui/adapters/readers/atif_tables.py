"""One pass over undecoded steps for their texts, one for their calls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import msgspec

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif_calls import (
    Made,
    arguments_of,
    compact_arguments,
    content_text,
)
from ckpt_tui.adapters.readers.atif_records import (
    NOTHING,
    CallRecord,
    Record,
    StepRecord,
    StepSource,
    TextRecord,
    decoded,
)
from ckpt_tui.adapters.readers.atif_step import KINDS, StepMaker, facts_of
from ckpt_tui.adapters.readers.columns import ColumnWriter
from ckpt_tui.core.text import TextColumn, encode
from ckpt_tui.core.trace import CallTable, StepKind, ToolClass

# Long enough to spare calls, short enough that no other thread waits for long.
_SLICE: Final = 512
_CALLS: Final = msgspec.json.Decoder(CallRecord), msgspec.json.Decoder(list[CallRecord])
_STEPS: Final = msgspec.json.Decoder(StepRecord), msgspec.json.Decoder(list[StepRecord])
_OBJECTS: Final = msgspec.json.Decoder(list[msgspec.Raw])
_TEXTS: Final = msgspec.json.Decoder(TextRecord), msgspec.json.Decoder(list[TextRecord])

# Where a tool's class hangs on its arguments, they hold one of these words.
_TELLING: Final = {
    ToolClass.SHELL: (b"apply_patch",),
    ToolClass.READ: (b'"url"',),
    ToolClass.EDIT: (b'"view"',),
    ToolClass.OTHER: (b'"command"', b'"cmd"'),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTexts:
    """The columns with one row a step."""

    messages: TextColumn
    reasonings: TextColumn


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCalls:
    """What one pass over the calls finds: a row a step, or a row a call."""

    kinds: Sequence[StepKind]
    actors: Sequence[str]
    copied: frozenset[int]
    table: CallTable
    arguments: TextColumn
    results: TextColumn


def step_texts(sources: Sequence[StepSource]) -> StepTexts:
    """The texts of all steps."""
    messages, reasonings = ColumnWriter(), ColumnWriter()
    for records in _slices(sources, *_TEXTS):
        messages.add([encode(content_text(record.message)) for record in records])
        reasonings.add([encode(record.reasoning_content or "") for record in records])
    return StepTexts(messages=messages.column(), reasonings=reasonings.column())


def step_calls(sources: Sequence[StepSource], maker: StepMaker) -> StepCalls:
    """The calls of all steps."""
    kinds: list[StepKind] = []
    actors: list[str] = []
    copied: list[int] = []
    calls = _CallWriter()
    slices = _slices(sources, *_STEPS) if maker.reads_messages else _slices(sources, *_CALLS)
    for records in slices:
        first = len(kinds)
        kinds.extend([KINDS.get(record.source or "", StepKind.META) for record in records])
        actors.extend(
            [
                maker.agent
                if record.source == "agent" and record.extra is NOTHING
                else maker.actor(record)
                for record in records
            ]
        )
        copied.extend([first + at for at, record in enumerate(records) if record.is_copied_context])
        calls.add(_rows(records, first, maker))
    arguments = calls.arguments.column()
    return StepCalls(
        kinds=kinds,
        actors=actors,
        copied=frozenset(copied),
        table=calls.table(arguments),
        arguments=arguments,
        results=calls.results.column(),
    )


# Step, number in the step, name, arguments (bytes once compact), output or None, error mark,
# exit code.
_Row: TypeAlias = tuple[int, int, str, bytes | msgspec.Raw, str | None, bool | None, int | None]


def _rows(records: Sequence[CallRecord], first: int, maker: StepMaker) -> list[_Row]:
    rows: list[_Row] = []
    for index, record in enumerate(records, start=first):
        row = None if maker.unwraps else _plain_row(index, record)
        if row is not None:
            rows.append(row)
        elif record.tool_calls or record.observation or maker.reads_messages:
            rows.extend(
                [_row(index, number, made) for number, made in enumerate(maker.calls(record))]
            )
    return rows


def _plain_row(index: int, record: CallRecord) -> _Row | None:
    """The row of a step with one call and its plain result, which most steps are.

    Says what `maker.calls` would say, in a tenth of the time.
    """
    calls, observation = record.tool_calls, record.observation
    if not calls or not observation or record.extra is not NOTHING:
        return None
    results = observation.results
    if not results or len(calls) + len(results) > 2:  # noqa: PLR2004 (one of each)
        return None
    call, result = calls[0], results[0]
    text = result.content
    if result.extra is not NOTHING or not isinstance(text, str) or not call.function_name:
        return None
    return index, 0, call.function_name, call.arguments, text, None, None


def _row(index: int, number: int, made: Made) -> _Row:
    result = made.result
    if result is None:
        return index, number, made.name, made.arguments, None, None, None
    said = result.text, result.is_error, result.exit_code
    return index, number, made.name, made.arguments, *said


def _slices(
    sources: Sequence[StepSource],
    one: "msgspec.json.Decoder[Record]",
    many: "msgspec.json.Decoder[list[Record]]",
) -> "Iterator[Sequence[Record | StepRecord]]":
    for start in range(0, len(sources), _SLICE):
        part = sources[start : start + _SLICE]
        raw = [source for source in part if isinstance(source, msgspec.Raw)]
        try:
            records = many.decode(b"[" + b",".join(raw) + b"]")
        except (msgspec.DecodeError, RecursionError):
            records = []
        is_whole = len(records) == len(part)
        yield records if is_whole else [decoded(source, one) for source in part]


class _CallWriter:
    """Collects rows into the columns of a table."""

    def __init__(self) -> None:
        self._steps: list[int] = []
        self._numbers: list[int] = []
        self._names: list[str] = []
        self._classes: list[ToolClass] = []
        self._answered: list[bool] = []
        self._errors: list[bool | None] = []
        self._exit_codes: list[int | None] = []
        self._class_of_name: dict[str, ToolClass] = {}
        self.arguments = ColumnWriter()
        self.results = ColumnWriter()

    def add(self, rows: Sequence[_Row]) -> None:
        """Append rows."""
        if not rows:
            return
        steps, numbers, names, given, texts, errors, exit_codes = zip(*rows, strict=True)
        arguments = _compact(given)
        self._steps.extend(steps)
        self._numbers.extend(numbers)
        self._names.extend(names)
        self._classes.extend(self._classes_of(names, arguments))
        self._answered.extend([text is not None for text in texts])
        self._errors.extend(errors)
        self._exit_codes.extend(exit_codes)
        self.arguments.add(arguments)
        self.results.add([encode(text or "") for text in texts])

    def table(self, arguments: TextColumn) -> CallTable:
        """The table; `arguments` are those of its calls."""
        return CallTable(
            steps=self._steps,
            numbers=self._numbers,
            names=self._names,
            classes=self._classes,
            answered=self._answered,
            errors=self._errors,
            exit_codes=self._exit_codes,
            line=partial(_line, self._names, self._classes, arguments),
        )

    def _classes_of(self, names: Sequence[str], arguments: Sequence[bytes]) -> list[ToolClass]:
        for name in set(names) - self._class_of_name.keys():
            self._class_of_name[name] = facts_of(name, {}).tool_class
        by_name = [self._class_of_name[name] for name in names]
        words = [word for known in set(by_name) for word in _TELLING.get(known, ())]
        whole = b"\n".join(arguments)
        if not any(word in whole for word in words):
            return by_name
        return [
            facts_of(name, arguments_of(raw)).tool_class
            if any(word in raw for word in _TELLING.get(known, ()))
            else known
            for name, raw, known in zip(names, arguments, by_name, strict=True)
        ]


def _line(
    names: Sequence[str], classes: Sequence[ToolClass], arguments: TextColumn, row: int
) -> str | None:
    if classes[row] is not ToolClass.SHELL:
        return None
    return facts_of(names[row], arguments_of(arguments.raw(row))).command_line


def _compact(given: Sequence[bytes | msgspec.Raw]) -> list[bytes]:
    """The arguments of a slice of calls, compact."""
    raw = [arguments for arguments in given if isinstance(arguments, msgspec.Raw)]
    compact = iter(_compact_at_once(raw) or [compact_arguments(bytes(one)) for one in raw])
    return [next(compact) if isinstance(one, msgspec.Raw) else one for one in given]


def _compact_at_once(raw: Sequence[msgspec.Raw]) -> list[bytes] | None:
    """What `compact_arguments` says of each, where all are objects; None where some may not be."""
    whole = b"[" + b",".join(raw) + b"]"
    if not json_tolerant.is_plain(whole):
        return None
    try:
        found = _OBJECTS.decode(msgspec.json.format(whole, indent=-1))
    except (msgspec.DecodeError, RecursionError):
        return None
    compact = [bytes(one) for one in found]
    return compact if all(one[:1] == b"{" for one in compact) else None
