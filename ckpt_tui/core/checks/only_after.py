"""The kind `only_after`: nothing happens without its own guard before it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checks.base import Check, Event, Input, showing
from ckpt_tui.core.checks.logic import NOT_APPLICABLE, absent
from ckpt_tui.core.checks.moments import (
    Composite,
    end_of,
    moments,
    passed,
    some_time,
    still_open,
    worst,
)
from ckpt_tui.core.position import START, Position
from ckpt_tui.core.verdict import Status, Verdict, vacuous
from ckpt_tui.core.view import TraceView

# A verdict shows this many moments with their guards and tells the number of all.
_QUOTED: Final = 10


class OnlyAfter(Composite, frozen=True, kw_only=True):
    """Every `then` has a guard of its own: after the `then` before it, and strictly before itself.

    One guard allows one `then`; what several checks find at the same moment is one `then`. Holds,
    and says that it is vacuous, where `then` never happens.
    """

    kind: ClassVar[str] = "only_after"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "this happens only after a guard, a new one every time"
    reads: ClassVar[frozenset[Input]] = frozenset()
    is_invariant: ClassVar[bool] = True

    guard: Annotated[Check, "what must come first, each time anew"]
    then: Annotated[Check, "what needs it; it need not happen"]

    def decide(self, view: TraceView) -> Verdict:
        guards, thens = moments(self.guard, view), moments(self.then, view)
        if guards is None or thens is None:
            return NOT_APPLICABLE
        guard, then = _Moments.of(guards), _Moments.of(_last_of_all(thens, end_of(view)))
        if not (then.certain or then.doubtful):
            return _unneeded(self.then, view)
        bare = _unguarded(guard, then)
        if bare is not None:
            return _blame(bare, then, view)
        if _is_always_guarded(guard, then):
            return _praise(guard, then, view)
        return still_open(worst((*then.doubtful, *guard.doubtful)))

    def events(self, view: TraceView) -> Iterator[Event] | None:
        verdict = self.decide(view)
        match verdict.status:
            case Status.NOT_APPLICABLE:
                return None
            case Status.FAIL:
                return iter(())
            case Status.PASS:
                shown = showing(*verdict.evidence)
                return iter((Event(position=end_of(view), shown=shown),))
            case _:
                return iter((some_time(verdict, view),))


class _Moments(Struct, frozen=True, kw_only=True):
    """When something happened for certain, and when it may have; both in order."""

    certain: tuple[Event, ...]
    doubtful: tuple[Event, ...]

    @classmethod
    def of(cls, events: Iterator[Event]) -> "_Moments":
        certain: dict[Position, Event] = {}
        doubtful: list[Event] = []
        for event in events:
            if event.status is not Status.PASS:
                doubtful.append(event)
            elif event.until is None or event.until == event.position:
                certain.setdefault(event.position, event)
            else:
                reason = f"It is not certain when it was met, from step {event.position.step} on."
                doubtful.append(replace(event, status=Status.UNSURE, reason=reason))
        return cls(certain=tuple(certain.values()), doubtful=tuple(doubtful))


def _last_of_all(events: Iterator[Event], end: Position) -> Iterator[Event]:
    """The events, what is met at the end of the run behind everything else that is met there.

    A guard about the run as a whole is met at its end, and so stands before them.
    """
    behind = Position(end.step, 0)
    for event in events:
        if event.position == end:
            yield replace(event, position=behind, until=None)
        elif event.until == end:
            yield replace(event, until=behind)
        else:
            yield event


def _until(event: Event) -> Position:
    return event.until or event.position


def _unguarded(guard: _Moments, then: _Moments) -> Event | None:
    """The first certain moment that has no guard even if every doubtful guard is one.

    What is doubtful of the other side can only take guards away, so it is left out.
    """
    guards = (*guard.certain, *guard.doubtful)
    before = START
    for event in then.certain:
        if not any(before < _until(one) and one.position < event.position for one in guards):
            return event
        before = event.position
    return None


def _is_always_guarded(guard: _Moments, then: _Moments) -> bool:
    """Whether certain guards alone stand before every moment, and between any two.

    A moment that is only known as a stretch may lie anywhere in it, and more than once.
    """
    if not guard.certain:
        return False
    guards = [event.position for event in guard.certain]
    stretches = [(event.position, _until(event)) for event in (*then.certain, *then.doubtful)]
    if any(begin <= guards[0] for begin, _ in stretches):
        return False
    last = max(until for _, until in stretches)
    return not any(_holds_two(stretches, *cell) for cell in pairwise((*guards, last)))


def _holds_two(stretches: list[tuple[Position, Position]], first: Position, last: Position) -> bool:
    """Whether two moments, one after the other, fit between two guards that follow each other.

    The moments of the guards count: a guard is not strictly after the one, nor before the other.
    """
    inside = [
        (max(begin, first), min(until, last))
        for begin, until in stretches
        if begin <= last and first <= until
    ]
    begins, untils = (begin for begin, _ in inside), (until for _, until in inside)
    return bool(inside) and min(begins) < max(untils)


def _unneeded(then: Check, view: TraceView) -> Verdict:
    reason = "what needs the guard never happens."
    scope = absent(then, view, reason).scope
    return vacuous(Verdict(status=Status.PASS, reason=reason, scope=scope))


def _blame(bare: Event, then: _Moments, view: TraceView) -> Verdict:
    """A fail with the moment that has no guard, and the one that had used the last."""
    earlier = [event for event in then.certain if event.position < bare.position][-1:]
    step = bare.position.step
    when = f"at step {step}" if step < len(view.steps) else "at the end of the run"
    since = f"since step {earlier[0].position.step}" if earlier else "before"
    found = passed(f"It happens {when} with no guard {since}.", view, bare, *earlier)
    return replace(found, status=Status.FAIL)


def _praise(guard: _Moments, then: _Moments, view: TraceView) -> Verdict:
    """A pass with each moment behind the guard that it used."""
    if not then.certain:
        return passed("What may have happened had its guard.", view, guard.certain[0])
    pairs: list[Event] = []
    for event in then.certain[:_QUOTED]:
        pairs += [one for one in guard.certain if one.position < event.position][-1:]
        pairs.append(event)
    return passed(f"It happens {_times(len(then.certain))}.", view, *pairs)


def _times(number: int) -> str:
    return "once, behind its guard" if number == 1 else f"{number} times, each behind its own guard"
