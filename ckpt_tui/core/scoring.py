"""What verdicts are worth: gate, veto, penalty, routes and bounds, in exact fractions."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from operator import attrgetter
from typing import Final

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist, Checkpoint, Gate, Role
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.verifier_test import hangs_on_verifier
from ckpt_tui.core.routes import is_along, routes_of
from ckpt_tui.core.verdict import Status, Verdict


class Credit(StrEnum):
    """What scoring makes of a verdict."""

    CREDITED = "credited"
    FAILED = "failed"
    BLOCKED = "blocked"
    OPEN = "open"
    EXCLUDED = "excluded"


class ScoredCheckpoint(Struct, frozen=True, kw_only=True):
    """One checkpoint with what was said of it and what that earned.

    Attributes:
        instead: the route that counts where the checkpoint is of another one; else None.
    """

    checkpoint: Checkpoint
    verdict: Verdict
    credit: Credit
    instead: str | None = None

    @property
    def reason(self) -> str:
        """Why it was decided so, and before that why it does not count."""
        if self.instead is None:
            return self.verdict.reason
        counted = f'Route "{self.instead}" counts, and this is of route "{self.checkpoint.route}".'
        return f"{counted} {self.verdict.reason}".rstrip()


class Score(Struct, frozen=True, kw_only=True):
    """One trace under one checklist. All numbers are exact shares of the total, 0 to 1.

    A list with routes is scored once a route, as if the checkpoints of the other routes were
    switched off. The best of these scores is the run's, and so are the numbers beside it.

    Attributes:
        checkpoints: every checkpoint in the list's order, disabled ones included.
        route: the route that counts, as far as is decided; None where the list has none.
        total: points that count: those of enabled milestones that are not `not_applicable`.
        raw: share of passed milestones, whatever the gate.
        progress: share of credited milestones.
        reach: progress with every open verdict taken as fail and as pass, the lower first.
        verifier_share: share of the milestones that hang on the official verifier's tests.
        verifier_progress: share of the credited ones among them, a part of `progress`.
        bounds: lowest and highest score that the open verdicts leave possible.
        score: the score of record; None while the bounds differ.
        penalty: what a failed claims checkpoint costs.
        vetoed: a critical checkpoint failed.
        first_failed: id of the first milestone that fails with its gate met.
        strict: every milestone met and no critical failed; None while that is open.
        claims_off: why claims are not held against the trace; None when they are.
    """

    checkpoints: tuple[ScoredCheckpoint, ...]
    total: Fraction
    raw: Fraction
    progress: Fraction
    reach: tuple[Fraction, Fraction]
    verifier_share: Fraction
    verifier_progress: Fraction
    bounds: tuple[Fraction, Fraction]
    score: Fraction | None
    penalty: Fraction
    vetoed: bool
    first_failed: str | None
    strict: bool | None
    claims_off: str | None
    route: str | None = None


def score(checklist: Checklist, verdicts: Mapping[str, Verdict]) -> Score:
    """Score one trace; `verdicts` holds one verdict an enabled checkpoint, by id."""
    return Rules(checklist).score(verdicts)


_DISABLED: Final = Verdict(
    status=Status.NOT_APPLICABLE, reason="The checkpoint is switched off.", source=None
)

Statuses = Mapping[str, Status]


class _Worth(Struct, frozen=True, kw_only=True):
    route: str | None
    total: Fraction
    raw: Fraction
    progress: Fraction
    verifier_share: Fraction
    verifier_progress: Fraction
    penalty: Fraction
    vetoed: bool
    strict: bool

    @property
    def score(self) -> Fraction:
        return Fraction(0) if self.vetoed else max(Fraction(0), self.progress - self.penalty)

    @property
    def rank(self) -> tuple[Fraction, bool, Fraction, Fraction]:
        """What makes one route better than another; the score first."""
        return self.score, self.strict, self.progress, self.raw


class _Shares(Struct, frozen=True, kw_only=True):
    """What follows from one assignment of statuses; open ones failed, as they are, and passed."""

    low: _Worth
    now: _Worth
    high: _Worth
    credits: dict[str, Credit]
    first_failed: str | None


class Rules:
    """A checklist's scoring rules; runs with the same statuses are worked out once."""

    def __init__(self, checklist: Checklist) -> None:
        self._points = checklist.checkpoints
        self._claims_off = checklist.scoring.claims.off
        self._shares: dict[tuple[Status, ...], _Shares] = {}
        self.enabled = tuple(point for point in checklist.checkpoints if point.enabled)
        self._routes = {name: _Route(checklist, name) for name in routes_of(checklist) or (None,)}

    def score(self, verdicts: Mapping[str, Verdict]) -> Score:
        """The score of one trace, as the function of this name says."""
        statuses = tuple([verdicts[point.id].status for point in self.enabled])
        shares = self._shares.get(statuses)
        if shares is None:
            shares = self._shares[statuses] = self._worked_out(statuses)
        low, now, high = shares.low, shares.now, shares.high
        return Score(
            checkpoints=tuple([self._scored(point, verdicts, shares) for point in self._points]),
            route=now.route,
            total=now.total,
            raw=now.raw,
            progress=now.progress,
            reach=(min(low.progress, high.progress), max(low.progress, high.progress)),
            verifier_share=now.verifier_share,
            verifier_progress=now.verifier_progress,
            bounds=(low.score, high.score),
            score=low.score if low.score == high.score else None,
            penalty=now.penalty,
            vetoed=now.vetoed,
            first_failed=shares.first_failed,
            strict=low.strict if low.strict == high.strict else None,
            claims_off=self._claims_off,
        )

    def _scored(
        self, point: Checkpoint, verdicts: Mapping[str, Verdict], shares: "_Shares"
    ) -> ScoredCheckpoint:
        is_other = point.enabled and not is_along(point, shares.now.route)
        return ScoredCheckpoint(
            checkpoint=point,
            verdict=verdicts[point.id] if point.enabled else _DISABLED,
            credit=shares.credits.get(point.id, Credit.EXCLUDED),
            instead=shares.now.route if is_other else None,
        )

    def _worked_out(self, statuses: tuple[Status, ...]) -> "_Shares":
        names = [point.id for point in self.enabled]
        actual = dict(zip(names, statuses, strict=True))
        now = self._best(actual)
        route = self._routes[now.route]
        found = route.credits(actual)
        failed = (point.id for point in route.milestones if found[point.id] is Credit.FAILED)
        return _Shares(
            low=self._best(_closed(actual, Status.FAIL)),
            now=now,
            high=self._best(_closed(actual, Status.PASS)),
            credits=found,
            first_failed=next(failed, None),
        )

    def _best(self, statuses: Statuses) -> _Worth:
        """The best route's worth; of equals the first, as the list names them."""
        taken = [route for route in self._routes.values() if route.applies(statuses)]
        candidates = taken or list(self._routes.values())
        return max((route.worth(statuses) for route in candidates), key=attrgetter("rank"))


