"""The kind `verifier_test`: what the official verifier recorded of its single tests."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import field

from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.checks.base import Check, Input
from ckpt_tui.core.match import Equals, Match
from ckpt_tui.core.matching import rows
from ckpt_tui.core.text import TextColumn, encode
from ckpt_tui.core.verdict import Scope, Status, Verdict
from ckpt_tui.core.view import TraceView

_SHOWN: Final = 10
_NAMED: Final = 3
_LONGEST: Final = 200


class VerifierTest(Check, frozen=True, kw_only=True):
    """A test, or a set of tests, of the official verifier passed.

    A test that was skipped, or of which nothing is known, is no pass. What the breakdown does not
    name is not failed: nothing is known of it.
    """

    kind: ClassVar[str] = "verifier_test"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a test, or a set of tests, of the official verifier passed"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.BREAKDOWN})

    name: Annotated[Match | None, "the test, as the verifier names it"] = None
    group: Annotated[str | None, "only this set of the verifier, such as FAIL_TO_PASS"] = field(
        default=None, name="set"
    )
    every: Annotated[bool, "false: one of the tests is enough"] = field(default=True, name="all")

    def faults(self) -> Iterator[tuple[str, str]]:
        if self.name is None and self.group is None:
            yield "", "it needs `name` or `set`"

    def decide(self, view: TraceView) -> Verdict:
        breakdown = view.trace.outcome.breakdown
        if breakdown is None:
            reason = "The recording has no breakdown of the official verifier."
            return Verdict(status=Status.UNAVAILABLE, reason=reason)
        if self.group is not None and self.group not in breakdown.groups:
            known = _listed(breakdown.groups) or "none"
            return _unknown(breakdown, f"The breakdown has no such set; its sets: {known}.")
        asked = self._asked(view, breakdown)
        return self._graded(breakdown, asked) if asked else self._nothing(view, breakdown)

    def _asked(self, view: TraceView, breakdown: Breakdown) -> list[GradedTest]:
        tests = breakdown.tests
        if self.name is not None:
            tests = [tests[hit.row] for hit in rows(self.name, _names(view, breakdown))]
        return [test for test in tests if self.group in (None, test.group)]

    def _nothing(self, view: TraceView, breakdown: Breakdown) -> Verdict:
        if self.name is not None:
            return _unknown(breakdown, _unnamed(self.name, view, breakdown))
        if breakdown.problem:
            return _unknown(breakdown, "")
        reason = f"The set {self.group} is empty, so nothing could pass or fail."
        return Verdict(status=Status.NOT_APPLICABLE, reason=reason, scope=_scope(breakdown))

    def _graded(self, breakdown: Breakdown, asked: list[GradedTest]) -> Verdict:
        """One failed test decides against all of them, one passed test for any of them."""
        decisive = Grade.FAILED if self.every else Grade.PASSED
        telling = [test for test in asked if test.grade is decisive]
        if telling:
            return _decided(breakdown, decisive, telling, len(asked))
        unclear = [test for test in asked if test.grade in (Grade.SKIPPED, Grade.UNKNOWN)]
        if unclear:
            return _unknown(breakdown, f"{_short(unclear[0])}: {_UNCLEAR[unclear[0].grade]}.")
        if breakdown.problem:
            return _unknown(breakdown, "There may be more such tests.")
        return _decided(breakdown, asked[0].grade, asked, len(asked))


def hangs_on_verifier(check: Check) -> bool:
    """Whether a check reads the official verifier's tests, itself or anywhere inside."""
    return isinstance(check, VerifierTest) or any(map(hangs_on_verifier, check.children()))


_UNCLEAR: Final = {
    Grade.SKIPPED: "the verifier skipped it",
    Grade.UNKNOWN: "the verifier does not say how it went",
}


def _decided(breakdown: Breakdown, grade: Grade, telling: list[GradedTest], asked: int) -> Verdict:
    status = Status.PASS if grade is Grade.PASSED else Status.FAIL
    evidence = tuple(test.evidence for test in telling[:_SHOWN] if test.evidence is not None)
    if asked == 1:
        reason = f"{_short(telling[0])} {grade}."
    else:
        reason = f"{len(telling)} of {asked} tests {grade}, first {_short(telling[0])}."
    scope = None if evidence else _scope(breakdown)
    return Verdict(status=status, reason=reason, evidence=evidence, scope=scope)


def _unknown(breakdown: Breakdown, reason: str) -> Verdict:
    said = " ".join(filter(None, (reason, breakdown.problem)))
    return Verdict(status=Status.UNAVAILABLE, reason=said, scope=_scope(breakdown))


def _scope(breakdown: Breakdown) -> Scope:
    parts = breakdown.parts or ("outcome",)
    return Scope(first=0, last=-1, parts=parts, searched=len(breakdown.tests))


def _short(test: GradedTest) -> str:
    return test.name if len(test.name) <= _LONGEST else f"{test.name[:_LONGEST]}…"


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(name[:_LONGEST] for name in names[:_NAMED]) + more


def _names(view: TraceView, breakdown: Breakdown) -> TextColumn:
    return view.kept(_names, lambda: TextColumn.of(encode(test.name) for test in breakdown.tests))


def _unnamed(wanted: Match, view: TraceView, breakdown: Breakdown) -> str:
    known = view.kept(_unnamed, lambda: tuple(sorted({test.name for test in breakdown.tests})))
    if not known:
        return "The breakdown names no test at all."
    nearest = _nearest(wanted.value, known) if isinstance(wanted, Equals) else ()
    said = f"nearest: {_listed(nearest)}" if nearest else f"its tests: {_listed(known)}"
    return f"The breakdown has no such test; {said}."


def _nearest(wanted: object, known: tuple[str, ...]) -> tuple[str, ...]:
    """Names that hold the wanted one or stand in it, else its neighbours by their beginning."""
    if not isinstance(wanted, str) or not wanted:
        return ()
    alike = tuple(name for name in known if wanted in name or (name and name in wanted))
    place = bisect_left(known, wanted)
    return alike or known[max(0, place - 1) : place + 1]
