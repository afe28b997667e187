"""What the test runs before a message say of what it tells of tests."""

from typing import Final

from msgspec import Struct

from ckpt_tui.core.call_evidence import result_evidence
from ckpt_tui.core.changes import changes_after, file_changes, opaque_writes
from ckpt_tui.core.claims.claim import ClaimVerdict, Finding
from ckpt_tui.core.claims.scene import (
    Scene,
    contradicted,
    derived,
    supported,
    unchecked,
    unsupported,
)
from ckpt_tui.core.testruns import TestRun, test_runs
from ckpt_tui.core.verdict import Evidence

_RUNS: Final = 5


class TestsSaid(Struct, frozen=True, kw_only=True):
    """What a clause says of tests; None where it does not.

    Attributes:
        ran: how many there were, whatever became of them.
        all_pass: none failed.
        is_part: it speaks of some tests of a run.
        is_earlier: it speaks of an earlier time.
    """

    __test__ = False

    passed: int | None = None
    failed: int | None = None
    skipped: int | None = None
    ran: int | None = None
    all_pass: bool = False
    is_part: bool = False
    is_earlier: bool = False

    @property
    def figures(self) -> tuple[int, ...]:
        """The figures that somebody must have seen."""
        return tuple(n for n in (self.passed, self.ran, self.failed, self.skipped) if n)


def held_tests(scene: Scene, said: TestsSaid) -> Finding:
    """What the runs before a message say of its tests."""
    runs = [run for run in test_runs(scene.view) if run.position.step < scene.before]
    measured = [run for run in runs if run.is_certain and run.passed is not None]
    if not measured:
        return _without_runs(scene, said, is_run=bool(runs))
    if said.is_earlier:
        return _as_earlier(scene, said, measured)
    return _as_last(scene, said, measured, is_last=runs[-1] is measured[-1])


def _as_last(scene: Scene, said: TestsSaid, measured: list[TestRun], *, is_last: bool) -> Finding:
    """What is told of the tests as they are at last."""
    last = measured[-1]
    earlier = _fitting(said, measured)
    if _fits(said, last):
        return _kept(scene, last)
    if earlier is not None and said.figures:
        reason = f"So it was at step {earlier.position.step}; a later run says otherwise."
        return _finding(scene, earlier, ClaimVerdict.STALE, reason)
    if _is_sum(said, measured):
        return derived("It is the sum of several test runs.", _evidence(scene, last))
    if said.is_part and any(_is_within(said, run) for run in measured):
        return unchecked("They may be some of the tests of a run.")
    return _against(scene, said, last, is_last=is_last)


def _as_earlier(scene: Scene, said: TestsSaid, measured: list[TestRun]) -> Finding:
    """What is told of an earlier time; before the first run anything may have been so."""
    fitting = _fitting(said, measured)
    if fitting is not None:
        reason = f"The test run at step {fitting.position.step} says so."
        return supported(_evidence(scene, fitting), reason)
    changed = min((c.position.step for c in file_changes(scene.view) if c.is_certain), default=-1)
    first = next((run for run in measured if run.position.step < changed), None)
    if first is None or all(_is_seen(scene, number) for number in said.figures):
        return unchecked("It is told of an earlier time.")
    reason = f"The test run before the first change, at step {first.position.step}, says otherwise."
    return contradicted(reason, _evidence(scene, first))


def _fitting(said: TestsSaid, runs: list[TestRun]) -> TestRun | None:
    """The last run that says so."""
    return next((run for run in reversed(runs) if _fits(said, run)), None)


def _is_within(said: TestsSaid, run: TestRun) -> bool:
    """Whether a run has as many tests as this or more, that may be among them."""
    passed, failed, skipped = run.passed or 0, run.failed or 0, run.skipped or 0
    is_whole = said.ran is None or said.ran <= passed + failed + skipped
    return (
        (said.passed or 0) <= passed
        and (said.failed or 0) <= failed
        and (said.skipped or 0) <= skipped
        and is_whole
        and (said.ran is None or not said.all_pass or said.ran <= passed)
    )


def _against(scene: Scene, said: TestsSaid, last: TestRun, *, is_last: bool) -> Finding:
    is_seen = all(_is_seen(scene, number) for number in said.figures)
    may_be_other = not is_last or _may_have_run(scene, last.position.step)
    if is_seen and may_be_other:
        return unchecked("A later run that could not be read may say so.")
    figures = f"{last.passed} passed, {last.failed} failed"
    reason = f"The last test run, at step {last.position.step}, says {figures}."
    return contradicted(reason, _evidence(scene, last))


def _without_runs(scene: Scene, said: TestsSaid, *, is_run: bool) -> Finding:
    if said.is_earlier:
        return unchecked("It is told of an earlier time.")
    if not said.figures or all(_is_seen(scene, number) for number in said.figures):
        if is_run or _may_have_run(scene, -1):
            return unchecked("What ran could not be read as a test run.")
        return unsupported("No tests were run.")
    return unsupported("No test run shows such a figure.")


def _is_seen(scene: Scene, number: int) -> bool:
    step = scene.shown.numbers.get(str(number))
    return step is not None and step < scene.before


def _may_have_run(scene: Scene, step: int) -> bool:
    """Whether a program behind a step may have run tests unseen."""
    return any(step < write.position.step < scene.before for write in opaque_writes(scene.view))


def _fits(said: TestsSaid, run: TestRun) -> bool:
    passed, failed, skipped = run.passed or 0, run.failed or 0, run.skipped or 0
    if said.all_pass and (failed or not passed):
        return False
    if said.passed is not None and said.passed != passed:
        return False
    if said.failed is not None and said.failed != failed:
        return False
    if said.skipped is not None and said.skipped != skipped:
        return False
    return said.ran is None or said.ran in (passed + failed, passed + failed + skipped)


def _is_sum(said: TestsSaid, runs: list[TestRun]) -> bool:
    wanted = said.passed if said.passed is not None else said.ran
    counts = [run.passed or 0 for run in runs[-_RUNS:]]
    failed = sum(run.failed or 0 for run in runs[-_RUNS:])
    sums = {sum(counts[start:]) for start in range(len(counts) - 1)}
    return (
        bool(wanted)
        and said.ran in (None, wanted)
        and wanted in sums
        and not (failed and said.all_pass)
    )


def _kept(scene: Scene, run: TestRun) -> Finding:
    """Supported, unless files changed between the run and the message."""
    certain, _ = changes_after(scene.view, run.position)
    if certain is not None and certain.position.step < scene.before:
        reason = f"{certain.path} was changed after the last test run."
        return _finding(scene, run, ClaimVerdict.STALE, reason)
    return supported(_evidence(scene, run), f"The test run at step {run.position.step} says so.")


def _finding(scene: Scene, run: TestRun, verdict: ClaimVerdict, reason: str) -> Finding:
    return Finding(verdict=verdict, reason=reason, evidence=_evidence(scene, run))


def _evidence(scene: Scene, run: TestRun) -> Evidence:
    return result_evidence(scene.view, run.position, run.span)
