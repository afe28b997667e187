"""The keys of each kind of check, made from its class when first met."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ckpt_tui.adapters.checklist_toml import matches
from ckpt_tui.adapters.checklist_toml.keys import CHECK, DEFINITION, Keys
from ckpt_tui.adapters.checklist_toml.schemas import (
    FLAG,
    NUMBER,
    TEXT,
    integer,
    known_by,
    list_of,
    one_of,
    optional,
    required,
    turned,
)
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of

if TYPE_CHECKING:
    from pydantic_core import CoreSchema
    from pydantic_core.core_schema import TypedDictField


def _listed(schema: "CoreSchema", *, at_least: int = 0) -> "CoreSchema":
    """A list, as core has it."""
    return turned(tuple, list_of(schema, at_least=at_least))


_MATCH: "CoreSchema" = known_by(matches.parsed_match, **{DEFINITION: "match"})
_SCHEMAS: "Mapping[Shape, CoreSchema]" = {
    Shape.TEXT: TEXT,
    Shape.INTEGER: integer(-(2**63), 2**63),
    Shape.NUMBER: NUMBER,
    Shape.FLAG: FLAG,
    Shape.TEXTS: _listed(TEXT),
    Shape.MATCH: _MATCH,
    Shape.MATCHES: known_by(matches.parsed_matches, **{DEFINITION: "matches"}),
    # Words of nothing would be met by whatever is run.
    Shape.WORDS: _listed(_MATCH, at_least=1),
    Shape.CHECK: CHECK,
    # A list of no checks would be met by a run that does nothing.
    Shape.CHECKS: list_of(CHECK, at_least=1),
}


def kind_keys(kind: type[Check]) -> Keys:
    """The table of a kind; values come out as its class takes them, nested checks as tables."""
    word = required(one_of([kind.kind]), kind.summary)
    return Keys(kind.summary, {"kind": word, **{spec.key: _key(spec) for spec in fields_of(kind)}})


def values(kind: type[Check], found: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a validated table by the names of the fields."""
    return {spec.name: found[spec.key] for spec in fields_of(kind)}


def _key(spec: FieldSpec) -> "TypedDictField":
    schema = _schema(spec)
    if spec.is_required:
        return required(schema, spec.help)
    return optional(schema, spec.help, spec.default)


def _schema(spec: FieldSpec) -> "CoreSchema":
    if spec.enum is None:
        return _SCHEMAS[spec.shape]
    words = one_of(list(spec.choices))
    word = turned(spec.enum, words)
    return word if spec.shape is Shape.CHOICE else _listed(word)
