"""Matchers as plain values, the way a TOML file spells them."""

from collections.abc import Mapping
from math import isfinite
from typing import TypeGuard

from ckpt_tui.core.match import (
    MATCHER_WORDS,
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
from ckpt_tui.errors import CkptError


class MatchError(CkptError):
    """A value that says no matcher; the text says what to write instead."""


def parse_match(value: object) -> Match:
    """A scalar is typed equality; a table of matcher words is all of them, as written.

    Raises MatchError.
    """
    if _is_table(value):
        matches = tuple(_word_match(str(word), said) for word, said in value.items())
        if not matches:
            raise MatchError(f"an empty table matches nothing; write one of {_words()}")
        return matches[0] if len(matches) == 1 else Every(matches)
    if isinstance(value, list):
        raise MatchError("a list matches nothing by itself; write { in = [ … ] }")
    return Equals(_scalar(value))


def match_table(match: Match) -> Scalar | dict[str, object]:
    """The plain value that `parse_match` reads back.

    Raises MatchError where no table can say it: the same word twice, or a value among words.
    """
    match match:
        case Equals():
            return match.value
        case Every():
            return _merged(match.matches)
        case _:
            return dict([_spelled(match)])


def _spelled(match: Match) -> tuple[str, object]:  # noqa: C901, PLR0911 (one return a word)
    """The word of a match and what stands behind it."""
    match match:
        case Regex():
            return "re", match.pattern
        case Has():
            return "has", match.text
        case Glob():
            return "glob", match.pattern
        case In():
            return "in", list(match.values)
        case AtLeast():
            return "ge", match.bound
        case AtMostValue():
            return "le", match.bound
        case NotMatch():
            return "not", match_table(match.match)
        case Equals() | Every():
            raise MatchError("a table of matcher words holds no other table and no value")


def _merged(matches: tuple[Match, ...]) -> dict[str, object]:
    merged: dict[str, object] = {}
    for each in matches:
        word, said = _spelled(each)
        if word in merged:
            raise MatchError(f"one table says `{word}` only once; use `all_of` for more")
        merged[word] = said
    return merged


def _is_table(value: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(value, Mapping)


def _word_match(word: str, said: object) -> Match:  # noqa: PLR0911 (one return a word)
    match word:
        case "re":
            return Regex(_text(word, said))
        case "has":
            return Has(_text(word, said))
        case "glob":
            return Glob(_text(word, said))
        case "in":
            return In(_scalars(said))
        case "ge":
            return AtLeast(_number(word, said))
        case "le":
            return AtMostValue(_number(word, said))
        case "not":
            return NotMatch(parse_match(said))
        case _:
            raise MatchError(f'"{word}" is no matcher; the words are {_words()}')


def _words() -> str:
    return ", ".join(MATCHER_WORDS)


def _text(word: str, said: object) -> str:
    if not isinstance(said, str):
        raise MatchError(f"`{word}` takes a string, not {said!r}")
    return said


def _number(word: str, said: object) -> float:
    if isinstance(said, bool) or not isinstance(said, int | float) or _is_endless(said):
        raise MatchError(f"`{word}` takes a number, not {said!r}")
    return said


def _scalars(said: object) -> tuple[Scalar, ...]:
    if not isinstance(said, list) or not said:
        raise MatchError(f"`in` takes a list of values, not {said!r}")
    members: list[object] = [*said]
    return tuple(_scalar(member) for member in members)


def _scalar(said: object) -> Scalar:
    if _is_endless(said):
        raise MatchError(f"{said!r} equals nothing")
    if not isinstance(said, str | int | float):
        raise MatchError(f"a matcher takes a string, a number or true/false, not {said!r}")
    return said


def _is_endless(said: object) -> bool:
    """Infinite or no number; a whole number is neither, however long it is."""
    return isinstance(said, float) and not isfinite(said)
