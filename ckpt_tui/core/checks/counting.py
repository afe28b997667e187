"""How often something happened, where some of the times are uncertain."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.checks.base import Event
from ckpt_tui.core.checks.moments import still_open, worse
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Every, In, Match, NotMatch
from ckpt_tui.core.matching import holds
from ckpt_tui.core.verdict import Status, Verdict, vacuous
from ckpt_tui.core.view import TraceView

# A verdict on a count quotes this many calls and tells the number of all.
QUOTED: Final = 10


def nearest(steps: Iterable[int]) -> tuple[int, ...]:
    """The last few of the steps that something like what was looked for happened in."""
    return tuple(dict.fromkeys(steps))[-QUOTED:]


def least(count: Match | None) -> int | None:
    """The number of times from which on a count holds for good; None where there is no such."""
    match count:
        case None:
            return 1
        case AtLeast() if count.bound > 0:
            return ceil(count.bound)
        case _:
            return None


def holds_between(count: Match, low: int, high: int | None) -> bool | None:
    """Whether a count holds for every number from low to high, or for none; None for some.

    `high` is None where there may be any number more.
    """
    answers = {holds(count, number) for number in _telling_numbers(count, low, high)}
    return answers.pop() if len(answers) == 1 else None


def by_count(
    count: Match, found: Sequence[Event], view: TraceView, parts: tuple[str, ...], searched: int
) -> Verdict:
    """What a count says of all that fits, or may; it must hold for every number they leave open."""
    doubtful = [event for event in found if event.status is not Status.PASS]
    low, gap = len(found) - len(doubtful), view.gap()
    answer = holds_between(count, low, len(found) if gap is None else None)
    reason = f"Calls that fit: {low}."
    if answer is None and gap is None:
        return still_open(doubtful[0])
    if answer is None:
        return view.absence(reason, parts, searched)
    evidence = tuple(piece for event in found[:QUOTED] for piece in event.evidence)
    scope = None if evidence else view.scope(parts, searched)
    status = Status.PASS if answer else Status.FAIL
    verdict = Verdict(status=status, reason=reason, evidence=evidence, scope=scope)
    # A limit over no call at all: there was none that it allowed, or nothing that it forbids.
    is_idle = answer and not found and (holds(count, 1) or not searched)
    return vacuous(verdict) if is_idle else verdict


def from_nth(number: int, events: Iterator[Event]) -> Iterator[Event]:
    """The events from the nth on; open while it takes uncertain ones to reach the number."""
    certain, worst = 0, None
    for seen, event in enumerate(events, start=1):
        is_certain = event.status is Status.PASS
        certain += is_certain
        if not is_certain:
            worst = event if worst is None else worse(worst, event)
        if is_certain and certain >= number:
            yield event
        elif seen >= number and worst is not None:
            yield replace(event, status=worst.status, reason=worst.reason)


def _telling_numbers(count: Match, low: int, high: int | None) -> set[int]:
    """The numbers in the range between which the answer does not change."""
    near = {number + step for number in _bounds(count) for step in (-1, 0, 1)}
    top = max({low, *near}) + 1 if high is None else high
    return {low, top, *(number for number in near if low <= number <= top)}


def _bounds(count: Match) -> Iterator[int]:
    match count:
        case Equals(value=int() | float()):
            yield int(count.value)
        case In():
            yield from (int(value) for value in count.values if isinstance(value, int | float))
        case AtLeast() | AtMostValue():
            yield int(count.bound)
        case NotMatch():
            yield from _bounds(count.match)
        case Every():
            for each in count.matches:
                yield from _bounds(each)
        case _:
            return
