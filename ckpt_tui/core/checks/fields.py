"""What the fields of a kind are, so that a form, a schema and a help page need not know kinds."""

from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Union, get_args, get_origin

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.match import MATCH_TYPES


class Shape(StrEnum):
    """What a field holds."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    CHOICES = "choices"
    TEXTS = "texts"
    MATCH = "match"
    MATCHES = "matches"
    WORDS = "words"
    CHECK = "check"
    CHECKS = "checks"


class FieldSpec(Struct, frozen=True, kw_only=True):
    """One field of a kind.

    Attributes:
        name: of the attribute.
        key: as written in the file (`class` for `tool_class`).
        help: one sentence.
        choices: the words of a CHOICE or CHOICES.
        is_optional: may be None.
        is_required: has no default.
    """

    name: str
    key: str
    help: str
    shape: Shape
    choices: tuple[str, ...] = ()
    enum: type[StrEnum] | None = None
    default: object = None
    is_optional: bool = False
    is_required: bool = False


@cache
def fields_of(kind: type[Check]) -> tuple[FieldSpec, ...]:
    """The fields of a kind, in the order of its class; raises TypeError for one without help."""
    return tuple(_spec(field) for field in fields(kind))


def _spec(field: FieldInfo) -> FieldSpec:
    if get_origin(field.type) is not Annotated:
        raise TypeError(f"a field of a check needs its help: {field.name}")
    hint, summary = get_args(field.type)
    shape, enum, optional = _shape(hint)
    has_default = field.default is not NODEFAULT
    return FieldSpec(
        name=field.name,
        key=field.encode_name,
        help=summary,
        shape=shape,
        choices=tuple(str(word) for word in enum) if enum else (),
        enum=enum,
        default=field.default if has_default else None,
        is_optional=optional,
        is_required=not has_default,
    )


_PLAIN = {str: Shape.TEXT, int: Shape.INTEGER, float: Shape.NUMBER, bool: Shape.FLAG}
_ITEMS = {str: Shape.TEXTS, Check: Shape.CHECKS}


def _shape(hint: object) -> tuple[Shape, type[StrEnum] | None, bool]:
    options = _options(hint)
    optional = NoneType in options
    options = [option for option in options if option is not NoneType]
    if set(MATCH_TYPES) <= set(options):
        return Shape.MATCH, None, optional
    if len(options) != 1:
        raise TypeError(f"a field of a check cannot be {hint}")
    shape, enum = _single(options[0])
    return shape, enum, optional


def _options(hint: object) -> list[object]:
    if get_origin(hint) in (Union, UnionType):
        return [inner for option in get_args(hint) for inner in _options(option)]
    return [hint]


def _single(option: object) -> tuple[Shape, type[StrEnum] | None]:
    if isinstance(option, type) and option in _PLAIN:
        return _PLAIN[option], None
    if isinstance(option, type) and issubclass(option, StrEnum):
        return Shape.CHOICE, option
    if option is Check:
        return Shape.CHECK, None
    if get_origin(option) is tuple:
        return _tuple(get_args(option)[0])
    raise TypeError(f"a field of a check cannot be {option}")


def _tuple(item: object) -> tuple[Shape, type[StrEnum] | None]:
    if set(MATCH_TYPES) <= set(_options(item)):
        return Shape.WORDS, None
    if isinstance(item, type) and item in _ITEMS:
        return _ITEMS[item], None
    if isinstance(item, type) and issubclass(item, StrEnum):
        return Shape.CHOICES, item
    if get_origin(item) is tuple:
        return Shape.MATCHES, None
    raise TypeError(f"a field of a check cannot be a tuple of {item}")
