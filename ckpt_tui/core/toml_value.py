"""A value as TOML on one line."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")

_ESCAPES: Final = {
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
    '"': '\\"',
    "\\": "\\\\",
}


def inline(value: object) -> str:
    """TOML for a string, number, truth value, array or table; raises TypeError for others.

    A string with a backslash or a double quote is written literally, in single quotes, where
    TOML allows it, so that patterns read as they were typed.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float() | Decimal():
            return str(value)
        case Fraction():
            return number(value)
        case str():
            return text(value)
        case Mapping():
            items: dict[object, object] = {**value}
            return _table({str(name): item for name, item in items.items()})
        case Sequence():
            entries: list[object] = [*value]
            return f"[{', '.join(inline(item) for item in entries)}]"
        case _:
            raise TypeError(f"TOML has no form for {type(value).__name__}")


def number(value: Fraction) -> str:
    """An exact decimal; raises ValueError where there is none (a third, say)."""
    if value.denominator == 1:
        return str(value.numerator)
    scale = next((places for places in range(1, 40) if 10**places % value.denominator == 0), None)
    if scale is None:
        raise ValueError(f"{value} has no finite decimal form")
    # Made of its digits, a decimal is exact; computed, it would be rounded to 28 of them.
    return format(Decimal(f"{int(value * 10**scale)}e-{scale}"), "f")


def text(value: str) -> str:
    """A string on one line."""
    literal = ("\\" in value or '"' in value) and "'" not in value
    if literal and all(char == "\t" or (char >= " " and char != "\x7f") for char in value):
        return f"'{value}'"
    return '"' + "".join(_escaped(char) for char in value) + '"'


def key(value: str) -> str:
    """A key, quoted where it must be."""
    return value if value and set(value) <= _BARE else text(value)


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    return char if char >= " " and char != "\x7f" else f"\\u{ord(char):04X}"


def _table(value: Mapping[str, object]) -> str:
    if not value:
        return "{}"
    return "{ " + ", ".join(f"{key(name)} = {inline(item)}" for name, item in value.items()) + " }"
