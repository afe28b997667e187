"""Amounts of money as people write and spell them: `94,60 €`, `six dollars and ten cents`."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.lexicon import spelled_number
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.figures import number_of

SIGNS: Final = "$\u20ac\u00a3\u00a5"
CURRENCIES: Final = vocabulary(
    "usd eur gbp jpy cad aud chf dollar dollars euro euros pound pounds bucks"
)
_LANDS: Final = frozenset({"us", "u.s", "canadian", "australian"})
_CENTS: Final = frozenset({"cent", "cents", "pence"})
_SCALES: Final = frozenset({"million", "billion", "thousand", "k", "m"})
# Beside them a number with two decimals is money, whatever its currency.
_PAID: Final = vocabulary(
    "refund refunded fare fee price balance payment charged paid reimbursed reimbursement credited"
)
_NEAR: Final = 4
_DECIMALS: Final = 2
_GROUP: Final = 3
_TENS, _HUNDRED, _THOUSAND = 10, 100, 1000


class Money(Struct, frozen=True, kw_only=True):
    """An amount.

    Attributes:
        text: in plain digits.
        other: as a comma between thousands would have it; empty where there is none.
        last: index of the last of its words.
    """

    text: str
    last: int
    other: str = ""


def money(words: Sequence[Word], place: int) -> Money | None:
    """The amount that begins with a word; None where none does."""
    spelled = _spelled(words, place)
    if spelled is not None:
        number, end = spelled
        last = _currency(words, end)
        return None if last is None else _with_cents(words, Money(text=str(number), last=last))
    return _written(words, place)


def number_of_money(text: str) -> str | None:
    """The number of an amount in plain digits, whichever mark its decimals stand behind."""
    bare = text.strip(f"{SIGNS} ").removesuffix("-").rstrip(",.")
    whole, comma, cents = bare.rpartition(",")
    groups = whole.split(".")
    is_grouped = all(len(group) == _GROUP for group in groups[1:]) and groups[0] != ""
    is_decimal = comma and len(cents) == _DECIMALS and cents.isdigit() and is_grouped
    if is_decimal and "".join(groups).isdigit():
        return number_of(f"{''.join(groups)}.{cents}")
    return number_of(bare)


def _written(words: Sequence[Word], place: int) -> Money | None:
    text = words[place].text.lstrip("<>~+-")
    country, sign, figure = text.partition("$")
    if sign and figure and country.isalpha() and country.isupper():
        text = f"{sign}{figure}"
    bare = _without_code(text)
    number = number_of_money(bare)
    if number is None or number == "0":
        return None
    before = words[place - 1].lower if place else ""
    behind = words[place + 1].lower if place + 1 < len(words) else ""
    if behind in _SCALES:
        return None
    named = _currency(words, place + 1)
    is_marked = bare.strip(SIGNS) != text or before in CURRENCIES or named is not None
    if not is_marked and not _is_paid(words, place):
        return None
    plain = number_of(bare.strip(f"{SIGNS} "))
    other = plain if plain is not None and plain != number else ""
    return _with_cents(words, Money(text=number, other=other, last=named or place))


def _without_code(text: str) -> str:
    """A figure without the letters of a currency that are written to it: `USD143`, `94.60EUR`."""
    figure = text.strip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    code = text.replace(figure, "", 1) if figure else ""
    return figure if code.lower() in CURRENCIES else text


def _is_paid(words: Sequence[Word], place: int) -> bool:
    """Whether a number with two decimals stands behind a word for what is paid."""
    _, dot, cents = words[place].text.rpartition(".")
    is_last = place + 1 == len(words) or words[place].closes or not words[place + 1].is_plain
    before = (word.lower for word in words[max(0, place - _NEAR) : place])
    return bool(dot) and len(cents) == _DECIMALS and is_last and not _PAID.isdisjoint(before)


def _currency(words: Sequence[Word], place: int) -> int | None:
    """The index of the currency that a number is followed by; None where none follows it."""
    lowers = [word.lower for word in words[place : place + 2]]
    if lowers[:1] and lowers[0] in CURRENCIES:
        return place
    is_of_land = len(lowers) > 1 and lowers[0] in _LANDS and lowers[1] in CURRENCIES
    return place + 1 if is_of_land else None


def _with_cents(words: Sequence[Word], found: Money) -> Money:
    """An amount with the cents that are told behind it."""
    at = found.last + 1
    if words[at : at + 1] and words[at].lower == "and":
        at += 1
    spelled = _spelled(words, at) if at < len(words) else None
    end = at + 1 if spelled is None else spelled[1]
    cents = _cents(words, at) if spelled is None else spelled[0]
    is_told = end < len(words) and words[end].lower in _CENTS
    if cents is None or not is_told or cents >= _HUNDRED or "." in found.text:
        return found
    return Money(text=number_of(f"{found.text}.{cents:02}") or found.text, last=end)


def _cents(words: Sequence[Word], place: int) -> int | None:
    """The whole number of a word in digits; None where it is none."""
    digits = number_of(words[place].text) if place < len(words) else None
    return int(digits) if digits is not None and digits.isdigit() else None


def _spelled(words: Sequence[Word], place: int) -> tuple[int, int] | None:
    """The number that begins with a word, and the index behind it; None where none is spelled."""
    total = current = 0
    at = place
    while at < len(words):
        word = words[at].lower
        number = spelled_number(word)
        if word == "hundred":
            current = max(current, 1) * _HUNDRED
        elif word == "thousand" and at > place:
            total, current = total + max(current, 1) * _THOUSAND, 0
        elif word == "and" and at > place and _may_go_on(words, at, total, current):
            pass
        elif number is None or not _fits(current, number):
            break
        else:
            current += number
        at += 1
    return (total + current, at) if at > place and total + current else None


def _may_go_on(words: Sequence[Word], at: int, total: int, current: int) -> bool:
    """Whether `and` joins the parts of one number: `one hundred and twenty`."""
    is_round = not current % _HUNDRED and (current or total)
    behind = words[at + 1].lower if at + 1 < len(words) else ""
    return bool(is_round) and spelled_number(behind) is not None


def _fits(current: int, number: int) -> bool:
    """Whether a part may stand behind what was said of a number so far."""
    if not current % _HUNDRED:
        return number < _HUNDRED
    return not current % _TENS and bool(current % _HUNDRED // _TENS > 1) and number < _TENS