class _Route:
    """The rules of one route: those of the list with the other routes' checkpoints switched off."""

    def __init__(self, checklist: Checklist, name: str | None) -> None:
        self._name = name
        self._scoring = checklist.scoring
        self._enabled = tuple(
            point for point in checklist.checkpoints if point.enabled and is_along(point, name)
        )
        self.milestones = tuple(
            point
            for point in self._enabled
            if point.role is Role.MILESTONE and not isinstance(point.check, Claims)
        )
        self._official = frozenset(
            point.id for point in self.milestones if hangs_on_verifier(point.check)
        )
        self._before = dict(self._prerequisites(checklist))

    def applies(self, statuses: Statuses) -> bool:
        """Whether a run can have gone this way: one milestone of its own, at least, applies."""
        return any(
            point.route is not None and statuses[point.id] is not Status.NOT_APPLICABLE
            for point in self.milestones
        )

    def _prerequisites(self, checklist: Checklist) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Ids of the enabled milestones that each milestone's credit needs, where it names them."""
        if self._scoring.gate is Gate.REQUIRES:
            direct = {point.id: point.requires or () for point in checklist.checkpoints}
            enabled = {point.id for point in self.milestones}
            for point in self.milestones:
                yield point.id, tuple(sorted(_reach(direct, point.id) & enabled))

    def credits(self, statuses: Statuses) -> dict[str, Credit]:
        """The credit of every enabled checkpoint."""
        found = {point.id: _alone(statuses[point.id]) for point in self._enabled}
        # What the milestones so far, or those that are named, leave of the credit of the next.
        left: Credit | None = None
        for point in self.milestones:
            if self._scoring.gate is Gate.REQUIRES:
                left = reduce(_behind, (statuses[name] for name in self._before[point.id]), None)
            if left is not None and found[point.id] is not Credit.EXCLUDED:
                found[point.id] = left
            if self._scoring.gate is Gate.LINEAR:
                left = _behind(left, statuses[point.id])
        return found

    def worth(self, statuses: Statuses) -> _Worth:
        """The ordinary score of these statuses; open ones earn nothing and cost nothing."""
        counted = [
            point for point in self.milestones if statuses[point.id] is not Status.NOT_APPLICABLE
        ]
        found = self.credits(statuses)
        total = sum((point.points for point in counted), Fraction(0))
        passed = [point for point in counted if statuses[point.id] is Status.PASS]
        credited = [point for point in counted if found[point.id] is Credit.CREDITED]
        vetoed = any(
            point.critical and statuses[point.id] is Status.FAIL for point in self._enabled
        )
        return _Worth(
            route=self._name,
            total=total,
            raw=_share(passed, total),
            progress=_share(credited, total),
            verifier_share=_share(filter(self._is_official, counted), total),
            verifier_progress=_share(filter(self._is_official, credited), total),
            penalty=self._penalty(statuses),
            vetoed=vetoed,
            strict=len(passed) == len(counted) and not vetoed,
        )

    def _is_official(self, point: Checkpoint) -> bool:
        return point.id in self._official

    def _penalty(self, statuses: Statuses) -> Fraction:
        rule = self._scoring.claims
        failed = any(
            isinstance(point.check, Claims) and statuses[point.id] is Status.FAIL
            for point in self._enabled
        )
        return rule.penalty if failed and rule.off is None else Fraction(0)


def _behind(left: Credit | None, status: Status) -> Credit | None:
    """What is left of later credit behind one more milestone: blocked, open, or all of it: None."""
    if status is Status.FAIL or left is Credit.BLOCKED:
        return Credit.BLOCKED
    return Credit.OPEN if status.is_open else left


def _alone(status: Status) -> Credit:
    if status.is_open:
        return Credit.OPEN
    if status is Status.NOT_APPLICABLE:
        return Credit.EXCLUDED
    return Credit.CREDITED if status is Status.PASS else Credit.FAILED


def _share(points: Iterable[Checkpoint], total: Fraction) -> Fraction:
    return sum((point.points for point in points), Fraction(0)) / total if total else Fraction(0)


def _closed(statuses: Statuses, resolution: Status) -> dict[str, Status]:
    return {name: resolution if status.is_open else status for name, status in statuses.items()}


def _reach(direct: Mapping[str, tuple[str, ...]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(direct[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(direct[name])
    return found
