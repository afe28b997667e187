"""Whether a test run is one that an author asks for, three-valued."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.testruns import TestRun
from ckpt_tui.core.verdict import Status


class Answer(Struct, frozen=True):
    """PASS, FAIL or an open status, and why it is open."""

    status: Status
    reason: str = ""


MET: Final = Answer(Status.PASS)
MISSED: Final = Answer(Status.FAIL)


class TestDemands(Struct, frozen=True, kw_only=True):
    """What an author asks of a run; None asks nothing.

    Attributes:
        passing: the name of a test that passed.
        failing: the name of a test that failed.
    """

    __test__ = False

    passed: Match | None
    failed: Match | None
    skipped: Match | None
    passing: Match | None
    failing: Match | None

    def answer(self, run: TestRun) -> Answer:
        """Whether a run meets them; one in which no test ran, or that broke off, never does."""
        if not run.is_finished or run.ran_tests is False:
            return MISSED
        answers = tuple(self._answers(run)) or (_ran(run),)
        if MISSED in answers:
            return MISSED
        if run.doubt:
            return Answer(Status.UNSURE, f"It is not certain what the tests said: {run.doubt}.")
        unknown = (answer for answer in answers if answer.status is Status.UNAVAILABLE)
        return next(unknown, next((each for each in answers if each != MET), MET))

    def _answers(self, run: TestRun) -> Iterator[Answer]:
        counts = ((self.passed, run.passed), (self.failed, run.failed), (self.skipped, run.skipped))
        for wanted, count in counts:
            if wanted is not None:
                yield _counted(wanted, count, run)
        if self.passing is not None:
            is_whole = run.names_all_passing or run.passed == 0
            yield _named(self.passing, run.passing, run, is_whole=is_whole)
        if self.failing is not None:
            is_whole = run.names_all_failing or run.failed == 0
            yield _named(self.failing, run.failing, run, is_whole=is_whole)


def _ran(run: TestRun) -> Answer:
    return MET if run.ran_tests else _unknown(run)


def _counted(wanted: Match, count: int | None, run: TestRun) -> Answer:
    if count is None:
        return _unknown(run)
    return MET if holds(wanted, count) else MISSED


def _named(wanted: Match, names: tuple[str, ...], run: TestRun, *, is_whole: bool) -> Answer:
    if any(holds(wanted, name) for name in names):
        return MET
    if is_whole:
        return MISSED
    if run.span is None:
        return _unknown(run)
    return Answer(Status.UNSURE, "The output does not name every test; run them with `-v`.")


def _unknown(run: TestRun) -> Answer:
    return Answer(Status.UNAVAILABLE, f"The output does not say how the tests went: {run.gap}.")
