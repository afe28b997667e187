"""Runs that are known to be good, bad or empty: whether a list says of them what it must."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from ckpt_tui.core.arithmetic import hundredths
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.base import Check, Input
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.file_changed import FileChanged, Span
from ckpt_tui.core.checks.logic import AllOf
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.gating import Decision, decision
from ckpt_tui.core.scoring import Credit, Score, ScoredCheckpoint
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


class ControlRole(StrEnum):
    """What a sample run was made for; a list that is tested has one of each of the first four."""

    ORACLE = "oracle"
    GOOD = "good"
    NOOP = "noop"
    CLAIMS_ONLY = "claims-only"
    BAD = "bad"


EXPECTED: Final = (
    ControlRole.ORACLE,
    ControlRole.GOOD,
    ControlRole.NOOP,
    ControlRole.CLAIMS_ONLY,
)


class ControlState(StrEnum):
    """Whether a control came out as its role wants; open where that cannot be told."""

    PASSED = "passed"
    FAILED = "failed"
    OPEN = "open"


class ControlRun(Struct, frozen=True, kw_only=True):
    """One sample run, scored.

    Attributes:
        passed: the official word.
        state: verdicts of what the list asks about the end of the run, by checkpoint; read of an
            oracle only.
    """

    label: str
    role: str | None
    passed: bool | None
    score: Score
    state: Mapping[str, Verdict] = {}


class Control(Struct, frozen=True, kw_only=True):
    """What came of one run.

    Attributes:
        misses_route: the official verifier passes the run, and the list does not.
        details: why, one sentence each without its full stop; also what is only worth saying.
    """

    label: str
    role: str | None
    state: ControlState
    misses_route: bool = False
    details: tuple[str, ...] = ()


class Controls(Struct, frozen=True, kw_only=True):
    """What came of all runs.

    Attributes:
        found: those that miss a route first, then in the order of the samples; runs without a
            role are among them only where there is something to say.
        untested: what no run tests, one sentence each without its full stop.
    """

    found: tuple[Control, ...]
    untested: tuple[str, ...]

    @property
    def failed(self) -> tuple[Control, ...]:
        return tuple(it for it in self.found if it.state is ControlState.FAILED)

    @property
    def is_open(self) -> bool:
        """Whether something was not tested, or came out open."""
        return bool(self.untested) or any(it.state is ControlState.OPEN for it in self.found)


def controls(checklist: Checklist, runs: Sequence[ControlRun]) -> Controls:
    """Hold every run against its role."""
    judged = [_judged(checklist, run) for run in runs]
    worth = [it for it in judged if it.role is not None or it.details]
    worth.sort(key=lambda it: (not it.misses_route, it.state is not ControlState.FAILED))
    return Controls(found=tuple(worth), untested=tuple(_untested(checklist, runs)))


def state_verdicts(checklist: Checklist, view: TraceView) -> dict[str, Verdict]:
    """The verdicts on the end of a run, by checkpoint; those about other things are left out."""
    parts = ((point.id, state_part(point.check)) for point in checklist.checkpoints)
    return {name: decided(part, view) for name, part in parts if part is not None}


def state_part(check: Check) -> Check | None:
    """What a check asks about the end of a run, whatever the way; None where it asks nothing."""
    if isinstance(check, AllOf):
        inner = tuple(part for part in map(state_part, check.checks) if part is not None)
        return AllOf(checks=inner) if inner else None
    return check if _is_about_end(check) else None


def _is_about_end(check: Check) -> bool:
    if isinstance(check, FileChanged):
        return check.scope is Span.NET
    inner = tuple(check.children())
    if inner:
        return not check.reads and all(map(_is_about_end, inner))
    return bool(check.reads) and not check.reads & {Input.STEPS, Input.REPORT, Input.USAGE}


def _judged(checklist: Checklist, run: ControlRun) -> Control:
    failures, openings, notes = _sorted_out(checklist, run)
    role = _role(run)
    is_refused = decision(run.score, checklist.scoring.bar) is Decision.FAIL
    misses_route = run.passed is True and is_refused and role is not ControlRole.ORACLE
    if misses_route:
        detail, is_fault = _missed_route(role, run.score)
        (failures if is_fault else notes).insert(0, detail)
    state = ControlState.PASSED
    if failures or openings:
        state = ControlState.FAILED if failures else ControlState.OPEN
    return Control(
        label=run.label,
        role=run.role,
        state=state,
        misses_route=misses_route,
        details=(*failures, *openings, *notes),
    )


def _missed_route(role: ControlRole | None, score: Score) -> tuple[str, bool]:
    """What to say of a run that only the verifier passes, and whether it is the list's fault."""
    said = f"the verifier passes it, the list does not ({', '.join(_obstacles(score))})"
    if role in (ControlRole.NOOP, ControlRole.CLAIMS_ONLY):
        return f"{said}: the verifier passes a run that did nothing", True
    if role is ControlRole.BAD:
        return f"{said}: a route is missing, unless it is bad for its way, as it is marked", False
    if score.first_failed is None:
        return f"{said}: a route is missing, unless that is rightly held against it", True
    return f"{said}: a route is missing", True


