"""Figures in a text, each in one spelling: numbers, amounts of money and ids."""

from collections.abc import Iterator, Mapping, Sequence
from json import JSONDecodeError, loads
from typing import Final

from msgspec import Struct

from ckpt_tui.core.pattern import captures
from ckpt_tui.core.text import decode, encode
from ckpt_tui.core.trace import Json

_LARGEST: Final = 18
_CURRENCY: Final = "$\u20ac\u00a3\u00a5#"
_CODES: Final = ("USD", "EUR", "GBP")
# A date, an hour and an id are one figure each, so that none of them shows a number by its parts.
_FIGURE: Final = r"[0-9A-Za-z_][0-9A-Za-z_,.:-]*(?:/[0-9][0-9A-Za-z_,.:-]*)*"
_BEHIND: Final = ",.:-_"


class Figure(Struct, frozen=True, kw_only=True):
    """One figure of a text.

    Attributes:
        value: a number in plain digits, without its sign; an id in lower case.
        start: byte offset in the text as UTF-8.
        end: byte offset behind it.
    """

    value: str
    start: int
    end: int


def number_of(text: str) -> str | None:
    """A number in plain digits: `1,234.50` is `1234.5`; None for anything else."""
    bare = text.replace(",", "")
    if not bare or len(bare) > _LARGEST or not bare[0].isdigit() or not bare[-1].isdigit():
        return None
    whole, dot, part = bare.partition(".")
    if not (whole.isascii() and whole.isdigit()) or (
        dot and not (part.isascii() and part.isdigit())
    ):
        return None
    part = part.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole


def figure_of(text: str) -> str:
    """One spelling of what was told: `$1,200.00` and `1200 USD` are `1200`, `#W59` is `w59`."""
    bare = text.strip().strip(_CURRENCY).strip()
    for code in _CODES:
        bare = bare.removeprefix(code).removesuffix(code).strip(f" {_CURRENCY}")
    bare = bare.lstrip("+-").rstrip("%")
    return number_of(bare) or bare.lower()


def figures(raw: bytes) -> Iterator[Figure]:
    """Every word of a text that holds a digit, in order; `raw` is made by `encode`."""
    for start, end in captures(_FIGURE, raw):
        text = decode(raw[start:end]).rstrip(_BEHIND)
        if any(character.isdigit() for character in text):
            yield Figure(value=figure_of(text), start=start, end=start + len(text))


def figures_below(value: Json) -> Iterator[str]:
    """The figures of a JSON value; a text in it also counts as a whole."""
    match value:
        case str():
            yield figure_of(value)
            yield from (figure.value for figure in figures(encode(value)))
        case Mapping():
            for item in value.values():
                yield from figures_below(item)
        case Sequence():
            for item in value:
                yield from figures_below(item)
        case None | bool() | int() | float():
            yield figure_of(str(value))


def parsed(text: str) -> Json:
    """The JSON of a text, its numbers as they are spelled; None where it is none."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        found: Json = loads(text, parse_float=str, parse_int=str)
    except (JSONDecodeError, RecursionError):
        return None
    return found
