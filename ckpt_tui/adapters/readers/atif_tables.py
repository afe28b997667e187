"""One pass over undecoded steps for everything that is searched."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

import msgspec
from msgspec import Struct

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif_calls import (
    arguments_of,
    compact_arguments,
    content_text,
)
from ckpt_tui.adapters.readers.atif_records import (
    NOTHING,
    Call,
    SearchedRecord,
    StepRecord,
    StepSource,
    decoded,
)
from ckpt_tui.adapters.readers.atif_step import KINDS, StepMaker, facts_of
from ckpt_tui.adapters.readers.columns import ColumnWriter
from ckpt_tui.adapters.readers.command_lines import CommandLines
from ckpt_tui.core.text import TextColumn
from ckpt_tui.core.trace import CallTable, Field, FileEdit, StepKind, ToolClass

# Long enough to spare calls, short enough to stay in a core's cache; no other thread waits long.
_SLICE: Final = 128
_ONE: Final = msgspec.json.Decoder(SearchedRecord)
_OBJECTS: Final = msgspec.json.Decoder(list[msgspec.Raw])

# Whoever names a trace by its content asks for them just before its checks do: enough for most
# runs, and no more of a long one is kept.
_KEPT_EDITS: Final = 256

# Where a tool's class hangs on its arguments, they hold one of these words.
_TELLING: Final = {
    ToolClass.SHELL: (b"apply_patch",),
    ToolClass.READ: (b'"url"',),
    ToolClass.EDIT: (b'"view"',),
    ToolClass.OTHER: (b'"command"', b'"cmd"'),
}


class StepTables(Struct, frozen=True, kw_only=True):
    """A row a step in kinds and actors, a row a call in the table."""

    kinds: Sequence[StepKind]
    actors: Sequence[str]
    copied: frozenset[int]
    table: CallTable
    columns: Mapping[Field, TextColumn]


def step_tables(sources: Sequence[StepSource], maker: StepMaker) -> StepTables:
    """The tables of all steps."""
    kinds: list[StepKind] = []
    actors: list[str] = []
    copied: list[int] = []
    messages, reasonings = ColumnWriter(), ColumnWriter()
    calls = _CallWriter(maker)
    for records in _slices(sources):
        first = len(kinds)
        kinds += [KINDS.get(record.source or "", StepKind.META) for record in records]
        actors += [
            maker.agent
            if record.source == "agent" and record.extra is NOTHING
            else maker.actor(record)
            for record in records
        ]
        copied += [first + at for at, record in enumerate(records) if record.is_copied_context]
        messages.add_texts([content_text(record.message) for record in records])
        reasonings.add_texts([record.reasoning_content or "" for record in records])
        calls.add(records, first)
    arguments = calls.arguments.column()
    return StepTables(
        kinds=kinds,
        actors=actors,
        copied=frozenset(copied),
        table=calls.table(arguments),
        columns={
            Field.MESSAGE: messages.column(),
            Field.REASONING: reasonings.column(),
            Field.ARGUMENTS: arguments,
            Field.RESULT: calls.results.column(),
        },
    )


def _slices(sources: Sequence[StepSource]) -> Iterator[Sequence[SearchedRecord]]:
    for start in range(0, len(sources), _SLICE):
        part = sources[start : start + _SLICE]
        raw = [source for source in part if not isinstance(source, StepRecord)]
        try:
            records = map(_ONE.decode, raw)
            yield [it if isinstance(it, StepRecord) else next(records) for it in part]
        except (msgspec.DecodeError, RecursionError):
            # Some are such as the strict decoder refuses.
            yield [decoded(source, _ONE) for source in part]


class _CallWriter:
    """Collects calls into the columns of a table."""

    def __init__(self, maker: StepMaker) -> None:
        self._maker = maker
        self._steps: list[int] = []
        self._numbers: list[int] = []
        self._names: list[str] = []
        self._classes: list[ToolClass] = []
        self._answered: list[bool] = []
        self._errors: list[bool | None] = []
        self._exit_codes: list[int | None] = []
        self._truncated: list[bool] = []
        self._class_of_name: dict[str, ToolClass] = {}
        # Of the slice at hand; arguments are bytes once they are compact.
        self._given: list[bytes | msgspec.Raw] = []
        self._texts: list[str | None] = []
        self.arguments = ColumnWriter()
        self.results = ColumnWriter()

    def add(self, records: Sequence[SearchedRecord], first: int) -> None:
        """Append the calls of steps, the first of which is at index `first`."""
        begin = len(self._names)
        is_plain = not self._maker.unwraps
        for index, record in enumerate(records, start=first):
            found = _plain(record) if is_plain else None
            if found is None:
                self._any(index, record)
                continue
            call, text = found
            self._steps.append(index)
            self._names.append(call.function_name or "")
            self._given.append(call.arguments)
            self._texts.append(text)
        self._settle()
        arguments = _compact(self._given)
        self._classes += self._classes_of(self._names[begin:], arguments)
        self._answered += [text is not None for text in self._texts]
        self.arguments.add(arguments)
        self.results.add_texts([text or "" for text in self._texts])
        self._given, self._texts = [], []

    def _settle(self) -> None:
        """Fill the columns in which plain calls are all alike."""
        alike = len(self._names) - len(self._numbers)
        self._numbers += [0] * alike
        self._errors += [None] * alike
        self._exit_codes += [None] * alike
        self._truncated += [False] * alike

    def _any(self, index: int, record: SearchedRecord) -> None:
        if not (record.tool_calls or record.observation or self._maker.reads_messages):
            return
        self._settle()
        for number, made in enumerate(self._maker.calls(record)):
            result = made.result
            self._steps.append(index)
            self._numbers.append(number)
            self._names.append(made.name)
            self._given.append(made.arguments)
            self._texts.append(None if result is None else result.text)
            self._errors.append(None if result is None else result.is_error)
            self._exit_codes.append(None if result is None else result.exit_code)
            self._truncated.append(result is not None and result.is_truncated)

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
            truncated=self._truncated,
            line=CommandLines(self._names, self._classes, arguments),
            edits=lru_cache(_KEPT_EDITS)(partial(_edits, self._names, self._classes, arguments)),
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


def _plain(record: SearchedRecord) -> tuple[Call, str] | None:
    """The call of a step with one call and its plain result, which most steps are; else None.

    Of such a step it says what the maker would, in a tenth of the time.
    """
    calls, observation = record.tool_calls, record.observation
    if not calls or observation is None or record.extra is not NOTHING:
        return None
    results = observation.results
    if not results or len(calls) + len(results) > 2:  # noqa: PLR2004 (one of each)
        return None
    call, result = calls[0], results[0]
    text = result.content
    if result.extra is not NOTHING or not isinstance(text, str) or not call.function_name:
        return None
    return call, text


def _edits(
    names: Sequence[str], classes: Sequence[ToolClass], arguments: TextColumn, row: int
) -> tuple[FileEdit, ...]:
    if classes[row] is not ToolClass.EDIT:
        return ()
    return facts_of(names[row], arguments_of(arguments.raw(row))).edits


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
