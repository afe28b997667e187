"""The kinds of check as pydantic models, made from their dataclasses when first met."""

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    PlainValidator,
    StrictBool,
    StrictInt,
    StrictStr,
    WithJsonSchema,
    create_model,
)

from ckpt_tui.adapters.checklist_toml import matches
from ckpt_tui.adapters.checklist_toml.models import DEFINITION, CheckTable, Number, Table
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of

_PREFIX = "value_"  # keeps a field named like a method of pydantic's from clashing with it

_ANNOTATIONS: Mapping[Shape, Any] = {
    Shape.TEXT: StrictStr,
    Shape.INTEGER: Annotated[StrictInt, Field(ge=-(2**63), lt=2**63)],
    Shape.NUMBER: Number,
    Shape.FLAG: StrictBool,
    Shape.TEXTS: Annotated[list[StrictStr], AfterValidator(tuple)],
    Shape.MATCH: Annotated[
        Any, PlainValidator(matches.parsed_match), WithJsonSchema({DEFINITION: "match"})
    ],
    Shape.MATCHES: Annotated[
        Any, PlainValidator(matches.parsed_matches), WithJsonSchema({DEFINITION: "matches"})
    ],
    Shape.CHECK: CheckTable,
    # A list of no checks would be met by a run that does nothing.
    Shape.CHECKS: Annotated[list[CheckTable], Field(min_length=1)],
}


def kind_model(kind: type[Check]) -> type[BaseModel]:
    """The table of a kind; values come out as its dataclass takes them, nested checks as tables."""
    declared: dict[str, Any] = {"kind": (Literal[kind.kind], Field(description=kind.summary))}
    declared |= {_PREFIX + spec.name: _declared(spec) for spec in fields_of(kind)}
    return create_model(kind.kind, __base__=Table, __doc__=kind.summary, **declared)


def values(kind: type[Check], found: BaseModel) -> dict[str, Any]:
    """The values of a validated table by the names of the dataclass fields."""
    return {spec.name: getattr(found, _PREFIX + spec.name) for spec in fields_of(kind)}


def _declared(spec: FieldSpec) -> tuple[Any, Any]:
    annotation = _annotation(spec)
    if spec.is_required:
        return annotation, Field(alias=spec.key, description=spec.help)
    if spec.is_optional:
        annotation |= None
    return annotation, Field(default=spec.default, alias=spec.key, description=spec.help)


def _annotation(spec: FieldSpec) -> Any:  # noqa: ANN401 (annotations have no common type)
    if spec.enum is None:
        return _ANNOTATIONS[spec.shape]
    # A plain function: how the signature of an enum reads differs between versions of Python.
    member = partial(_member, spec.enum)
    word = Annotated[Literal[spec.choices], AfterValidator(member)]
    return word if spec.shape is Shape.CHOICE else Annotated[list[word], AfterValidator(tuple)]


def _member(enum: type[StrEnum], word: str) -> StrEnum:
    return enum(word)
