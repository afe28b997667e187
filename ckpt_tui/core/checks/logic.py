"""The kinds `all_of`, `any_of` and `not`, three-valued."""

from collections.abc import Iterator
from heapq import merge
from itertools import chain, repeat
from typing import Annotated, ClassVar

from ckpt_tui.core.checks.base import Check, Event, Input
from ckpt_tui.core.checks.counting import nearest
from ckpt_tui.core.checks.moments import Composite, moments, worse
from ckpt_tui.core.verdict import Scope, Source, Status, Verdict, vacuous, worst_open
from ckpt_tui.core.view import TraceView

NO_CHECKS = Verdict(status=Status.ERROR, reason="checks: there must be at least one.")
NOT_APPLICABLE = Verdict(status=Status.NOT_APPLICABLE, reason="None of the checks applies.")


class AllOf(Composite, frozen=True, kw_only=True):
    """Every check is met, in any order."""

    kind: ClassVar[str] = "all_of"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "every one of these is met"
    reads: ClassVar[frozenset[Input]] = frozenset()

    checks: Annotated[tuple[Check, ...], "what must be met"]

    def decide(self, view: TraceView) -> Verdict:
        return combined(tuple(check.decide(view) for check in self.checks), Status.FAIL)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        streams = applicable_moments(self.checks, view)
        return _all_met(streams) if streams else None

    def is_moot(self, view: TraceView) -> bool:
        return any(check.is_moot(view) for check in self.checks)


class AnyOf(Composite, frozen=True, kw_only=True):
    """At least one check is met."""

    kind: ClassVar[str] = "any_of"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "at least one of these is met"
    reads: ClassVar[frozenset[Input]] = frozenset()

    checks: Annotated[tuple[Check, ...], "what may be met"]

    def decide(self, view: TraceView) -> Verdict:
        return combined(tuple(check.decide(view) for check in self.checks), Status.PASS)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        streams = applicable_moments(self.checks, view)
        return merge(*streams, key=lambda event: event.position) if streams else None

    def is_moot(self, view: TraceView) -> bool:
        return all(check.is_moot(view) for check in self.checks)


class Not(Check, frozen=True, kw_only=True):
    """The check fails; what is open stays open."""

    kind: ClassVar[str] = "not"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "this is not met"
    reads: ClassVar[frozenset[Input]] = frozenset()

    check: Annotated[Check, "what must not be met"]

    def decide(self, view: TraceView) -> Verdict:
        return unmet(self.check, inverted(self.check.decide(view)), view)


def unmet(check: Check, verdict: Verdict, view: TraceView) -> Verdict:
    """The verdict that a check is not met; vacuous where nothing could have met it."""
    is_pass = verdict.status is Status.PASS
    return vacuous(verdict) if is_pass and check.is_moot(view) else verdict


def inverted(verdict: Verdict) -> Verdict:
    """Pass and fail swapped, on the same evidence."""
    swapped = {Status.PASS: Status.FAIL, Status.FAIL: Status.PASS}
    return Verdict(
        status=swapped.get(verdict.status, verdict.status),
        reason=verdict.reason,
        evidence=verdict.evidence,
        scope=verdict.scope,
        source=verdict.source,
        near=verdict.near,
    )


def absent(check: Check, view: TraceView, reason: str) -> Verdict:
    """A fail because a check is not met where it had to be, with the scope that was searched."""
    if any(check.children()):
        # Asking it again at every level would take time exponential in the depth.
        scope = view.scope((), len(view.steps))
        return Verdict(status=Status.FAIL, reason=reason, scope=scope)
    alone = check.decide(view)
    scope = alone.scope or view.scope((), len(view.steps))
    if alone.status is Status.FAIL:
        reason = f"{reason} {alone.reason}"
    return Verdict(status=Status.FAIL, reason=reason, scope=scope, near=alone.near)


def combined(verdicts: tuple[Verdict, ...], deciding: Status) -> Verdict:
    """What several verdicts say together, where one of status `deciding` decides.

    Those that are not applicable drop out; with no other left, the whole is not applicable.
    """
    counted = tuple(it for it in verdicts if it.status is not Status.NOT_APPLICABLE)
    if not counted:
        return NOT_APPLICABLE if verdicts else NO_CHECKS
    statuses = tuple(verdict.status for verdict in counted)
    telling = deciding if deciding in statuses else worst_open(statuses)
    if telling is None:
        return _together(counted)
    # Of several that pass, one with something to hold says more.
    return min((it for it in counted if it.status is telling), key=lambda it: it.vacuous)


def applicable_moments(checks: tuple[Check, ...], view: TraceView) -> list[Iterator[Event]]:
    """The moments of each check that applies."""
    streams = (moments(check, view) for check in checks)
    return [stream for stream in streams if stream is not None]


def merged_scope(scopes: tuple[Scope, ...]) -> Scope | None:
    """One scope around several; None where there is none."""
    if not scopes:
        return None
    return Scope(
        first=min(scope.first for scope in scopes),
        last=max(scope.last for scope in scopes),
        parts=tuple(dict.fromkeys(part for scope in scopes for part in scope.parts)),
        searched=sum(scope.searched for scope in scopes),
    )


def _together(verdicts: tuple[Verdict, ...]) -> Verdict:
    """Verdicts that agree, as one."""
    if len(verdicts) == 1:
        return verdicts[0]
    evidence = tuple(piece for verdict in verdicts for piece in verdict.evidence)
    scopes = tuple(verdict.scope for verdict in verdicts if verdict.scope is not None)
    return Verdict(
        status=verdicts[0].status,
        reason=" ".join(verdict.reason for verdict in verdicts),
        evidence=evidence,
        scope=None if evidence else merged_scope(scopes),
        source=Source.CHECK,
        vacuous=all(verdict.vacuous for verdict in verdicts),
        near=() if evidence else nearest(sorted(chain.from_iterable(it.near for it in verdicts))),
    )


def _all_met(streams: list[Iterator[Event]]) -> Iterator[Event]:
    """The moments at which one is met and every other has been by then."""
    mildest: dict[int, Event] = {}
    labelled = [zip(stream, repeat(place)) for place, stream in enumerate(streams)]
    for event, place in merge(*labelled, key=lambda pair: pair[0].position):
        others = [it for other, it in mildest.items() if other != place]
        if len(others) == len(streams) - 1:
            yield _joint(event, others)
        known = mildest.get(place, event)
        mildest[place] = event if worse(event, known) is known else known


def _joint(event: Event, others: list[Event]) -> Event:
    """One moment from the last of several events, as open as the worst of them."""
    telling = event
    for other in others:
        telling = worse(telling, other)
    latest = max(it.until or it.position for it in (*others, event))
    return Event(
        position=event.position,
        shown=lambda: tuple(piece for it in (*others, event) for piece in it.evidence),
        status=telling.status,
        reason=telling.reason,
        until=None if latest == event.position else latest,
    )
