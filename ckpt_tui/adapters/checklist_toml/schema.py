"""The JSON Schema of the file, put together from the models of its tables and kinds."""

from collections.abc import Mapping
from typing import Any

from ckpt_tui.adapters.checklist_toml.build import Builder
from ckpt_tui.adapters.checklist_toml.layout import WORD
from ckpt_tui.adapters.checklist_toml.models import DEFINITION, CheckpointTable, TopTable
from ckpt_tui.adapters.checklist_toml.plain import Table, are_tables, is_list, is_table
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
    definitions: dict[str, Any] = {
        "check": {"oneOf": [{"$ref": f"#/$defs/check.{kind}"} for kind in [*kinds, "plug-in"]]},
        "check.plug-in": {
            "type": "object",
            "description": "A kind that a plug-in brings: its name has a dot.",
            "properties": {
                "kind": {"type": "string", "pattern": "\\.", "description": "Its dotted name."}
            },
            "required": ["kind"],
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
    for word, kind in kinds.items():
        definitions[f"check.{word}"] = _lifted(builder.model(kind).model_json_schema(), definitions)
    point = _lifted(CheckpointTable.model_json_schema(), definitions)
    definitions[WORD] = point
    top = _lifted(TopTable.model_json_schema(), definitions)
    top["properties"][WORD] = {
        "type": "array",
        "items": {"$ref": f"#/$defs/{WORD}"},
        "minItems": 1,
        "description": "The checkpoints, in order.",
    }
    top["required"] = [*top["required"], WORD]
    return {"$schema": _DIALECT, "title": "ckpt-tui checklist", **top, "$defs": definitions}


def _matcher() -> dict[str, Any]:
    properties = {word: _WORDS[word] for word in MATCHER_WORDS}
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "minProperties": 1,
    }


def _lifted(found: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """A schema whose own definitions are moved out, and without what TOML cannot say."""
    definitions.update({name: _plain(inner) for name, inner in found.pop("$defs", {}).items()})
    plain = _plain(found)
    plain.pop("title", None)
    return plain


def _plain(node: object) -> Any:  # noqa: ANN401 (any JSON)
    """Without null (TOML has none) and without titles that only repeat the key."""
    if is_list(node):
        return [_plain(item) for item in node]
    if not is_table(node):
        return node
    return {
        key: _plain(value)
        for key, value in _without_null(_referring(node)).items()
        if not (key == "title" and isinstance(value, str))
        and not (key == "default" and value is None)
    }


def _referring(node: Table) -> Table:
    if DEFINITION not in node:
        return node
    rest = {key: value for key, value in node.items() if key != DEFINITION}
    return {"$ref": f"#/$defs/{node[DEFINITION]}", **rest}


def _without_null(node: Table) -> Table:
    options = node.get("anyOf")
    if not are_tables(options) or {"type": "null"} not in options:
        return node
    rest = [_referring(option) for option in options if option != {"type": "null"}]
    node = {key: value for key, value in node.items() if key != "anyOf"}
    return {**rest[0], **node} if len(rest) == 1 else {**node, "anyOf": rest}
