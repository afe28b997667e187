"""How often something happened, where some of the times are uncertain."""

from collections.abc import Iterator
from math import ceil

from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Every, In, Match, NotMatch
from ckpt_tui.core.matching import holds


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
