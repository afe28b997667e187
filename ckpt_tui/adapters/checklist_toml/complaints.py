"""What pydantic found wrong, as sentences an author can act on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic_core import CoreSchema, SchemaValidator, ValidationError

from ckpt_tui.adapters.checklist_toml.matches import Misplaced
from ckpt_tui.adapters.checklist_toml.problems import Problem, nearest, shown
from ckpt_tui.core.field_path import FieldPath
from ckpt_tui.core.toml_value import inline

_WANTED: Final = {
    "string_type": "must be text in quotes",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "too_short": "must not be empty",
}


def validated(schema: CoreSchema, table: object) -> tuple[dict[str, Any], list[Problem]]:
    """The values of a table, and one problem for each thing that is wrong with it, at its path."""
    try:
        return SchemaValidator(schema).validate_python(table), []
    except ValidationError as error:
        return {}, list(_problems(error, schema))


def _problems(error: ValidationError, schema: CoreSchema) -> Iterator[Problem]:
    for detail in error.errors(include_url=False):
        path: FieldPath = detail["loc"]
        cause = detail.get("ctx", {}).get("error")
        if isinstance(cause, Misplaced):
            path += cause.path
        yield Problem(_reason(dict(detail), schema), path=path, is_late=detail["type"] == "missing")


def _reason(detail: Mapping[str, Any], whole: CoreSchema) -> str:
    match detail["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            *above, key = detail["loc"]
            return f"is not a known key{nearest(str(key), _at(whole, above)['fields'])}"
        case "value_error":
            return str(detail["ctx"]["error"])
        case "literal_error":
            return _not_a_word(detail, _at(whole, detail["loc"])["expected"])
        case kind:
            message = str(detail["msg"])
            wanted = _WANTED.get(kind, f"{message[:1].lower()}{message[1:]}")
            return wanted if kind == "too_short" else f"{wanted}, not {shown(detail['input'])}"


def _not_a_word(detail: Mapping[str, Any], allowed: Sequence[object]) -> str:
    names = ", ".join(inline(word) for word in allowed)
    value = detail["input"]
    near = nearest(value, map(str, allowed)) if isinstance(value, str) else ""
    near = "" if near.startswith("; known") else near
    return f"must be {'one of ' if len(allowed) > 1 else ''}{names}, not {shown(value)}{near}"


def _at(whole: CoreSchema, path: Sequence[str | int]) -> Mapping[str, Any]:
    """The schema of the value at a path of a table."""
    schema: Mapping[str, Any] = {**whole}
    for part in path:
        inner = schema["fields"][part] if isinstance(part, str) else schema["items_schema"]
        schema = _bare(inner)
    return schema


def _bare(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema without its default and the functions around it."""
    return _bare(schema["schema"]) if "schema" in schema else schema
