"""The JSON Schema of the file, put together from the keys of its tables and kinds."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from ckpt_tui.adapters.checklist_toml.build import Builder
from ckpt_tui.adapters.checklist_toml.keys import (
    CHECKPOINT,
    DEFINITION,
    SHARED,
    TOP,
    Keys,
)
from ckpt_tui.adapters.checklist_toml.layout import WORD
from ckpt_tui.adapters.checklist_toml.plain import Table, is_list, is_table
from ckpt_tui.adapters.checklist_toml.schemas import HELP, JSON
from ckpt_tui.adapters.checklist_toml.sources import INCLUDE
from ckpt_tui.adapters.checklist_toml.tables import USE
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.match import MATCHER_WORDS
from ckpt_tui.core.trace import Json

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALAR = {"type": ["string", "number", "boolean"]}
_WORDS: Mapping[str, dict[str, Any]] = {
    "re": {"type": "string", "description": "An RE2 pattern is found somewhere in the text."},
    "has": {"type": "string", "description": "The text contains this."},
    "glob": {"type": "string", "description": "The whole path fits; ** crosses folders."},
    "in": {"type": "array", "items": _SCALAR, "minItems": 1, "description": "One of these."},
    "ge": {"type": "number", "description": "A number not below this."},
    "le": {"type": "number", "description": "A number not above this."},
    "not": {"$ref": "#/$defs/match", "description": "The value is there and does not match."},
}


def schema(builder: Builder, kinds: Mapping[str, type[Check]]) -> dict[str, Json]:
    """A schema (draft 2020-12) in which every kind is a definition of its own."""
    definitions = _checks_and_matches(kinds)
    for word, kind in kinds.items():
        definitions[f"check.{word}"] = _written(builder.keys(kind), definitions)
    point = _written(CHECKPOINT, definitions)
    definitions[WORD] = point
    shared, top = _written(SHARED, definitions), _written(TOP, definitions)
    for table in (shared, top):
        table["properties"][WORD] = {
            "type": "array",
            "items": {"$ref": f"#/$defs/{WORD}"},
            "minItems": 1,
            "description": "The checkpoints, in order.",
        }
    top["anyOf"] = [{"required": [WORD]}, {"required": [INCLUDE]}]
    definitions["shared-file"] = shared
    return {"$schema": _DIALECT, "title": "ckpt-tui checklist", **top, "$defs": definitions}


def _checks_and_matches(kinds: Iterable[str]) -> dict[str, Any]:
    return {
        "check": {
            "oneOf": [{"$ref": f"#/$defs/check.{kind}"} for kind in [*kinds, "plug-in", USE]]
        },
        "check.plug-in": {
            "type": "object",
            "description": "A kind that a plug-in brings: its name has a dot.",
            "properties": {
                "kind": {"type": "string", "pattern": "\\.", "description": "Its dotted name."}
            },
            "required": ["kind"],
        },
        "check.use": {
            "type": "object",
            "description": "A check by its name.",
            "properties": {
                USE: {"type": "string", "description": "The NAME of a [let.NAME] table."}
            },
            "required": [USE],
            "additionalProperties": False,
        },
        "match": {
            "description": "A plain value is typed equality; a table says how to match.",
            "anyOf": [_SCALAR, _matcher()],
        },
        "matches": {
            "type": "object",
            "description": "A match for each dotted path; paths may be nested tables.",
            "additionalProperties": {
                "anyOf": [{"$ref": "#/$defs/match"}, {"$ref": "#/$defs/matches"}]
            },
        },
    }


def _matcher() -> dict[str, Any]:
    properties = {word: _WORDS[word] for word in MATCHER_WORDS}
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "minProperties": 1,
    }


class _Writer(GenerateJsonSchema):
    """Writes the keys of a table, with what their metadata says of them."""

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> dict[str, Any]:
        return {**super().typed_dict_schema(schema), **_described(schema)}

    def typed_dict_field_schema(self, schema: core_schema.TypedDictField) -> dict[str, Any]:
        return {**super().typed_dict_field_schema(schema), **_described(schema)}

    def function_after_schema(
        self, schema: core_schema.AfterValidatorFunctionSchema
    ) -> dict[str, Any]:
        return {**super().function_after_schema(schema), **_said(schema)}

    def function_plain_schema(
        self, schema: core_schema.PlainValidatorFunctionSchema
    ) -> dict[str, Any]:
        return _said(schema)

    def dict_schema(self, schema: core_schema.DictSchema) -> dict[str, Any]:
        return _said(schema) or super().dict_schema(schema)


def _described(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": schema["metadata"][HELP]}


def _said(schema: Mapping[str, Any]) -> dict[str, Any]:
    return schema.get("metadata", {}).get(JSON, {})


def _written(keys: Keys, definitions: dict[str, Any]) -> dict[str, Any]:
    return _lifted(_Writer().generate(keys.schema), definitions)


def _lifted(found: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """A schema whose own definitions are moved out."""
    definitions.update({name: _plain(inner) for name, inner in found.pop("$defs", {}).items()})
    plain = _plain(found)
    plain.pop("title", None)
    return plain


def _plain(node: object) -> Any:  # noqa: ANN401 (any JSON)
    """Without titles that only repeat the key, and defaults that TOML cannot write."""
    if is_list(node):
        return [_plain(item) for item in node]
    if not is_table(node):
        return node
    return {
        key: _plain(value)
        for key, value in _referring(node).items()
        if not (key == "title" and isinstance(value, str))
        and not (key == "default" and value is None)
    }


def _referring(node: Table) -> Table:
    if DEFINITION not in node:
        return node
    rest = {key: value for key, value in node.items() if key != DEFINITION}
    return {"$ref": f"#/$defs/{node[DEFINITION]}", **rest}
