"""The moments at which a check is met, and what follows from a run of them."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from heapq import merge

from ckpt_tui.core.checks.base import Check, Event, showing
from ckpt_tui.core.position import START, Position
from ckpt_tui.core.verdict import OPEN, Source, Status, Verdict
from ckpt_tui.core.view import TraceView


class EventCheck(Check, frozen=True, kw_only=True):
    """A kind that is met by single moments of a run: by one of them, unless it says otherwise."""

    @abstractmethod
    def found(self, view: TraceView) -> Iterator[Event]:
        """The moments, in order, found as asked for."""

    @abstractmethod
    def absence(self, view: TraceView) -> Verdict:
        """What it means that there is no such moment."""

    @abstractmethod
    def met(self, event: Event) -> str:
        """The sentence for a moment at which it is met."""

    def obstacle(self, view: TraceView) -> Verdict | None:
        """Why this recording cannot be searched for it; None where it can."""
        del view
        return None

    def events(self, view: TraceView) -> Iterator[Event] | None:
        return self.found(view) if self.obstacle(view) is None else None

    def decide(self, view: TraceView) -> Verdict:
        obstacle = self.obstacle(view)
        if obstacle is not None:
            return obstacle
        first = decisive(self.found(view))
        if first is None:
            return self.absence(view)
        if first.status is Status.PASS:
            return passed(self.met(first), view, first)
        return still_open(first)


class Composite(Check, frozen=True, kw_only=True):
    """A kind made of others, whose events are made of theirs.

    Unlike other kinds, its events are None exactly where none of its checks applies, and they
    already tell what may have happened in gaps.
    """


def moments(check: Check, view: TraceView) -> Iterator[Event] | None:
    """When a check is met, in order; None where it does not apply.

    A check about the run as a whole is met at its end. What cannot be told yet, or may have
    happened where the recording has a gap, is an open event with the stretch of its moment.
    """
    found = check.events(view)
    if isinstance(check, Composite):
        return found
    if found is None:
        return _whole_run(check.decide(view), view)
    if not view.trace.gaps or check.decide(view).status is Status.FAIL:
        return found
    return merge(found, _gap_events(view), key=lambda event: event.position)


def end_of(view: TraceView) -> Position:
    """The moment after everything."""
    return Position(len(view.steps), -1)


def some_time(verdict: Verdict, view: TraceView) -> Event:
    """The event that stands for an open verdict: at any moment of the run, or none."""
    return Event(
        position=START,
        shown=showing(*verdict.evidence),
        status=verdict.status,
        reason=verdict.reason,
        until=end_of(view),
    )


def decisive(events: Iterable[Event]) -> Event | None:
    """The first event that is certain, else the worst open one; None where there is none."""
    worst: Event | None = None
    for event in events:
        if event.status is Status.PASS:
            return event
        worst = event if worst is None else worse(worst, event)
    return worst


def worse(one: Event, other: Event) -> Event:
    """The event whose status outranks the other's; the first of equals. PASS is the mildest."""
    return other if _rank(other) < _rank(one) else one


def worst(events: tuple[Event, ...]) -> Event:
    """The worst of some events; there is at least one."""
    found = events[0]
    for event in events[1:]:
        found = worse(found, event)
    return found


def passed(reason: str, view: TraceView, *events: Event) -> Verdict:
    """A pass that rests on events; on the whole run where they carry no evidence."""
    evidence = tuple(piece for event in events for piece in event.evidence)
    scope = None if evidence else view.scope((), len(view.steps))
    return Verdict(status=Status.PASS, reason=reason, evidence=evidence, scope=scope)


def still_open(event: Event) -> Verdict:
    """The verdict of a check that hangs on an open event."""
    return Verdict(
        status=event.status,
        reason=event.reason,
        evidence=event.evidence,
        source=None if event.status is Status.PENDING else Source.CHECK,
    )


def _rank(event: Event) -> int:
    return OPEN.index(event.status) if event.status in OPEN else len(OPEN)


def _whole_run(verdict: Verdict, view: TraceView) -> Iterator[Event] | None:
    end = end_of(view)
    match verdict.status:
        case Status.NOT_APPLICABLE:
            return None
        case Status.FAIL:
            return iter(())
        case Status.PASS:
            return iter((Event(position=end, shown=showing(*verdict.evidence)),))
        case _:
            return iter((some_time(verdict, view),))


def _gap_events(view: TraceView) -> Iterator[Event]:
    for gap in sorted(view.trace.gaps, key=lambda gap: gap.first):
        yield Event(
            position=Position(gap.first, -1),
            status=Status.UNAVAILABLE,
            reason=f"The recording has a gap: {gap.detail}",
            until=end_of(view) if gap.last is None else Position(gap.last + 1, -1),
        )
