"""Matchers that no value can meet together."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise
from math import ceil, floor, isfinite
from typing import Final

from ckpt_tui.core.match import (
    AtLeast,
    AtMostValue,
    Equals,
    Every,
    Glob,
    Has,
    In,
    Match,
    NotMatch,
    Regex,
    Scalar,
)
from ckpt_tui.core.matching import holds, problem


class Values(Enum):
    """What a value can be."""

    ANY = auto()
    TEXT = auto()
    NUMBER = auto()
    WHOLE = auto()
    COUNT = auto()


_NUMBERS: Final = frozenset({Values.NUMBER, Values.WHOLE, Values.COUNT})
_FIELDS: Final = {
    **dict.fromkeys(("count", "passed", "failed", "skipped"), Values.COUNT),
    "exit_code": Values.WHOLE,
    "value": Values.NUMBER,
    **dict.fromkeys(("match", "result", "text", "output", "command"), Values.TEXT),
}


# Above it, not every whole number is a float.
_EXACT: Final = 1 << 53


def values_of(field: str) -> Values:
    """What the values of a check's field can be, by its key."""
    return _FIELDS.get(field, Values.ANY)


def cannot_all_hold(matches: Sequence[Match], values: Values) -> bool:
    """Whether surely no value meets all of these; what takes more than a look is left alone."""
    parts = [part for match in matches for part in _parts(match)]
    if In(()) in parts:
        return True
    if any(problem(part) is not None for part in parts):
        return False
    listed = next((part for part in parts if isinstance(part, Equals | In)), None)
    if listed is not None:
        return not _is_met(parts, _spelled(listed), values)
    if any(isinstance(part, AtLeast | AtMostValue) for part in parts) or values in _NUMBERS:
        # What a pattern says of a number is left out: the fewer ask something, the more hold.
        numeric = [part for part in parts if not _reads_text(part)]
        if not _is_met(numeric, _telling_numbers(numeric), values):
            return True
    return any(_denies(part.match, parts) for part in parts if isinstance(part, NotMatch))


def _parts(match: Match) -> Iterator[Match]:
    """Matchers of which every one has to hold."""
    match match:
        case Every(matches=inner):
            for each in inner:
                yield from _parts(each)
        case NotMatch(match=NotMatch(match=inner)):
            yield from _parts(inner)
        case _:
            yield match


def _is_met(parts: Sequence[Match], tried: Iterable[Scalar], values: Values) -> bool:
    every = Every(tuple(parts))
    return any(_is_one(value, values) and holds(every, value) for value in tried)


def _is_one(value: Scalar, values: Values) -> bool:
    match values:
        case Values.ANY:
            return True
        case Values.TEXT:
            return isinstance(value, str)
        case _ if isinstance(value, str | bool):
            return False
        case Values.NUMBER:
            return True
        case _:
            return value % 1 == 0 and (value >= 0 or values is Values.WHOLE)


def _spelled(listed: Equals | In) -> Iterator[Scalar]:
    """The values that are listed, a whole number with and without its fraction."""
    for value in (listed.value,) if isinstance(listed, Equals) else listed.values:
        yield value
        if not isinstance(value, str | bool) and abs(value) < _EXACT and value % 1 == 0:
            yield from (int(value), float(value))


def _telling_numbers(parts: Sequence[Match]) -> Iterator[float]:
    """Numbers of which one meets all the parts if any number does."""
    bounds = sorted({0, *(bound for part in parts for bound in _bounds(part))})
    for bound in bounds:
        yield from (bound, floor(bound) - 1, floor(bound), ceil(bound), ceil(bound) + 1)
    for low, high in pairwise(bounds):
        yield low / 2 + high / 2


def _bounds(match: Match) -> Iterator[float]:
    match match:
        case AtLeast(bound=bound) | AtMostValue(bound=bound):
            yield bound
        case Equals(value=value):
            yield from _numbers((value,))
        case In(values=values):
            yield from _numbers(values)
        case NotMatch(match=inner):
            yield from _bounds(inner)
        case Every(matches=inner):
            for each in inner:
                yield from _bounds(each)
        case _:
            pass


def _numbers(values: tuple[Scalar, ...]) -> Iterator[float]:
    for value in values:
        if not isinstance(value, str | bool) and isfinite(value):
            yield value


def _reads_text(match: Match) -> bool:
    match match:
        case Regex() | Has() | Glob():
            return True
        case NotMatch(match=inner):
            return _reads_text(inner)
        case Every(matches=inner):
            return any(map(_reads_text, inner))
        case _:
            return False


def _denies(denied: Match, parts: Sequence[Match]) -> bool:
    """Whether the parts bring about what one of them forbids."""
    return all(any(_brings(part, each) for part in parts) for each in _parts(denied))


def _brings(wanted: Match, denied: Match) -> bool:
    match wanted, denied:
        case Has(text=whole), Has(text=piece):
            return piece in whole
        case _:
            return wanted == denied
