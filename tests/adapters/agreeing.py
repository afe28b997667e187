"""The law that columns and tables of a trace tell the same as its steps."""

from ckpt_tui.core.steps import call_table
from ckpt_tui.core.trace import CallTable, Field, Step, Trace


def steps_of(trace: Trace) -> list[Step]:
    return [trace.steps[index] for index in range(len(trace.steps))]


def rows(table: CallTable) -> list[tuple]:
    columns = (
        table.steps, table.numbers, table.names, table.classes, table.answered, table.errors,
        table.exit_codes,
    )  # fmt: skip
    return list(zip(*columns, strict=True))


def texts(trace: Trace, field: Field) -> list[str]:
    column = trace.steps.column(field)
    return [column.text(row) for row in range(len(column))]


def assert_columns_tell_the_steps(trace: Trace) -> None:
    steps = steps_of(trace)
    calls = [call for step in steps for call in step.calls]
    assert [step.index for step in steps] == list(range(len(steps)))
    assert list(trace.steps.kinds) == [step.kind for step in steps]
    assert list(trace.steps.actors) == [step.actor for step in steps]
    assert trace.steps.copied == {step.index for step in steps if step.is_copied}
    assert rows(trace.steps.calls) == rows(call_table(steps))
    assert texts(trace, Field.MESSAGE) == [step.message for step in steps]
    assert texts(trace, Field.REASONING) == [step.reasoning for step in steps]
    assert texts(trace, Field.ARGUMENTS) == [call.arguments_text for call in calls]
    assert texts(trace, Field.RESULT) == [call.result.text if call.result else "" for call in calls]
