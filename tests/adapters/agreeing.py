"""The law that columns and tables of a trace tell the same as its steps."""

from ckpt_tui.core.position import Position
from ckpt_tui.core.steps import call_table
from ckpt_tui.core.trace import CallTable, Field, Step, Trace
from ckpt_tui.core.view import TraceView


def steps_of(trace: Trace) -> list[Step]:
    return [trace.steps[index] for index in range(len(trace.steps))]


def rows(table: CallTable) -> list[tuple]:
    columns = (
        table.steps, table.numbers, table.names, table.classes, table.answered, table.errors,
        table.exit_codes, table.truncated,
    )  # fmt: skip
    return list(zip(*columns, strict=True))


def texts(trace: Trace, field: Field) -> list[str]:
    column = trace.steps.column(field)
    return [column.text(row) for row in range(len(column))]


def assert_calls_are_told_alone(trace: Trace, steps: list[Step]) -> None:
    view = TraceView(trace=trace)
    placed = [(step.index, at, call) for step in steps for at, call in enumerate(step.calls)]
    for row, (index, number, call) in enumerate(placed):
        assert view.row(Position(index, number)) == row
        assert view.result(row) == call.result
        assert view.calls.line(row) == call.command_line
        assert view.calls.edits(row) == call.edits


def assert_columns_tell_the_steps(trace: Trace) -> None:
    steps = steps_of(trace)
    calls = [call for step in steps for call in step.calls]
    assert [step.index for step in steps] == list(range(len(steps)))
    assert list(trace.steps.kinds) == [step.kind for step in steps]
    assert list(trace.steps.actors) == [step.actor for step in steps]
    assert trace.steps.copied == {step.index for step in steps if step.is_copied}
    assert rows(trace.steps.calls) == rows(call_table(steps))
    assert_calls_are_told_alone(trace, steps)
    assert texts(trace, Field.MESSAGE) == [step.message for step in steps]
    assert texts(trace, Field.REASONING) == [step.reasoning for step in steps]
    assert texts(trace, Field.ARGUMENTS) == [call.arguments_text for call in calls]
    assert texts(trace, Field.RESULT) == [call.result.text if call.result else "" for call in calls]
