"""What a value may be, in the words of pydantic's core schemas, as plain values.

Pydantic says what is wrong with a value and writes the JSON Schema; it is loaded for nothing else,
because loading it takes longer than reading a list does.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pydantic_core import CoreSchema
    from pydantic_core.core_schema import TypedDictField

HELP: Final = "help"
"""Metadata: the sentence that describes a key or a table."""

JSON: Final = "json"
"""Metadata: what a value adds to its JSON Schema; all of it where only a function knows."""

TEXT: "CoreSchema" = {"type": "str", "strict": True}
FLAG: "CoreSchema" = {"type": "bool", "strict": True}
ANYTHING: "CoreSchema" = {"type": "any"}


def table(
    summary: str, keys: "Mapping[str, TypedDictField]", name: str | None = None
) -> "CoreSchema":
    """A table of these keys and no other; a name makes it a definition of its own."""
    found: CoreSchema = {
        "type": "typed-dict",
        "fields": dict(keys),
        "strict": True,
        "extra_behavior": "forbid",
        "metadata": {HELP: summary},
    }
    if name is not None:
        found["ref"] = name
    return found


def required(schema: "CoreSchema", summary: str) -> "TypedDictField":
    """A key that must be there."""
    return {"type": "typed-dict-field", "schema": schema, "metadata": {HELP: summary}}


def optional(schema: "CoreSchema", summary: str, default: object = None) -> "TypedDictField":
    """A key with the value that it has where it is left out."""
    return _left_out({"type": "default", "schema": schema, "default": default}, summary)


def made(schema: "CoreSchema", summary: str, make: Callable[[], object]) -> "TypedDictField":
    """A key whose value is made, and validated, where it is left out."""
    filled: CoreSchema = {
        "type": "default",
        "schema": schema,
        "default_factory": make,
        "validate_default": True,
    }
    return _left_out(filled, summary)


def _left_out(schema: "CoreSchema", summary: str) -> "TypedDictField":
    return {**required(schema, summary), "required": False}


def one_of(words: Sequence[object]) -> "CoreSchema":
    """One of these words or numbers."""
    return {"type": "literal", "expected": list(words)}


def integer(at_least: int, below: int) -> "CoreSchema":
    """A whole number within bounds."""
    return {"type": "int", "strict": True, "ge": at_least, "lt": below}


def list_of(schema: "CoreSchema", *, at_least: int = 0) -> "CoreSchema":
    """A list of so many values, or more."""
    found: CoreSchema = {"type": "list", "items_schema": schema, "strict": True}
    if at_least:
        found["min_length"] = at_least
    return found


def any_table(**json: object) -> "CoreSchema":
    """A table of any keys."""
    return {
        "type": "dict",
        "keys_schema": TEXT,
        "values_schema": ANYTHING,
        "strict": True,
        "metadata": {JSON: json},
    }


def checked(check: Callable[[str], object], **json: str) -> "CoreSchema":
    """A text that a function takes; the function raises ValueError about any other."""
    found = turned(check, TEXT)
    found["metadata"] = {JSON: json}
    return found


def turned(turn: Callable[..., object], schema: "CoreSchema") -> "CoreSchema":
    """What a function makes of a right value."""
    return {
        "type": "function-after",
        "schema": schema,
        "function": {"type": "no-info", "function": turn},
    }


def known_by(check: Callable[[object], object], **json: object) -> "CoreSchema":
    """A value of which the function alone knows what it may be."""
    return {
        "type": "function-plain",
        "function": {"type": "no-info", "function": check},
        "metadata": {JSON: json},
    }


def _number(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else value


NUMBER: "CoreSchema" = {
    "type": "function-before",
    "schema": {"type": "float", "strict": True, "allow_inf_nan": False},
    "function": {"type": "no-info", "function": _number},
}