def _obstacles(score: Score) -> Iterator[str]:
    """What keeps a run from the bar, and on which route that is."""
    on = "" if score.route is None else f" on route {score.route}"
    if score.first_failed is not None:
        yield f"{score.first_failed} fails first{on}"
    for point in score.checkpoints:
        name, is_counted = point.checkpoint.id, point.credit is not Credit.EXCLUDED
        if is_counted and point.verdict.status is Status.FAIL and name != score.first_failed:
            if point.checkpoint.critical:
                yield f"critical {name} fails"
            elif score.penalty and _holds_claims(point):
                yield f"{name} costs {hundredths(score.penalty)}"
    if score.first_failed is None and not score.vetoed and not score.penalty:
        yield "the bar is not reached"


_Sorted = tuple[list[str], list[str], list[str]]


def _sorted_out(checklist: Checklist, run: ControlRun) -> _Sorted:
    """What speaks against the list, what is open, and what is only worth saying."""
    counted = [point for point in run.score.checkpoints if point.credit is not Credit.EXCLUDED]
    match _role(run):
        case ControlRole.GOOD:
            return _demanded((point.checkpoint.id, point.verdict) for point in counted)
        case ControlRole.ORACLE:
            names = [point.checkpoint.id for point in counted]
            return _demanded((name, run.state[name]) for name in names if name in run.state)
        case ControlRole.NOOP:
            return _uncredited(counted)
        case ControlRole.CLAIMS_ONLY:
            return _silenced(checklist, run.score, counted)
        case ControlRole.BAD:
            return _refused(decision(run.score, checklist.scoring.bar))
        case None:
            return [], [], []


def _demanded(verdicts: Iterator[tuple[str, Verdict]]) -> _Sorted:
    """Everything must pass, as far as it applies."""
    failures: list[str] = []
    openings: list[str] = []
    for name, verdict in verdicts:
        if verdict.status is Status.FAIL:
            failures.append(f"{name} fails: {_clause(verdict)}")
        elif verdict.status.is_open:
            openings.append(_opening(name, verdict))
    return failures, openings, []


def _uncredited(points: Sequence[ScoredCheckpoint]) -> _Sorted:
    """Nothing may earn points."""
    failures: list[str] = []
    openings: list[str] = []
    notes: list[str] = []
    for point in points:
        name, verdict = point.checkpoint.id, point.verdict
        if not point.checkpoint.points or isinstance(point.checkpoint.check, Claims):
            continue
        if point.credit is Credit.CREDITED:
            failures.append(f"{name} is credited: {_clause(verdict)}")
        elif point.credit is Credit.OPEN and not _is_closed(verdict):
            openings.append(_opening(name, verdict))
        elif point.credit is Credit.BLOCKED and verdict.status is Status.PASS:
            notes.append(f"{name} passes, and only the gate withholds its points")
    return failures, openings, notes


def _is_closed(verdict: Verdict) -> bool:
    """Whether a verdict earns nothing, however the gate before it is decided."""
    return verdict.status in (Status.FAIL, Status.NOT_APPLICABLE)


def _silenced(checklist: Checklist, score: Score, points: Sequence[ScoredCheckpoint]) -> _Sorted:
    """Nothing may earn points, and the reserved checkpoint must fail."""
    failures, openings, notes = _uncredited(points)
    held = [point for point in score.checkpoints if _holds_claims(point)]
    for point in held:
        name, verdict = point.checkpoint.id, point.verdict
        if verdict.status.is_open:
            openings.append(_opening(name, verdict))
        elif verdict.status is not Status.FAIL:
            failures.append(f"{name} does not fail: {_clause(verdict)}")
    off = checklist.scoring.claims.off
    if not held and off is not None:
        notes.append(f"its claims are not held against it: {off}")
    return failures, openings, notes


def _holds_claims(point: ScoredCheckpoint) -> bool:
    return point.checkpoint.enabled and isinstance(point.checkpoint.check, Claims)


def _refused(found: Decision) -> _Sorted:
    match found:
        case Decision.PASS:
            return ["the list passes it"], [], []
        case Decision.UNDECIDED:
            return [], ["the list may pass it: something is open"], []
        case Decision.FAIL:
            return [], [], []


def _untested(checklist: Checklist, runs: Sequence[ControlRun]) -> Iterator[str]:
    roles = {run.role for run in runs}
    for role in EXPECTED:
        if role not in roles:
            yield f"no {role} trace: not tested"
    points = [point for point in checklist.checkpoints if point.enabled]
    if not any(state_part(point.check) for point in points):
        yield "the list asks nothing about the end of a run: no oracle tests it"
    if checklist.scoring.claims.off is None and not any(
        isinstance(point.check, Claims) for point in points
    ):
        yield "the list has no claims checkpoint: no claims-only trace tests it"


def _role(run: ControlRun) -> ControlRole | None:
    return ControlRole(run.role) if run.role in set(ControlRole) else None


def _clause(verdict: Verdict) -> str:
    return verdict.reason.rstrip(".")


def _opening(name: str, verdict: Verdict) -> str:
    return f"{name} is open ({verdict.status}): {_clause(verdict)}"
