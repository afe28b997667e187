"""Steps that are held whole in memory, with what a search needs of them derived once."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from ckpt_tui.core.text import TextColumn, encode
from ckpt_tui.core.trace import CallTable, Field, Step, StepKind, ToolCall


class ListSteps:
    """A sequence of decoded steps as `Steps`; what is derived is made on first use and kept."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._steps = tuple(steps)

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, index: int) -> Step:
        return self._steps[index]

    def native(self, index: int) -> int | str:
        return self._steps[index].native

    @cached_property
    def kinds(self) -> Sequence[StepKind]:
        return tuple(step.kind for step in self._steps)

    @cached_property
    def actors(self) -> Sequence[str]:
        return tuple(step.actor for step in self._steps)

    @cached_property
    def copied(self) -> frozenset[int]:
        return frozenset(step.index for step in self._steps if step.is_copied)

    @cached_property
    def calls(self) -> CallTable:
        return call_table(self._steps)

    def column(self, field: Field) -> TextColumn:
        match field:
            case Field.MESSAGE:
                return self._messages
            case Field.REASONING:
                return self._reasonings
            case Field.ARGUMENTS:
                return self._arguments
            case Field.RESULT:
                return self._results

    @cached_property
    def _messages(self) -> TextColumn:
        return TextColumn.of(encode(step.message) for step in self._steps)

    @cached_property
    def _reasonings(self) -> TextColumn:
        return TextColumn.of(encode(step.reasoning) for step in self._steps)

    @cached_property
    def _arguments(self) -> TextColumn:
        return TextColumn.of(
            encode(call.arguments_text) for step in self._steps for call in step.calls
        )

    @cached_property
    def _results(self) -> TextColumn:
        return TextColumn.of(encode(_output(call)) for step in self._steps for call in step.calls)


def call_table(steps: Iterable[Step]) -> CallTable:
    """The table of every call of these steps."""
    placed = [
        (step.index, number, call) for step in steps for number, call in enumerate(step.calls)
    ]
    calls = [call for _, _, call in placed]
    results = [call.result for call in calls]
    return CallTable(
        steps=tuple(step for step, _, _ in placed),
        numbers=tuple(number for _, number, _ in placed),
        names=tuple(call.name for call in calls),
        classes=tuple(call.tool_class for call in calls),
        answered=tuple(result is not None for result in results),
        errors=tuple(None if result is None else result.is_error for result in results),
        exit_codes=tuple(None if result is None else result.exit_code for result in results),
        truncated=tuple(result is not None and result.is_truncated for result in results),
        line=tuple(call.command_line for call in calls).__getitem__,
        edits=tuple(call.edits for call in calls).__getitem__,
    )


def _output(call: ToolCall) -> str:
    return "" if call.result is None else call.result.text
