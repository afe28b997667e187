"""Which tests a run ran, as far as the output of a parsed test command tells."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.position import Position
from ckpt_tui.core.runners import Runner
from ckpt_tui.core.testruns_fakes import stand_in
from ckpt_tui.core.testruns_line import LineTest, line_tests
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.view import TraceView

# Rows without any of these run no tests that could be read.
_CANDIDATES: Final = (
    r"py\.?test|unittest|runtests|manage\.py|(?:python|pypy|bash|sh)[\d.]* [^|;&\n]*test"
    r"|\./[^|;& ]*test|\bdjango\b|\b(?:make|tox|nox|hatch|just|npm|invoke)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRun:
    """One run of a test command.

    Attributes:
        runner: None where a script printed something like a summary.
        line: the shell line that ran it, as recorded.
        passed: how many tests passed; None where the output does not say.
        failed: failures and errors together.
        passing: names of tests that passed, as far as they are shown; also files of which
            every shown test passed, and what the command names when all of it passed.
        failing: names of tests that failed, as far as they are shown.
        names_all_passing: `passing` leaves out no test that passed.
        names_all_failing: `failing` leaves out no test that failed.
        span: [start, end) of the summary in the result's text; None where there is none.
        ran_tests: False where no test ran; None where the output does not say.
        is_finished: False where the command ended before it could report.
        doubt: why the figures may come from something else; empty where they do not.
        gap: why a figure is None; empty where none is.
    """

    __test__ = False

    position: Position
    runner: Runner | None
    line: str
    passed: int | None
    failed: int | None
    skipped: int | None
    passing: tuple[str, ...]
    failing: tuple[str, ...]
    names_all_passing: bool
    names_all_failing: bool
    span: tuple[int, int] | None
    ran_tests: bool | None
    is_finished: bool
    doubt: str
    gap: str

    @property
    def is_certain(self) -> bool:
        return not self.doubt


def test_runs(view: TraceView) -> tuple[TestRun, ...]:
    """Every run of a test command, in order; made once a view."""
    return view.kept(test_runs, lambda: tuple(_test_runs(view)))


test_runs.__test__ = False  # type: ignore[attr-defined]


def _test_runs(view: TraceView) -> Iterator[TestRun]:
    table = view.calls
    for hit in compiled(_CANDIDATES).rows(view.column(Field.ARGUMENTS)):
        index = table.steps[hit.row]
        if table.classes[hit.row] is not ToolClass.SHELL or not view.happened(index):
            continue
        position = Position(index, table.numbers[hit.row])
        call = view.steps[index].calls[position.call]
        if call.command_line is None:
            continue
        for found in line_tests(call.command_line, call.result):
            doubt = found.doubt or stand_in(view, position)
            yield _test_run(position, call.command_line, replace(found, doubt=doubt))


def _test_run(position: Position, line: str, found: LineTest) -> TestRun:
    summary = found.summary
    return TestRun(
        position=position,
        runner=found.runner,
        line=line,
        passed=None if summary is None else summary.passed,
        failed=found.failed,
        skipped=None if summary is None else summary.skipped,
        passing=found.passing,
        failing=found.failing,
        names_all_passing=summary is not None and summary.names_all_passing,
        names_all_failing=summary is not None and summary.names_all_failing,
        span=None if summary is None else summary.span,
        ran_tests=None if summary is None else not summary.is_empty,
        is_finished=found.is_finished,
        doubt=found.doubt,
        gap=found.gap,
    )
