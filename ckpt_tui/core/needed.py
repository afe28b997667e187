r"""Texts of which every match of a pattern holds one: where none stands, none can be.

Reads RE2's syntax as far as most patterns go, and says nothing of the others.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from ckpt_tui.core.text import encode

# Each of them is looked for, so that more take longer than the pattern itself.
_MOST: Final = 4
_GROUP: Final = "(?:"
_QUANTIFIERS: Final = frozenset("*+?")
# An escaped letter that stands for something, and takes no more than itself.
_STANDING_FOR: Final = frozenset("dDwWsSbBAzntrfva")
_ANYTHING: Final = frozenset(".^$")

_Texts: TypeAlias = tuple[str, ...]
_UNKNOWN: Final[_Texts] = ("",)


def needed_texts(pattern: str) -> tuple[bytes, ...]:
    """Texts one of which stands in every match; empty where none are known.

    `pattern` is one that RE2 accepts.
    """
    try:
        needed = _Reading(pattern).alternatives().needed
    except (_UnreadError, RecursionError):
        return ()
    return () if "" in needed else tuple(map(encode, needed))


class _UnreadError(Exception):
    """The pattern says something that is not read here."""


class _Part(NamedTuple):
    """What a part of a pattern matches.

    Attributes:
        exact: all that it matches; None where that is more than a few texts.
        needed: texts one of which is in each of its matches.
    """

    exact: _Texts | None
    needed: _Texts


_ANY: Final = _Part(None, _UNKNOWN)


class _Reading:
    """One reading of a pattern, from the left; raises _UnreadError."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._place = 0

    def alternatives(self) -> _Part:
        parts = [self._sequence()]
        while self._takes("|"):
            parts.append(self._sequence())
        if len(parts) == 1:
            return parts[0]
        exact: list[str] = []
        needed: list[str] = []
        is_exact = True
        for part in parts:
            is_exact = is_exact and part.exact is not None
            exact += part.exact or ()
            needed += part.needed
        return _Part(_few(exact) if is_exact else None, _few(needed) or _UNKNOWN)

    def _sequence(self) -> _Part:
        beside: _Texts = _UNKNOWN
        needed: _Texts = _UNKNOWN
        is_exact = True
        while self._here not in {"", "|", ")"}:
            part = self._quantified(self._atom())
            together = None
            if part.exact is not None:
                together = _few([before + text for before, text in product(beside, part.exact)])
            if together is not None:
                beside = together
                continue
            is_exact = False
            needed = max(needed, beside, part.needed, key=_worth)
            beside = part.exact or _UNKNOWN
        return _Part(beside if is_exact else None, max(needed, beside, key=_worth))

    def _atom(self) -> _Part:
        here = self._here
        if here == "\\":
            return self._escaped()
        if here == "[":
            self._pass_class()
            return _ANY
        if here == "(":
            return self._group()
        if here in _QUANTIFIERS or here == "{":
            # What stands behind an atom was read with it: this one stands for something else.
            raise _UnreadError
        self._place += 1
        return _ANY if here in _ANYTHING else _Part((here,), (here,))

    def _group(self) -> _Part:
        if not self._takes(_GROUP):
            self._place += 1
            if self._here == "?":
                raise _UnreadError
        part = self.alternatives()
        self._place += 1
        return part

    def _escaped(self) -> _Part:
        self._place += 2
        here = self._pattern[self._place - 1]
        if here in _STANDING_FOR:
            return _ANY
        if here.isalnum() or here == "_":
            raise _UnreadError
        return _Part((here,), (here,))

    def _pass_class(self) -> None:
        self._place += 2 if self._pattern.startswith("[^", self._place) else 1
        # A bracket that comes first is one of the class.
        first = self._place
        while self._here != "]" or self._place == first:
            if self._pattern.startswith("[:", self._place):
                raise _UnreadError
            self._place += 2 if self._here == "\\" else 1
        self._place += 1

    def _quantified(self, part: _Part) -> _Part:
        if self._here == "{":
            self._pass_repetition()
            quantified = _ANY
        elif self._here in _QUANTIFIERS and self._here:
            quantified = _Part(None, part.needed) if self._here == "+" else _ANY
            self._place += 1
        else:
            return part
        self._takes("?")
        return quantified

    def _pass_repetition(self) -> None:
        end = self._pattern.find("}", self._place)
        least, _, most = self._pattern[self._place + 1 : end].partition(",")
        if end < 0 or not least.isdecimal() or not (most or "0").isdecimal():
            # The brace is a brace.
            raise _UnreadError
        self._place = end + 1

    @property
    def _here(self) -> str:
        return self._pattern[self._place : self._place + 1]

    def _takes(self, sign: str) -> bool:
        is_there = self._pattern.startswith(sign, self._place)
        self._place += len(sign) if is_there else 0
        return is_there


def _few(texts: Sequence[str]) -> _Texts | None:
    """The texts, each once; None where they are too many."""
    once = tuple(dict.fromkeys(texts))
    return once if 0 < len(once) <= _MOST else None


def _worth(texts: _Texts) -> tuple[int, int]:
    """Long texts are rare."""
    return min(map(len, texts)), -len(texts)
