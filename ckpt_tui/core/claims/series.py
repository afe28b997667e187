"""The numbers of one name in the answers of tools, which a total or a difference is made of."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from typing import Final

from ckpt_tui.core.claims.calls import is_silent
from ckpt_tui.core.claims.sums import is_subset_sum
from ckpt_tui.core.claims.tallies import parsed
from ckpt_tui.core.figures import number_of
from ckpt_tui.core.trace import Field, Json
from ckpt_tui.core.view import TraceView

Series = dict[str, list[tuple[int, str]]]
# Of more of them almost any number is made.
_MOST: Final = 12
_DEEPEST: Final = 6


def is_of_series(view: TraceView, target: str, before: int) -> bool:
    """Whether a number is the sum of some, or the difference of two, of one name before a step."""
    wanted = Decimal(target)
    for shown in _series(view).values():
        numbers = [Decimal(number) for step, number in shown if step < before]
        if not 1 < len(numbers) <= _MOST:
            continue
        if any(abs(one - two) == wanted for one, two in combinations(numbers, 2)):
            return True
        if is_subset_sum(wanted, numbers):
            return True
    return False


def _series(view: TraceView) -> Series:
    """The numbers by the keys of the JSON that they stand under, with their steps."""
    return view.kept(_series, lambda: _found(view))


def _found(view: TraceView) -> Series:
    found: Series = {}
    for row, step in enumerate(view.calls.steps):
        if not is_silent(view, row):
            for key, number in _numbers(parsed(view, Field.RESULT, row)):
                found.setdefault(key, []).append((step, number))
    return found


def _numbers(value: Json) -> Iterator[tuple[str, str]]:
    waiting: list[tuple[str, Json, int]] = [("", value, 0)]
    while waiting:
        key, value, depth = waiting.pop()
        match value:
            case int() | float() if not isinstance(value, bool):
                number = number_of(f"{value}")
                if number is not None:
                    yield key, number
            case dict() if depth <= _DEEPEST:
                waiting += [(str(name), each, depth + 1) for name, each in value.items()]
            case list() if depth <= _DEEPEST:
                waiting += [(key, each, depth + 1) for each in value]
            case _:
                pass
