"""Plain values, as `tomllib` gives them."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import Final, TypeAlias, TypeGuard

from ckpt_tui.core.trace import Json

Table: TypeAlias = dict[str, object]

_INTEGER_LIMIT: Final = 2**63


def is_table(value: object) -> TypeGuard[Table]:
    """Whether a plain value is a table."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[object]]:
    """Whether a plain value is a list."""
    return isinstance(value, list)


def are_tables(value: object) -> TypeGuard[list[Table]]:
    """Whether a plain value is a list of tables, with at least one."""
    return is_list(value) and bool(value) and all(map(is_table, value))


def json_of(value: object) -> Json:
    """A plain value as JSON has it: dates as text, finite numbers; raises ValueError."""
    match value:
        case bool() | str():
            return value
        case int():
            if not -_INTEGER_LIMIT <= value < _INTEGER_LIMIT:
                raise ValueError("a whole number must fit in 64 bits")
            return value
        case Decimal() | float():
            return _finite(value)
        case datetime() | date() | time():
            return value.isoformat()
        case _:
            return _nested(value)


def _nested(value: object) -> Json:
    if is_table(value):
        return {key: json_of(item) for key, item in value.items()}
    if is_list(value):
        return [json_of(item) for item in value]
    raise ValueError(f"{value!r} is no TOML value")


def _finite(value: Decimal | float) -> float:
    number = float(value)
    if number - number != 0:
        raise ValueError("a number must be finite")
    return number
