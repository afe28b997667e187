"""The kind `tests`: what a test runner's own summary says."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from ckpt_tui.core.call_evidence import result_evidence
from ckpt_tui.core.changes import changes_after
from ckpt_tui.core.checks.base import Event, Input, When
from ckpt_tui.core.checks.counting import nearest
from ckpt_tui.core.checks.moments import EventCheck
from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.position import Position
from ckpt_tui.core.testruns import TestRun, test_runs
from ckpt_tui.core.testruns_demands import MET, MISSED, Answer, TestDemands
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView

_PARTS = ("calls.arguments", "calls.result")


class Tests(EventCheck, frozen=True, kw_only=True):
    """A run of a known test runner with these counts and names, read from what it printed.

    Known are pytest, unittest, jest, vitest, mocha, node's own, go, cargo and nextest, Maven,
    Gradle, ctest, prove, TAP and JUnit XML. A run in which no test ran, or that ended before it
    could report, never meets it; one behind `make` or a script of one's own is not certain.
    """

    __test__: ClassVar[bool] = False
    kind: ClassVar[str] = "tests"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a test run had these counts, or named these tests"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    passed: Annotated[Match | None, "how many tests passed"] = None
    failed: Annotated[Match | None, "how many tests failed, errors included"] = None
    skipped: Annotated[Match | None, "how many tests were skipped"] = None
    passing: Annotated[Match | None, "name of a test that passed, where names are shown"] = None
    failing: Annotated[Match | None, "name of a test that failed, where names are shown"] = None
    command: Annotated[Match | None, "the shell line that ran the tests"] = None
    when: Annotated[When, "ever, the last run, or the last run with no change behind it"] = (
        When.EVER
    )

    def found(self, view: TraceView) -> Iterator[Event]:
        if self.when is When.EVER:
            demands = self._demands()
            for run in self._runs(view):
                yield from _events(view, run, demands.answer(run))
            return
        latest = self._latest(view)
        if latest:
            yield from _events(view, *self._last(view, latest))

    def decide(self, view: TraceView) -> Verdict:
        latest = [] if self.when is When.EVER else self._latest(view)
        if not latest:
            return EventCheck.decide(self, view)
        run, answer = self._last(view, latest)
        told = f": {run.told}" if run.told else ""
        reasons = {
            Status.PASS: f"The last test run, at step {run.position.step}, fits.",
            Status.FAIL: f"The last test run, at step {run.position.step}, does not fit{told}.",
        }
        return Verdict(
            status=answer.status,
            reason=answer.reason or reasons[answer.status],
            evidence=(result_evidence(view, run.position, run.span),),
        )

    def met(self, event: Event) -> str:
        return f"The test run at step {event.position.step} fits."

    def absence(self, view: TraceView) -> Verdict:
        runs = list(self._runs(view))
        reason = "No tests were run."
        if runs:
            last = runs[-1]
            told = f": {last.told}" if last.told else ""
            reason = (
                f"Test runs: {len(runs)}; none fits, the last at step {last.position.step}{told}."
            )
        near = nearest(run.position.step for run in runs)
        return view.absence(reason, _PARTS, len(view.calls), near=near)

    def is_moot(self, view: TraceView) -> bool:
        return next(iter(test_runs(view)), None) is None

    def _runs(self, view: TraceView) -> Iterator[TestRun]:
        return filter(self._takes, test_runs(view))

    def _latest(self, view: TraceView) -> list[TestRun]:
        """The last certain run and those behind it; all where none is certain."""
        latest: list[TestRun] = []
        for run in filter(self._takes, reversed(test_runs(view))):
            latest.append(run)
            if run.is_certain:
                break
        return latest[::-1]

    def _takes(self, run: TestRun) -> bool:
        return self.command is None or holds(self.command, run.line)

    def _demands(self) -> TestDemands:
        return TestDemands(
            passed=self.passed,
            failed=self.failed,
            skipped=self.skipped,
            passing=self.passing,
            failing=self.failing,
        )

    def _last(self, view: TraceView, runs: list[TestRun]) -> tuple[TestRun, Answer]:
        """The run that decides, and what follows from it."""
        gap = view.gap(since=runs[-1].position.step)
        if gap is not None:
            reason = f"A later test run may be missing: {gap.detail}"
            return runs[-1], Answer(Status.UNAVAILABLE, reason)
        run, answer = _agreed(self._demands(), runs)
        if answer != MET or self.when is not When.END:
            return run, answer
        kept = _kept(view, run.position)
        if kept.status is Status.FAIL and _kept(view, runs[-1].position) == MET:
            kept = _unsure(runs)
        return run, kept


def _events(view: TraceView, run: TestRun, answer: Answer) -> Iterator[Event]:
    if answer.status is not Status.FAIL:
        yield Event(
            position=run.position,
            shown=lambda: (result_evidence(view, run.position, run.span),),
            status=answer.status,
            reason=answer.reason,
        )


def _agreed(demands: TestDemands, runs: list[TestRun]) -> tuple[TestRun, Answer]:
    """What the last certain run says, if no doubtful one behind it may say otherwise."""
    answers = [demands.answer(run) for run in runs]
    run, answer = runs[0], answers[0]
    certain = answer if run.is_certain else MISSED
    if all((each == MISSED) is (certain == MISSED) for each in answers):
        return run, certain
    return runs[-1], _unsure(runs)


def _unsure(runs: list[TestRun]) -> Answer:
    doubt = next(run.doubt for run in reversed(runs) if run.doubt)
    return Answer(Status.UNSURE, f"It is not certain what the last test run said: {doubt}.")


def _kept(view: TraceView, last: Position) -> Answer:
    """Whether the files stayed as they were when the tests ran."""
    certain, doubtful = changes_after(view, last)
    if certain is not None:
        return Answer(Status.FAIL, f"{certain.path} was changed after the last test run.")
    if doubtful is None:
        return MET
    return Answer(Status.UNSURE, f"Files may have changed after the last test run: {doubtful}.")
