"""The kinds `in_order`, `before` and `never`: what happened, and when."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checks.base import Check, Event, Input, showing
from ckpt_tui.core.checks.logic import NO_CHECKS, NOT_APPLICABLE, absent, inverted, unmet
from ckpt_tui.core.checks.moments import (
    Composite,
    decisive,
    end_of,
    moments,
    passed,
    some_time,
    still_open,
    worse,
    worst,
)
from ckpt_tui.core.position import START, Position
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


class _Link(Struct, frozen=True, kw_only=True):
    """How far a chain has come.

    Attributes:
        surely: the last event of the chain of certain events; None where it is broken.
        maybe: the last event of the earliest chain, uncertain ones counted as met; its evidence
            is that of the whole chain, its status the worst in it.
    """

    surely: Event | None
    maybe: Event


_NOTHING_YET = Event(position=START)
_FIRST_LINK = _Link(surely=_NOTHING_YET, maybe=_NOTHING_YET)


class InOrder(Composite, frozen=True, kw_only=True):
    """Every check is met, each strictly after the one before."""

    kind: ClassVar[str] = "in_order"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "these are met one after the other"
    reads: ClassVar[frozenset[Input]] = frozenset()

    checks: Annotated[tuple[Check, ...], "what must be met, in this order"]

    def decide(self, view: TraceView) -> Verdict:
        if not self.checks:
            return NO_CHECKS
        steps = self._applicable(view)
        if not steps:
            return NOT_APPLICABLE
        link = _FIRST_LINK
        for check, stream in steps:
            longer = _linked(link, stream, end_of(view))
            if longer is None:
                return _broken(check, link.maybe, view)
            link = longer
        if link.surely is not None:
            return passed("Met, one after the other.", view, link.surely)
        return still_open(link.maybe)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        steps = self._applicable(view)
        return _chained([stream for _, stream in steps], end_of(view)) if steps else None

    def is_moot(self, view: TraceView) -> bool:
        return any(check.is_moot(view) for check in self.checks)

    def _applicable(self, view: TraceView) -> list[tuple[Check, Iterator[Event]]]:
        streams = ((check, moments(check, view)) for check in self.checks)
        return [(check, stream) for check, stream in streams if stream is not None]


class Before(Composite, frozen=True, kw_only=True):
    """Both are met, the first one strictly before the other one is met for the first time."""

    kind: ClassVar[str] = "before"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "one is met before the other is first met"
    reads: ClassVar[frozenset[Input]] = frozenset()

    first: Annotated[Check, "what must come first"]
    then: Annotated[Check, "what must come later, and must come"]

    def decide(self, view: TraceView) -> Verdict:
        return self._decided(view)[0]

    def events(self, view: TraceView) -> Iterator[Event] | None:
        verdict, then = self._decided(view)
        if verdict.status is Status.NOT_APPLICABLE:
            return None
        if verdict.status is Status.PASS and then is not None:
            return iter((replace(then, shown=showing(*verdict.evidence)),))
        return iter(() if verdict.status is Status.FAIL else (some_time(verdict, view),))

    def is_moot(self, view: TraceView) -> bool:
        return self.first.is_moot(view) or self.then.is_moot(view)

    def _decided(self, view: TraceView) -> tuple[Verdict, Event | None]:
        """The verdict, and the first certain moment of the later check."""
        firsts, thens = moments(self.first, view), moments(self.then, view)
        if firsts is None or thens is None:
            return NOT_APPLICABLE, None
        first, then, end = _Onset.of(firsts), _Onset.of(thens), end_of(view)
        if not then.may_happen:
            return absent(self.then, view, "The later one is never met."), None
        if not first.may_happen or not _precedes(first.earliest, then.latest, end):
            return self._too_early(first, then, view), then.certain
        one, other = first.certain, then.certain
        if one is None or other is None or not _precedes(one.position, then.earliest, end):
            return still_open(worst((*first.doubtful, *then.doubtful))), other
        return passed("The first one is met before the later one.", view, one, other), other

    def _too_early(self, first: "_Onset", then: "_Onset", view: TraceView) -> Verdict:
        if then.certain is None or not then.certain.evidence:
            return absent(self.first, view, "The first one is not met before the later one.")
        late = () if first.certain is None else first.certain.evidence
        step = then.certain.position.step
        reason = f"The later one is met at step {step}, the first one not before it."
        return Verdict(status=Status.FAIL, reason=reason, evidence=then.certain.evidence + late)


class Never(Check, frozen=True, kw_only=True):
    """The check is met at no moment of the run."""

    kind: ClassVar[str] = "never"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "this never happens"
    reads: ClassVar[frozenset[Input]] = frozenset()
    is_invariant: ClassVar[bool] = True

    check: Annotated[Check, "what must never happen"]

    def decide(self, view: TraceView) -> Verdict:
        found = self.check.events(view)
        event = None if found is None else decisive(found)
        if event is not None:
            return _happened(event, view)
        if not isinstance(self.check, Composite):
            return unmet(self.check, inverted(self.check.decide(view)), view)
        if found is None:
            return NOT_APPLICABLE
        return unmet(self.check, inverted(absent(self.check, view, "Not met.")), view)


class _Onset(Struct, frozen=True, kw_only=True):
    """When something may have begun: up to its first certain event.

    Attributes:
        doubtful: the uncertain events before the certain one.
    """

    certain: Event | None
    doubtful: tuple[Event, ...]

    @classmethod
    def of(cls, events: Iterable[Event]) -> "_Onset":
        doubtful: list[Event] = []
        for event in events:
            if event.status is Status.PASS:
                return cls(certain=event, doubtful=tuple(doubtful))
            doubtful.append(event)
        return cls(certain=None, doubtful=tuple(doubtful))

    @property
    def may_happen(self) -> bool:
        return self.certain is not None or bool(self.doubtful)

    @property
    def earliest(self) -> Position:
        """The first moment at which it may have happened."""
        known = () if self.certain is None else (self.certain,)
        return min(event.position for event in (*self.doubtful, *known))

    @property
    def latest(self) -> Position:
        """The last moment at which it may have begun."""
        if self.certain is not None:
            return self.certain.position
        return max(event.until or event.position for event in self.doubtful)


def _precedes(one: Position, other: Position, end: Position) -> bool:
    """Strictly; but what holds at the end of the run holds there together."""
    return one < other or one == other == end


def _reaches(event: Event, after: Event, end: Position) -> bool:
    return _precedes(after.position, event.until or event.position, end)


def _linked(link: _Link, events: Iterator[Event], end: Position) -> _Link | None:
    """The chain with one of these events; None where none of them can follow."""
    maybe: Event | None = None
    for event in events:
        if maybe is None and _reaches(event, link.maybe, end):
            maybe = _joined(link.maybe, event)
        if event.status is Status.PASS and link.surely is not None:
            if _reaches(event, link.surely, end):
                surely = _joined(link.surely, event)
                return _Link(surely=surely, maybe=maybe or surely)
        elif maybe is not None and link.surely is None:
            break
    return None if maybe is None else _Link(surely=None, maybe=maybe)


def _chained(streams: list[Iterator[Event]], end: Position) -> Iterator[Event]:
    """The moments at which the last is met after a chain of the others."""
    link = _FIRST_LINK
    for stream in streams[:-1]:
        longer = _linked(link, stream, end)
        if longer is None:
            return
        link = longer
    for event in streams[-1]:
        is_certain = event.status is Status.PASS and link.surely is not None
        if is_certain and link.surely is not None and _reaches(event, link.surely, end):
            yield _joined(link.surely, event)
        elif _reaches(event, link.maybe, end):
            yield _joined(link.maybe, event)


def _joined(chain: Event, event: Event) -> Event:
    telling = worse(chain, event)
    return Event(
        position=max(chain.position, event.position),
        shown=lambda: chain.evidence + event.evidence,
        status=telling.status,
        reason=telling.reason,
        until=event.until,
    )


def _happened(event: Event, view: TraceView) -> Verdict:
    if event.status is not Status.PASS:
        return still_open(event)
    step = event.position.step
    when = f"at step {step}" if step < len(view.steps) else "at the end of the run"
    return inverted(passed(f"It is met {when}.", view, event))


def _broken(check: Check, chain: Event, view: TraceView) -> Verdict:
    """Why a chain goes no further: a check is not met after what came before."""
    if chain.position == START:
        return absent(check, view, "The first one is not met.")
    reason = f"After step {chain.position.step} the next one is not met."
    return replace(absent(check, view, reason), evidence=chain.evidence)
