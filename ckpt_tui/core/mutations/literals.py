"""Values that fit a matcher, where one can be made up."""

from collections.abc import Iterator
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
from ckpt_tui.core.matching import holds
from ckpt_tui.core.mutations.specimens import specimen
from ckpt_tui.core.pattern import PatternError

_OTHERS: Final = ("something else", "", 7, True)


def literal(match: Match) -> str | None:
    """A text that matches; None where none is found."""
    return next((it for it in _candidates(match) if isinstance(it, str) and _fits(match, it)), None)


def literal_scalar(match: Match) -> Scalar | None:
    """A value that matches, of whatever type; None where none is found."""
    return next((it for it in _candidates(match) if _fits(match, it)), None)


def literal_number(match: Match) -> float | None:
    """A number that matches; None where none is found."""
    numbers = (it for it in _candidates(match) if isinstance(it, int | float))
    return next((it for it in numbers if _fits(match, it)), None)


def _candidates(match: Match) -> Iterator[Scalar]:
    """What may match; not all of it does."""
    match match:
        case Equals(value=value) | Has(text=value):
            yield value
        case In(values=values):
            yield from values
        case AtLeast(bound=bound) | AtMostValue(bound=bound):
            yield from (int(bound), int(bound) + 1, int(bound) - 1)
        case Glob() | Regex():
            yield _made_up(match)
        case NotMatch():
            yield from _OTHERS
        case Every(matches=inner):
            for each in inner:
                yield from _candidates(each)


def _made_up(match: Glob | Regex) -> str:
    if isinstance(match, Regex):
        return specimen(match.pattern) or ""
    return match.pattern.replace("**", "mutant").replace("*", "mutant").replace("?", "m")


def _fits(match: Match, value: Scalar) -> bool:
    try:
        return holds(match, value)
    except PatternError:
        return False
