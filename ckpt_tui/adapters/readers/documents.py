"""The members of a JSON document that a reader wants, decoded when looked at."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.source import read_bytes
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json
from ckpt_tui.errors import TraceError

Elements = TypeVar("Elements")

_NOTHING: Final[Mapping[str, Json]] = {}
_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class NotAnObjectError(TraceError):
    """Something else stands where a file should begin with an object."""


class Record(Struct, frozen=True, eq=False):
    """An object of a recording.

    Attributes:
        members: JSON of each member; empty where the recording has no object in its place.
        other: JSON of what stands there instead of an object, else empty.
    """

    members: Mapping[str, bytes]
    other: bytes = b""

    def value(self, key: str) -> Json:
        """The member; None where it is missing or cannot be read."""
        raw = self.members.get(key)
        if raw is None:
            return None
        try:
            return json_tolerant.parse(raw)
        except ValueError:
            return None

    def text(self, key: str) -> str:
        """The member where it is a string, else ""."""
        found = self.value(key)
        return found if isinstance(found, str) else ""

    def number(self, key: str) -> float | None:
        """The member where it is a number."""
        return number_of(self.value(key))

    def count(self, key: str) -> int | None:
        """The member where it is a whole number."""
        return count_of(self.value(key))

    def record(self, key: str) -> "Record":
        """The member as an object, its own members not decoded; empty where it is none."""
        raw = self.members.get(key)
        return Record({}) if raw is None else record_of(raw)

    def items(self, key: str) -> tuple[Sequence[Json], bool]:
        """The elements of an array, decoded, and whether it was cut off."""
        raw = self.members.get(key, b"")
        return items_of(raw) if raw[:1] == b"[" else ((), False)

    def records(self, key: str, wanted: frozenset[str]) -> "tuple[tuple[Record, ...], bool]":
        """The elements of an array with the wanted members only, and whether it was cut off."""
        raw = self.members.get(key, b"")
        if raw[:1] != b"[":
            return (), False
        found, text, end = _elements(raw, wanted)
        return found, _is_cut(text, end)


def read_record(path: Path) -> tuple[Record, bool]:
    """The object that a file holds, and whether the file was cut off inside it.

    Raises NotAnObjectError where the file holds no object, and TraceError where it holds more.
    """
    raw = read_bytes(path)
    if raw.lstrip()[:1] != b"{":
        raise NotAnObjectError(f"{path}: expected a JSON object")
    try:
        return Record(_members(raw)), False
    except _UNREADABLE:
        text = json_tolerant.text_of(raw)
        found, last = json_tolerant.members_at(text, 0)
        _refuse_second(path, text, last)
        return Record({key: encode(text[at:end]) for key, at, end in found}), last is None


def read_records(path: Path, wanted: frozenset[str]) -> tuple[tuple[Record, ...], bool]:
    """The elements of the array that a file holds, and whether it was cut off.

    Raises TraceError where something is behind it.
    """
    found, text, end = _elements(read_bytes(path).lstrip(), wanted)
    _refuse_second(path, text, end)
    return found, _is_cut(text, end)


def read_items(path: Path) -> tuple[Sequence[Json], bool]:
    """As `read_records`, the elements decoded."""
    found, text, end = _items(read_bytes(path).lstrip())
    _refuse_second(path, text, end)
    return found, _is_cut(text, end)


def record_of(raw: bytes) -> Record:
    """The object that a text holds; empty where it holds none."""
    try:
        return Record(_members(raw))
    except _UNREADABLE:
        pass
    try:
        found = json_tolerant.parse(raw)
    except ValueError:
        return Record({}, raw)
    return _picked(found, None)


def items_of(raw: bytes) -> tuple[Sequence[Json], bool]:
    """The elements of the array in a text, decoded, and whether the text was cut off."""
    found, text, end = _items(raw)
    return found, _is_cut(text, end)


def number_of(value: Json) -> float | None:
    """A finite number as a float; None for anything else, and for true and false."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if isfinite(number) else None


def count_of(value: Json) -> int | None:
    """A whole number; None for anything else, and for true and false."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _members(raw: bytes) -> dict[str, bytes]:
    found = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    return {key: bytes(value) for key, value in found.items()}


# What was found of an array, the text where it had to be read leniently, and the place behind the
# array's end in it; None where it was cut off.
_Found: TypeAlias = tuple[Elements, str, int | None]


def _items(raw: bytes) -> _Found[Sequence[Json]]:
    try:
        found = json_tolerant.parse(raw)
    except ValueError:
        text = json_tolerant.text_of(raw)
        items, end = json_tolerant.elements_at(text, 0, None)
        return items, text, end
    return (found if isinstance(found, list | tuple) else ()), "", None


def _elements(raw: bytes, wanted: frozenset[str]) -> _Found[tuple[Record, ...]]:
    try:
        found = msgspec.json.decode(raw, type=list[dict[str, msgspec.Raw]])
    except _UNREADABLE:
        text = json_tolerant.text_of(raw)
        values, end = json_tolerant.elements_at(text, 0, None)
        return tuple(_picked(value, wanted) for value in values), text, end
    records = (
        Record({key: bytes(value) for key, value in one.items() if key in wanted}) for one in found
    )
    return tuple(records), "", None


def _is_cut(text: str, end: int | None) -> bool:
    return bool(text) and end is None


def _refuse_second(path: Path, text: str, end: int | None) -> None:
    if end is not None and json_tolerant.goes_on(text, end):
        raise TraceError(f"{path}: {json_tolerant.SECOND}")


def _picked(value: Json, wanted: Iterable[str] | None) -> Record:
    if not isinstance(value, Mapping):
        return Record({}, encode(json_tolerant.compact(value)))
    keys = value if wanted is None else wanted
    return Record({key: encode(json_tolerant.compact(value[key])) for key in keys if key in value})


def mappings(value: Json) -> Sequence[Mapping[str, Json]]:
    """The objects in an array; empty where there is no array."""
    if not isinstance(value, list):
        return ()
    # a parser makes dicts, and asking for the abstract class is ten times as slow
    return [item for item in value if isinstance(item, dict)]


def mapping_of(value: Json) -> Mapping[str, Json]:
    """An object as it is; an empty one for anything else."""
    return value if isinstance(value, Mapping) else _NOTHING
