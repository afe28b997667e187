"""One pass over undecoded steps for their texts, one for their calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from ckpt_tui.adapters.readers.atif_calls import OBSERVATION, Made, arguments_of, content_text
from ckpt_tui.adapters.readers.atif_records import (
    CallRecord,
    StepRecord,
    StepSource,
    TextRecord,
    decoded,
)
from ckpt_tui.adapters.readers.atif_step import StepMaker, facts_of, kind_of
from ckpt_tui.adapters.readers.columns import ColumnWriter
from ckpt_tui.core.text import TextColumn, encode
from ckpt_tui.core.trace import CallTable, StepKind, ToolClass

_CALLS: Final = msgspec.json.Decoder(CallRecord)
_STEPS: Final = msgspec.json.Decoder(StepRecord)
_TEXTS: Final = msgspec.json.Decoder(TextRecord)

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
    for source in sources:
        record = decoded(source, _TEXTS)
        messages.add(encode(content_text(record.message)))
        reasonings.add(encode(record.reasoning_content or ""))
    return StepTexts(messages=messages.column(), reasonings=reasonings.column())


def step_calls(sources: Sequence[StepSource], maker: StepMaker) -> StepCalls:
    """The calls of all steps."""
    kinds: list[StepKind] = []
    actors: list[str] = []
    copied: list[int] = []
    calls = _CallWriter()
    reads_messages = maker.reads_messages
    for index, source in enumerate(sources):
        record = decoded(source, _STEPS) if reads_messages else decoded(source, _CALLS)
        kinds.append(kind_of(record))
        actors.append(maker.actor(record))
        if record.is_copied_context:
            copied.append(index)
        for number, made in enumerate(maker.calls(record)):
            calls.add(index, number, made)
    return StepCalls(
        kinds=kinds,
        actors=actors,
        copied=frozenset(copied),
        table=calls.table,
        arguments=calls.arguments.column(),
        results=calls.results.column(),
    )


class _CallWriter:
    """Collects calls into the columns of a table."""

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

    def add(self, step: int, number: int, made: Made) -> None:
        """Append one call."""
        output = made.output
        self._steps.append(step)
        self._numbers.append(number)
        self._names.append(made.name)
        self._classes.append(self._class(made))
        self._answered.append(output is not None)
        self._errors.append(output.is_error if output else None)
        self._exit_codes.append(output.exit_code if output else None)
        self.arguments.add(made.arguments)
        self.results.add(encode(output.text) if output else b"")

    @property
    def table(self) -> CallTable:
        return CallTable(
            steps=self._steps,
            numbers=self._numbers,
            names=self._names,
            classes=self._classes,
            answered=self._answered,
            errors=self._errors,
            exit_codes=self._exit_codes,
        )

    def _class(self, made: Made) -> ToolClass:
        by_name = self._class_of_name.get(made.name)
        if by_name is None:
            by_name = facts_of(made.name, {}).tool_class
            self._class_of_name[made.name] = by_name
        telling = _TELLING.get(by_name, ())
        if made.name == OBSERVATION or not any(word in made.arguments for word in telling):
            return by_name
        return facts_of(made.name, arguments_of(made.arguments)).tool_class
