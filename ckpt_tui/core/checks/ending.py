"""The kinds `outcome` and `at_most`: the run as a whole, by what was recorded of its end."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Struct

from ckpt_tui.core.checks.base import Check, Input
from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.trace import Outcome, StepKind
from ckpt_tui.core.verdict import Scope, Status, Verdict, vacuous
from ckpt_tui.core.view import TraceView


class OutcomeCheck(Check, frozen=True, kw_only=True):
    """The official verifier's word; it carries no points, so that the two stay apart."""

    kind: ClassVar[str] = "outcome"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "the official verifier said so (carries no points)"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.OUTCOME})

    passed: Annotated[bool | None, "whether the official verifier passed the run"] = None
    value: Annotated[Match | None, "the number it recorded"] = None

    def faults(self) -> Iterator[tuple[str, str]]:
        if self.passed is None and self.value is None:
            yield "", "it needs `passed` or `value`"

    def decide(self, view: TraceView) -> Verdict:
        outcome = view.trace.outcome
        answers = (_is(wanted=self.passed, found=outcome.passed), _fits(self.value, outcome.value))
        scope = Scope(first=0, last=-1, parts=("outcome",), searched=1)
        if False in answers:
            reason = f"The official outcome is {_said(outcome)}."
            return Verdict(status=Status.FAIL, reason=reason, scope=scope)
        if None in answers:
            reason = outcome.reason or "The official outcome is not recorded."
            return Verdict(status=Status.UNAVAILABLE, reason=reason)
        reason = f"The official outcome is {_said(outcome)}."
        return Verdict(status=Status.PASS, reason=reason, scope=scope)


class AtMost(Check, frozen=True, kw_only=True):
    """The run stays within limits."""

    kind: ClassVar[str] = "at_most"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "the run stays within limits"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS, Input.USAGE})
    is_invariant: ClassVar[bool] = True

    steps: Annotated[int | None, "steps of the agent"] = None
    tokens: Annotated[int | None, "tokens, input and output"] = None
    seconds: Annotated[float | None, "seconds of the whole run"] = None
    dollars: Annotated[float | None, "dollars of the whole run"] = None
    errors: Annotated[int | None, "calls that ended in an error"] = None

    def faults(self) -> Iterator[tuple[str, str]]:
        if all(getattr(self, name) is None for name in self.__struct_fields__):
            yield "", "it needs at least one limit"

    def decide(self, view: TraceView) -> Verdict:
        limits = list(self._limits(view))
        scope = Scope(first=0, last=len(view.steps) - 1, parts=("run",), searched=len(view.steps))
        over = [limit for limit in limits if limit.is_over]
        if over:
            return Verdict(status=Status.FAIL, reason=over[0].reason, scope=scope)
        unknown = [limit for limit in limits if not limit.is_kept]
        if unknown:
            return Verdict(status=Status.UNAVAILABLE, reason=unknown[0].reason, scope=scope)
        reason = " ".join(limit.reason for limit in limits)
        verdict = Verdict(status=Status.PASS, reason=reason, scope=scope)
        return verdict if view.count(StepKind.AGENT) else vacuous(verdict)

    def _limits(self, view: TraceView) -> Iterator["_Limit"]:
        usage = view.trace.usage
        if self.steps is not None:
            yield _counted("steps", self.steps, view, view.count(StepKind.AGENT))
        if self.tokens is not None:
            yield _Limit("tokens", self.tokens, *_between(usage.input, usage.output))
        if self.seconds is not None:
            yield _Limit("seconds", self.seconds, *_between(view.trace.seconds))
        if self.dollars is not None:
            yield _Limit("dollars", self.dollars, *_between(usage.dollars))
        if self.errors is not None:
            yield _errors(self.errors, view)


class _Limit(Struct, frozen=True):
    """A limit and what is known of the number: `high` is None where it may be anything more."""

    word: str
    limit: float
    low: float
    high: float | None

    @property
    def is_over(self) -> bool:
        return self.low > self.limit

    @property
    def is_kept(self) -> bool:
        return self.high is not None and self.high <= self.limit

    @property
    def reason(self) -> str:
        known = f"{self.low:g}" if self.low == self.high else f"not wholly recorded ({self.low:g})"
        return f"{self.word.capitalize()}: {known}, at most {self.limit:g}."


def _between(*numbers: float | None) -> tuple[float, float | None]:
    known = [number for number in numbers if number is not None]
    return sum(known), sum(known) if len(known) == len(numbers) else None


def _counted(word: str, limit: int, view: TraceView, low: int, *, doubtful: int = 0) -> _Limit:
    return _Limit(word, limit, low, low + doubtful if view.gap() is None else None)


def _errors(limit: int, view: TraceView) -> _Limit:
    calls = view.calls
    happened = [row for row, step in enumerate(calls.steps) if view.happened(step)]
    marks = [(calls.errors[row], calls.exit_codes[row]) for row in happened if calls.answered[row]]
    errors = sum(mark is True or code not in (None, 0) for mark, code in marks)
    if marks and all(mark is None and code is None for mark, code in marks):
        return _Limit("errors", limit, 0, None)
    return _counted("errors", limit, view, errors, doubtful=len(happened) - len(marks))


def _is(*, wanted: bool | None, found: bool | None) -> bool | None:
    if wanted is None:
        return True
    return None if found is None else wanted is found


def _fits(wanted: Match | None, found: float | None) -> bool | None:
    if wanted is None:
        return True
    return None if found is None else holds(wanted, found)


def _said(outcome: Outcome) -> str:
    word = {True: "pass", False: "fail", None: "unknown"}[outcome.passed]
    return word if outcome.value is None else f"{word} ({outcome.value:g})"
