"""The values of a table that nothing is wrong with, without pydantic.

What pydantic takes comes out as pydantic has it; about all else nothing is said.
"""

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Final, TypeAlias, TypeGuard

from ckpt_tui.adapters.checklist_toml.plain import is_list, is_table

_Schema: TypeAlias = Mapping[str, Any]

_EXACT: Final = 2**53
"""Up to here every whole number is a float as well."""


class UnfitError(ValueError):
    """Something is wrong, or not known to be right."""


def fitted(schema: _Schema, value: object) -> Any:  # noqa: ANN401 (any value of a table)
    """The value as a schema of `schemas` takes it, defaults filled in; raises ValueError.

    Any ValueError means as much as `UnfitError`: functions of a schema raise their own.
    """
    return _FITTED[schema["type"]](schema, value)


def _text(_: _Schema, value: object) -> str:
    if isinstance(value, str):
        return value
    raise UnfitError


def _flag(_: _Schema, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise UnfitError


def _integer(schema: _Schema, value: object) -> int:
    if _is_whole(value) and schema["ge"] <= value < schema["lt"]:
        return value
    raise UnfitError


def _float(_: _Schema, value: object) -> float:
    if isinstance(value, float) and isfinite(value):
        return value
    if _is_whole(value) and abs(value) <= _EXACT:
        return float(value)
    raise UnfitError


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _word(schema: _Schema, value: object) -> object:
    for word in schema["expected"]:
        if type(word) is type(value) and word == value:
            return word
    raise UnfitError


def _list(schema: _Schema, value: object) -> list[object]:
    if is_list(value) and len(value) >= schema.get("min_length", 0):
        return [fitted(schema["items_schema"], item) for item in value]
    raise UnfitError


def _any_table(schema: _Schema, value: object) -> dict[str, object]:
    if is_table(value):
        return {fitted(schema["keys_schema"], key): item for key, item in value.items()}
    raise UnfitError


def _table(schema: _Schema, value: object) -> dict[str, object]:
    fields: Mapping[str, _Schema] = schema["fields"]
    if not is_table(value) or not value.keys() <= fields.keys():
        raise UnfitError
    found: dict[str, object] = {}
    for key, field in fields.items():
        if key in value:
            found[key] = fitted(field["schema"], value[key])
        elif field.get("required", True):
            raise UnfitError
        else:
            found[key] = _left_out(field["schema"])
    return found


def _left_out(schema: _Schema) -> object:
    if "default_factory" in schema:
        return fitted(schema["schema"], schema["default_factory"]())
    return schema["default"]


def _given(schema: _Schema, value: object) -> object:
    return fitted(schema["schema"], value)


def _known(schema: _Schema, value: object) -> object:
    return schema["function"]["function"](value)


def _turned_before(schema: _Schema, value: object) -> object:
    return fitted(schema["schema"], _known(schema, value))


def _turned_after(schema: _Schema, value: object) -> object:
    return _known(schema, fitted(schema["schema"], value))


_FITTED: Final[Mapping[str, Callable[[_Schema, object], Any]]] = {
    "str": _text,
    "bool": _flag,
    "int": _integer,
    "float": _float,
    "literal": _word,
    "list": _list,
    "dict": _any_table,
    "typed-dict": _table,
    "default": _given,
    "function-plain": _known,
    "function-before": _turned_before,
    "function-after": _turned_after,
}
