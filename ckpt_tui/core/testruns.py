"""Which tests a run ran, as far as the output of a parsed test command tells."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.position import Position
from ckpt_tui.core.runners import Runner
from ckpt_tui.core.testruns_fakes import stand_in
from ckpt_tui.core.testruns_line import LineTest, line_tests, runs_tests
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.view import TraceView

# Rows without any of these run no tests that could be read.
_CANDIDATES: Final = (
    r"py\.?test|unittest|runtests|manage\.py|(?:python|pypy|bash|sh)[\d.]* [^|;&\n]*test"
    r"|\./[^|;& ]*test|\bdjango\b"
    r"|\b(?:jest|vitest|mocha|mvnw?|mvnd|gradlew?|bats|tape|ctest|prove)\b"
    r"|\b(?:go|cargo|node|perl)\b[^|;&]* (?:-*test\b|t\b|nextest\b|[^|;& ]*\.t\b)"
    r"|\b(?:ant|bazel|bun|deno|hatch|invoke|just|lerna|make|ninja|nox|npm|npx|nx|pnpm|rake"
    r"|task|tox|turbo|yarn)\b"
)


class TestRun(Struct, frozen=True, kw_only=True):
    """One run of a test command.

    Attributes:
        runner: None where a script printed something like a summary.
        line: the shell line that ran it, as recorded.
        passed: how many tests passed; None where the output does not say.
        failed: failures and errors together, with what kept tests from running.
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

    @property
    def told(self) -> str:
        """Its figures as it told them: `5 passed, 1 failed`; empty where it told none."""
        figures = ((self.passed, "passed"), (self.failed, "failed"))
        return ", ".join(f"{number} {word}" for number, word in figures if number is not None)


class TestRuns:
    """Every run of a test command, in order; each is read when it is come to, and kept."""

    __test__ = False

    def __init__(self, view: TraceView) -> None:
        self._view = view
        table = view.calls
        hits = compiled(_CANDIDATES).rows(view.column(Field.ARGUMENTS))
        shell = (hit.row for hit in hits if table.classes[hit.row] is ToolClass.SHELL)
        self._rows = [row for row in shell if view.happened(table.steps[row])]
        self._read: dict[int, tuple[TestRun, ...]] = {}

    def __iter__(self) -> Iterator[TestRun]:
        for row in self._rows:
            yield from self._of(row)

    def __reversed__(self) -> Iterator[TestRun]:
        for row in reversed(self._rows):
            yield from reversed(self._of(row))

    def of_step(self, step: int) -> Iterator[TestRun]:
        """The runs of one step."""
        steps = self._view.calls.steps
        first = bisect_left(self._rows, step, key=steps.__getitem__)
        for row in takewhile(lambda row: steps[row] == step, self._rows[first:]):
            yield from self._of(row)

    def _of(self, row: int) -> tuple[TestRun, ...]:
        if row not in self._read:
            self._read[row] = tuple(_runs_of_row(self._view, row))
        return self._read[row]


def test_runs(view: TraceView) -> TestRuns:
    """The test runs of a trace; made once a view."""
    return view.kept(test_runs, lambda: TestRuns(view))


test_runs.__test__ = False  # type: ignore[attr-defined]


def _runs_of_row(view: TraceView, row: int) -> Iterator[TestRun]:
    table = view.calls
    line = table.line(row)
    # Most lines that only name a test file run nothing.
    if line is None or not runs_tests(line):
        return
    position = Position(table.steps[row], table.numbers[row])
    for found in line_tests(line, view.result(row)):
        doubt = found.doubt or stand_in(view, position)
        yield _test_run(position, line, replace(found, doubt=doubt))


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
