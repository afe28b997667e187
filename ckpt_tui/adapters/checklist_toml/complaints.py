"""What pydantic found wrong, as sentences an author can act on."""

from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError

from ckpt_tui.adapters.checklist_toml.matches import Misplaced
from ckpt_tui.adapters.checklist_toml.problems import Problem, nearest
from ckpt_tui.core.field_path import FieldPath
from ckpt_tui.core.toml_value import inline

_SHOWN_LIMIT: Final = 60
_WANTED: Final = {
    "string_type": "must be text in quotes",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "too_short": "must not be empty",
}


def complaints(error: ValidationError, model: type[BaseModel]) -> Iterator[Problem]:
    """One problem for each error, with the path from the validated table."""
    for detail in error.errors(include_url=False):
        path: FieldPath = detail["loc"]
        cause = detail.get("ctx", {}).get("error")
        if isinstance(cause, Misplaced):
            path += cause.path
        yield Problem(_reason(dict(detail), model), path=path, is_late=detail["type"] == "missing")


def _reason(detail: Mapping[str, Any], model: type[BaseModel]) -> str:
    match detail["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return (
                f"is not a known key{nearest(str(detail['loc'][-1]), _keys(model, detail['loc']))}"
            )
        case "value_error":
            return str(detail["ctx"]["error"])
        case "literal_error":
            return _not_a_word(detail, model)
        case kind:
            message = str(detail["msg"])
            wanted = _WANTED.get(kind, f"{message[:1].lower()}{message[1:]}")
            return wanted if kind == "too_short" else f"{wanted}, not {shown(detail['input'])}"


def shown(value: object) -> str:
    """A value as an error quotes it: short, on one line."""
    match value:
        case Mapping():
            return "a table"
        case list():
            return "a list" if value else "an empty list"
        case date() | time():
            return "a date or time"
        case _:
            text = inline(value)
            return text if len(text) <= _SHOWN_LIMIT else f"{text[:_SHOWN_LIMIT]}…"


def _not_a_word(detail: Mapping[str, Any], model: type[BaseModel]) -> str:
    allowed = _literals(model, detail["loc"])
    names = ", ".join(inline(word) for word in allowed)
    value = detail["input"]
    near = nearest(value, map(str, allowed)) if isinstance(value, str) else ""
    near = "" if near.startswith("; known") else near
    return f"must be {'one of ' if len(allowed) > 1 else ''}{names}, not {shown(value)}{near}"


def _keys(model: type[BaseModel], loc: FieldPath) -> list[str]:
    """The keys of the table that holds the key at the end of a path."""
    for part in loc[:-1]:
        model = next(_models(_annotation(model, part)), model)
    return [field.alias or name for name, field in model.model_fields.items()]


def _literals(model: type[BaseModel], loc: FieldPath) -> tuple[object, ...]:
    annotation: object = None
    for part in loc:
        if isinstance(part, str):
            annotation = _annotation(model, part)
            model = next(_models(annotation), model)
    return tuple(_words(annotation))


def _annotation(model: type[BaseModel], key: str | int) -> object:
    for name, field in model.model_fields.items():
        if key == (field.alias or name):
            return field.annotation
    return None


def _models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


def _words(annotation: object) -> Iterator[object]:
    for inner in get_args(annotation):
        if isinstance(inner, str | bool | int):
            yield inner
        else:
            yield from _words(inner)
