r"""A text that every match of a pattern holds: where it does not stand, nothing has to be searched.

Reads RE2's syntax as far as most patterns go, and says nothing of the others.
"""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.text import encode

_GROUP: Final = "(?:"
_QUANTIFIERS: Final = frozenset("*+?")
# An escaped letter or digit that stands for something, and takes no more than its one letter.
_STANDING_FOR: Final = frozenset("dDwWsSbBAzntrfva")
_ANYTHING: Final = frozenset(".^$")
_DIGITS: Final = frozenset("0123456789")


def needed_text(pattern: str) -> bytes:
    """The longest text that every match surely holds, the first of equals; empty where unknown.

    `pattern` is one that RE2 accepts.
    """
    try:
        runs = list(_runs(pattern))
    except _UnreadError:
        return b""
    return encode(max(runs, key=len, default=""))


class _UnreadError(Exception):
    """The pattern says something that is not read here."""


def _runs(pattern: str) -> Iterator[str]:
    """What stands in every match as it is written, outside groups; raises _UnreadError."""
    run = ""
    place = depth = 0
    while place < len(pattern):
        literal, end = _atom(pattern, place)
        here = pattern[place]
        depth += here == "("
        depth -= here == ")"
        if here == "|" and not depth:
            raise _UnreadError
        quantified = _quantifier_end(pattern, end) if here not in {"(", "|"} else end
        is_kept = literal and not depth and quantified == end
        if is_kept:
            run += literal
        elif run:
            yield run
            run = ""
        place = quantified
    yield run


def _atom(pattern: str, place: int) -> tuple[str, int]:
    """The character that has to stand here, empty for anything else, and where its text ends."""
    here = pattern[place]
    if here == "\\":
        return _escaped(pattern, place + 1)
    if here == "[":
        return "", _class_end(pattern, place)
    if here == "(":
        if pattern.startswith("(?", place) and not pattern.startswith(_GROUP, place):
            raise _UnreadError
        return "", place + (len(_GROUP) if pattern.startswith(_GROUP, place) else 1)
    if here in _QUANTIFIERS or here == "{":
        # Of a quantified atom the quantifier is read too: this one is no quantifier.
        raise _UnreadError
    is_other = here in _ANYTHING or here in ")|"
    return "" if is_other else here, place + 1


def _escaped(pattern: str, place: int) -> tuple[str, int]:
    here = pattern[place]
    if here in _STANDING_FOR:
        return "", place + 1
    if here.isalnum() or here == "_":
        raise _UnreadError
    return here, place + 1


def _class_end(pattern: str, place: int) -> int:
    """Behind the bracket that closes a class."""
    place += 2 if pattern.startswith("[^", place) else 1
    # A bracket that comes first is one of the class.
    first = place
    while pattern[place] != "]" or place == first:
        if pattern.startswith("[:", place):
            raise _UnreadError
        place += 2 if pattern[place] == "\\" else 1
    return place + 1


def _quantifier_end(pattern: str, place: int) -> int:
    """Behind what says how often the atom before stands; `place` where nothing does."""
    if pattern[place : place + 1] in _QUANTIFIERS:
        place += 1
    elif pattern[place : place + 1] == "{":
        place = _repetition_end(pattern, place)
    else:
        return place
    return place + (pattern[place : place + 1] == "?")


def _repetition_end(pattern: str, place: int) -> int:
    """Behind `{2}`, `{2,}` or `{2,5}`; raises _UnreadError where the brace is a brace."""
    end = pattern.find("}", place)
    least, _, most = pattern[place + 1 : end].partition(",")
    is_number = least and _DIGITS.issuperset(least) and _DIGITS.issuperset(most)
    if end < 0 or not is_number:
        raise _UnreadError
    return end + 1
