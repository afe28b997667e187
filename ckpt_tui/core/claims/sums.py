"""Whether a number follows from a few others: a sum, a difference, a product, a rounding."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import Final

_ADDENDS: Final = 12
_TIMES: Final = 9
_FEW: Final = 150
_DIGITS: Final = 9


def follows(target: str, figures: Sequence[str]) -> bool:
    """Whether the number is made of the figures near it; they are few, or nothing follows."""
    wanted = Decimal(target)
    known = [Decimal(figure) for figure in dict.fromkeys(figures)][:_ADDENDS]
    if any(one * times == wanted for one in known for times in range(2, _TIMES + 1)):
        return True
    for one, two in combinations(known, 2):
        if wanted in (one + two, abs(one - two), one * two):
            return True
        if any((one + two) * times == wanted for times in range(2, _TIMES + 1)):
            return True
    return is_subset_sum(wanted, [Decimal(figure) for figure in figures][:_ADDENDS])


def combines(target: str, figures: Iterable[str]) -> bool:
    """Whether the number is a sum or a difference of few figures, or so many times one or two."""
    wanted = _cents(target)
    known = {_cents(figure) for figure in figures if len(figure) <= _DIGITS}
    for times in range(1, _TIMES + 1):
        share, rest = divmod(wanted, times)
        if rest:
            continue
        if (times > 1 and share in known) or any(share - each in known for each in known):
            return True
    if any(wanted + each in known for each in known if each):
        return True
    few = sorted(known)[:_FEW]
    return any(wanted - one - two in known for one, two in combinations(few, 2))


def _cents(figure: str) -> int:
    return int(Decimal(figure) * 100)


def is_subset_sum(wanted: Decimal, addends: list[Decimal]) -> bool:
    """Whether a number is the sum of some of a few others."""
    sums = {Decimal(0)}
    for addend in addends:
        sums |= {each + addend for each in sums}
    return wanted in sums


def rounds_to(target: str, numbers: Iterable[str]) -> str | None:
    """The number that is `target` when rounded to as many places; None where there is none."""
    places = len(target.partition(".")[2])
    wanted = Decimal(target)
    whole = target.partition(".")[0]
    near = {whole, str(int(whole) - 1)}
    step = Decimal(1).scaleb(-places)
    for number in numbers:
        head, _, tail = number.partition(".")
        if head not in near or len(tail) <= places:
            continue
        if Decimal(number).quantize(step, rounding=ROUND_HALF_UP) == wanted:
            return number
    return None
