"""Fields as they are typed: text in, value out, and back."""

import tomllib
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ckpt_tui.core.checks.fields import FieldSpec, Shape
from ckpt_tui.core.match import In, Match, Scalar
from ckpt_tui.core.match_words import MatchError, match_table, parse_match
from ckpt_tui.core.points import points
from ckpt_tui.core.toml_value import inline
from ckpt_tui.errors import CkptError

# How a matcher is written in a form: a word, and the text behind it. `toml` takes everything.
MATCH_WORDS: Final = ("is", "has", "re", "glob", "in", "ge", "le", "toml")


class FormError(CkptError):
    """What was typed is no value of the field; the text says what would be."""


def shown_match(match: Match | None) -> tuple[str, str]:
    """A matcher as word and text; the empty text stands for none."""
    said = "" if match is None else match_table(match)
    if not isinstance(said, dict):
        return "is", "" if match is None else shown_scalar(said)
    word, behind = next(iter(said.items()))
    if len(said) > 1 or word not in MATCH_WORDS:
        return "toml", inline(said)
    return word, shown_list(match.values) if isinstance(match, In) else str(behind)


def read_match(word: str, text: str) -> Match | None:
    """The matcher that word and text say; None for an empty text. Raises FormError."""
    if not text.strip():
        return None
    try:
        return parse_match(_said(word, text))
    except MatchError as error:
        raise FormError(str(error)) from None


def _said(word: str, text: str) -> object:
    match word:
        case "toml":
            return _toml(text)
        case "is":
            return read_scalar(text)
        case "in":
            return {word: list(read_list(text))}
        case "ge" | "le":
            return {word: read_number(text)}
        case _:
            return {word: text}


def shown_scalar(value: Scalar) -> str:
    """A scalar as typed: a text is quoted only where it would read as something else."""
    if not isinstance(value, str):
        return inline(value)
    return value if read_scalar(value) == value and value.strip() == value else inline(value)


def read_scalar(text: str) -> Scalar:
    """A number, `true`, `false` or a quoted text as TOML reads it, else the text itself."""
    try:
        value: object = tomllib.loads(f"value = {text.strip()}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return text.strip()
    return value if isinstance(value, str | bool | int | float) else text.strip()


def shown_list(values: Sequence[Scalar]) -> str:
    """Scalars between commas; all are written as TOML where one could be misread."""
    plain = [shown_scalar(value) for value in values]
    is_plain = all(
        "," not in item and read_scalar(item) == value and '"' not in item and "'" not in item
        for item, value in zip(plain, values, strict=True)
    )
    return ", ".join(plain if is_plain else map(inline, values))


def read_list(text: str) -> tuple[Scalar, ...]:
    """Scalars between commas, as TOML where that reads it, else each item by itself."""
    try:
        found: list[object] = tomllib.loads(f"values = [{text}]")["values"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        found = []
    if found and all(isinstance(value, str | bool | int | float) for value in found):
        return tuple(value for value in found if isinstance(value, str | bool | int | float))
    return tuple(read_scalar(item) for item in text.split(",") if item.strip())


def read_number(text: str) -> int | float:
    """A number; raises FormError."""
    value = read_scalar(text)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormError(f"a number is wanted, not {text.strip()!r}")
    return value


def read_points(text: str) -> Fraction:
    """Points, exact; raises FormError."""
    try:
        value = Decimal(text.strip())
    except ArithmeticError:
        value = Decimal("NaN")
    if not value.is_finite():
        raise FormError(f"points are a number such as 3 or 0.25, not {text.strip()!r}")
    try:
        return points(value)
    except ValueError as error:
        raise FormError(f"points {error}") from None


def shown(spec: FieldSpec, value: object) -> str:
    """A field that is one line of text, as typed; matchers and checks have their own ways."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case tuple() if spec.shape is Shape.MATCHES:
            return inline({path: match_table(match) for path, match in value})  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] (any tuple)
        case tuple() if spec.shape is Shape.WORDS:
            return _shown_words([match_table(match) for match in value])  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] (any tuple)
        case tuple():
            return shown_list([str(item) for item in value])  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] (any tuple)
        case _:
            return str(value)


def read(spec: FieldSpec, text: str) -> object:  # noqa: C901, PLR0911, PLR0912 (a case a shape)
    """The value of a one-line field; an empty optional field is None. Raises FormError."""
    stripped = text.strip()
    if not stripped and spec.is_optional:
        return None
    match spec.shape:
        case Shape.INTEGER:
            return _integer(stripped)
        case Shape.NUMBER:
            return _decimal(stripped)
        case Shape.FLAG:
            return _flag(stripped)
        case Shape.CHOICE:
            return _choice(spec, stripped)
        case Shape.CHOICES:
            return tuple(_choice(spec, str(item)) for item in read_list(stripped))
        case Shape.TEXTS:
            return _texts(stripped)
        case Shape.MATCHES:
            return _matches(stripped)
        case Shape.WORDS:
            return _words(stripped)
        case _:
            return text


def _toml(text: str) -> object:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise FormError(f"not TOML: {error}") from None


def _matches(text: str) -> tuple[tuple[str, Match], ...]:
    if not text:
        return ()
    table = _toml(text)
    if not isinstance(table, dict):
        raise FormError("a table is wanted, such as { command = { has = 'pytest' } }")
    try:
        return tuple((str(path), parse_match(match)) for path, match in table.items())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] (any table)
    except MatchError as error:
        raise FormError(str(error)) from None


def _shown_words(words: Sequence[object]) -> str:
    """Words between commas; all are written as TOML where one is empty or more than a scalar."""
    plain = [word for word in words if isinstance(word, str | bool | int | float) and word != ""]
    return shown_list(plain) if len(plain) == len(words) else inline(words)[1:-1]


def _words(text: str) -> tuple[Match, ...]:
    try:
        found = _toml(f"[{text}]")
    except FormError:
        found = list(read_list(text))
    words: list[object] = [*found] if isinstance(found, list) else []
    try:
        return tuple(parse_match(word) for word in words)
    except MatchError as error:
        raise FormError(str(error)) from None


def _texts(text: str) -> tuple[str, ...]:
    values = read_list(text)
    if all(isinstance(value, str) for value in values):
        return tuple(str(value) for value in values)
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _integer(text: str) -> int:
    value = read_number(text)
    if not isinstance(value, int):
        raise FormError(f"a whole number is wanted, not {text!r}")
    return value


def _decimal(text: str) -> float:
    try:
        return float(read_number(text))
    except OverflowError:
        raise FormError("a number is wanted that is not as long as this one") from None


def _flag(text: str) -> bool:
    if text in ("yes", "true"):
        return True
    if text in ("no", "false"):
        return False
    raise FormError(f"yes or no is wanted, not {text!r}")


def _choice(spec: FieldSpec, text: str) -> object:
    if spec.enum is not None and text in spec.choices:
        return spec.enum(text)
    raise FormError(f"one of {', '.join(spec.choices)} is wanted, not {text!r}")
