"""A text that fits a pattern, for patterns as people write them in checklists."""

from typing import Final

from ckpt_tui.core.pattern import PatternError, compiled
from ckpt_tui.core.text import encode

_CLASSES: Final = {"s": " ", "S": "x", "d": "1", "D": "x", "w": "x", "W": " "}
_CONTROLS: Final = {"n": "\n", "t": "\t", "r": "\r"}
_EMPTY: Final = frozenset("bBAzZ")
_DEEPEST: Final = 32


def specimen(pattern: str) -> str | None:
    """A short text in which the pattern is found; None where none is made up."""
    try:
        text, rest = _choice(pattern, 0)
        is_found = not rest and compiled(pattern).search(encode(text)) is not None
    except (PatternError, IndexError, ValueError):
        return None
    return text if is_found else None


def _choice(pattern: str, depth: int) -> tuple[str, str]:
    """What fits the first branch, and what follows the last one."""
    text, rest = _sequence(pattern, depth)
    while rest.startswith("|"):
        _, rest = _sequence(rest[1:], depth)
    return text, rest


def _sequence(pattern: str, depth: int) -> tuple[str, str]:
    made: list[str] = []
    rest = pattern
    while rest and rest[0] not in "|)":
        atom, rest = _atom(rest, depth)
        number, rest = _times(rest)
        made.append(atom * number)
    return "".join(made), rest


def _atom(pattern: str, depth: int) -> tuple[str, str]:
    first, rest = pattern[0], pattern[1:]
    match first:
        case "(":
            return _group(rest, depth)
        case "[":
            return _set(rest)
        case "\\":
            return _escape(rest)
        case "^" | "$":
            return "", rest
        case ".":
            return "x", rest
        case _:
            return first, rest


def _group(pattern: str, depth: int) -> tuple[str, str]:
    """What fits a group; one that only sets flags fits nothing."""
    if depth > _DEEPEST:
        raise ValueError(pattern)
    if pattern.startswith(("?P<", "?<")):
        pattern = pattern.partition(">")[2]
    elif pattern.startswith("?"):
        flags, colon, inside = pattern.partition(":")
        if not colon or ")" in flags:
            return "", pattern.partition(")")[2]
        pattern = inside
    text, rest = _choice(pattern, depth + 1)
    return text, rest[1:]


def _set(pattern: str) -> tuple[str, str]:
    """A member of a set; of a negated one, the first sign that is not."""
    end = pattern.index("]", 2 if pattern.startswith("^") else 1)
    members, rest = pattern[:end], pattern[end + 1 :]
    if not members.startswith("^"):
        return (_escape(members[1:])[0] if members.startswith("\\") else members[0]), rest
    return next(sign for sign in "x1 -_~" if sign not in members), rest


def _escape(pattern: str) -> tuple[str, str]:
    first, rest = pattern[0], pattern[1:]
    if first in _EMPTY:
        return "", rest
    return {**_CLASSES, **_CONTROLS}.get(first, first), rest


def _times(pattern: str) -> tuple[int, str]:
    """How often, at least, and what follows a quantifier."""
    if not pattern or pattern[0] not in "*+?{":
        return 1, pattern
    if pattern[0] == "{":
        least, _, rest = pattern[1:].partition("}")
        number = int(least.partition(",")[0])
        return min(number, _DEEPEST), rest.removeprefix("?")
    return int(pattern[0] == "+"), pattern[1:].removeprefix("?")
