"""Patterns that fit no text, because they ask for its beginning or its end where neither can be."""

from collections.abc import Iterator
from itertools import product
from typing import Final, TypeAlias

from msgspec import Struct

from ckpt_tui.core.pattern import captures
from ckpt_tui.core.text import decode, encode

_QUANTITY: Final = r"[*+?]|\{[0-9]+(?:,[0-9]*)?\}"
_WORD: Final = (
    r"(?s)\\x\{[0-9A-Fa-f]+\}|\\x[0-9A-Fa-f]{2}|\\[pP](?:\{[^}]*\}|.)|\\[0-7]{1,3}|\\."
    r"|\[\^?\]?(?:\\[pPx]\{[^}]*\}|\\.|\[:\^?[a-z]+:\]|[^\]\\])*\]"
    r"|\(\?P?<[^>]*>|\(\?[a-zA-Z-]*[:)]"
    rf"|(?:{_QUANTITY})\??|."
)
# Whether a place may be where the text begins, and whether nothing can follow it.
_Place: TypeAlias = tuple[bool, bool]
# From where to where a piece of a pattern leads.
_Ways: TypeAlias = frozenset[tuple[_Place, _Place]]

# Where a search begins: it may be at the beginning, and more may follow.
_ANYWHERE: Final = (True, False)
_PLACES: Final = tuple(product((True, False), (True, False)))
_NOWHERE: Final[_Ways] = frozenset()
_STAY: Final[_Ways] = frozenset((place, place) for place in _PLACES)
_LETTER: Final[_Ways] = frozenset((place, (False, False)) for place in _PLACES if not place[1])
_BEGIN: Final[_Ways] = frozenset((place, place) for place in _PLACES if place[0])
_END: Final[_Ways] = frozenset((place, (place[0], True)) for place in _PLACES)
_FIXED: Final = {
    **dict.fromkeys(("^", r"\A"), _BEGIN),
    **dict.fromkeys(("$", r"\z"), _END),
    **dict.fromkeys((r"\b", r"\B"), _STAY),
}
# Every step of a way begins or ends a text at most once, so more steps lead nowhere else.
_STEPS: Final = 4


class _Group(Struct, frozen=True):
    """A group as far as it is read: its other alternatives, and this one with its last piece."""

    others: _Ways = _NOWHERE
    before: _Ways = _STAY
    last: _Ways = _STAY

    @property
    def whole(self) -> _Ways:
        return self.others | _then(self.before, self.last)

    def followed_by(self, piece: _Ways) -> "_Group":
        return _Group(self.others, _then(self.before, self.last), piece)

    def repeated(self, quantity: str) -> "_Group":
        return _Group(self.others, self.before, _repeated(self.last, quantity))


def fits_no_text(pattern: str) -> bool:
    """Whether surely no text has such a match; False where flags or quotes would have to be read.

    Raises PatternError.
    """
    words = list(_words(pattern))
    if any(map(_is_obscure, words)):
        return False
    groups = [_Group()]
    for word in words:
        match word[0]:
            case "(":
                groups += [_Group()] * (not word.endswith(")"))
            case ")":
                piece = groups.pop().whole
                groups[-1] = groups[-1].followed_by(piece)
            case "|":
                groups[-1] = _Group(groups[-1].whole)
            case "*" | "+" | "?" | "{" if word != "{":
                groups[-1] = groups[-1].repeated(word)
            case _:
                groups[-1] = groups[-1].followed_by(_FIXED.get(word, _LETTER))
    return all(begin != _ANYWHERE for begin, _ in groups[-1].whole)


def _words(pattern: str) -> Iterator[str]:
    """A pattern in what has a meaning of its own: letters, classes, ends, groups, quantities."""
    raw = encode(pattern)
    return (decode(raw[slice(*span)]) for span in captures(_WORD, raw))


def _is_obscure(word: str) -> bool:
    is_flags = word.startswith("(?") and word.endswith((":", ")"))
    return word == r"\Q" or (is_flags and "m" in word)


def _then(first: _Ways, second: _Ways) -> _Ways:
    return frozenset(
        (begin, end) for begin, middle in first for other, end in second if middle == other
    )


def _repeated(piece: _Ways, quantity: str) -> _Ways:
    least, most = _range(quantity)
    ways = _STAY
    for _ in range(least):
        ways = _then(ways, piece)
    for _ in range(most - least):
        ways = ways | _then(ways, piece)
    return ways


def _range(quantity: str) -> tuple[int, int]:
    """How often at least and at most, as far as it makes a difference."""
    match quantity[0]:
        case "*":
            return 0, _STEPS
        case "+":
            return 1, _STEPS
        case "?":
            return 0, 1
        case _:
            least, comma, most = quantity.strip("{}?").partition(",")
            low = min(int(least), _STEPS)
            return low, min(int(most), _STEPS) if most else _STEPS if comma else low
