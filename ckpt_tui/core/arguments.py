"""The values that calls were given at a path of their arguments, found once a trace and path."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from ckpt_tui.core.match import Every, Has, Match, NotMatch, Regex
from ckpt_tui.core.matching import find, holds, path_values, rows
from ckpt_tui.core.text import TextColumn, compact_json, decode, encode
from ckpt_tui.core.trace import Field, Json
from ckpt_tui.core.view import TraceView

# The first slices are few calls, for the first calls often decide; each has as many as those
# before it together, until there are enough to make one search of it.
_FIRST_SLICE: Final = 16
_LONGEST_SLICE: Final = 1024
_OBJECT: Final = Decoder(dict[str, Any])


class ArgumentValues(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """Every value at one path, in the order of calls.

    Attributes:
        owners: row of the call in `CallTable`; a call may own several values or none.
    """

    owners: tuple[int, ...]
    values: tuple[Json, ...]

    @cached_property
    def texts(self) -> TextColumn:
        """The values as patterns see them."""
        return TextColumn.of(encode(as_text(value)) for value in self.values)

    def fitting(self, match: Match) -> Iterator[int]:
        """The rows of the calls that were given a value that matches, each once, in order."""
        found = (
            (hit.row for hit in rows(match, self.texts))
            if _sees_text(match)
            else (place for place, value in enumerate(self.values) if holds(match, value))
        )
        last = -1
        for place in found:
            if self.owners[place] != last:
                last = self.owners[place]
                yield last


def calls_given(view: TraceView, path: str, match: Match) -> Iterator[int]:
    """The rows of the calls that were given a matching value at a path, found as asked for."""
    for calls in _slices(len(view.calls)):
        yield from _values_of(view, path, calls).fitting(match)


def _slices(count: int) -> Iterator[range]:
    first, end = 0, _FIRST_SLICE
    while first < count:
        yield range(first, min(end, count))
        first, end = end, end + min(end, _LONGEST_SLICE)


def _values_of(view: TraceView, path: str, calls: range) -> ArgumentValues:
    """The values at a path over one slice of the calls."""
    return view.kept((_values_of, path, calls), lambda: _collected(view, path, calls))


def argument_span(view: TraceView, row: int, path: str, match: Match) -> tuple[int, int]:
    """Where in `arguments_text` what matched stands, in code points; all of it in doubt."""
    text = view.column(Field.ARGUMENTS).text(row)
    values = path_values(arguments_of(view, row), path)
    value = next((it for it in values if holds(match, it)), None)
    start, end = _span_in(as_text(value), match)
    if not path:
        return (start, end) if as_text(value) == text else (0, len(text))
    spelled = compact_json(value)
    key = compact_json(path.rpartition(".")[2].partition("[")[0]) + ":"
    place = text.find(key + spelled)
    place = text.find(spelled) if place < 0 else place + len(key)
    if place < 0:
        return 0, len(text)
    if not isinstance(value, str):
        return place + start, place + end
    # JSON escapes character by character, so a prefix of the value is a prefix of its spelling.
    before, within = len(compact_json(value[:start])) - 1, len(compact_json(value[start:end])) - 2
    return place + before, place + before + within


def as_text(value: Json) -> str:
    """A value as patterns see it: a string as it is, anything else as compact JSON."""
    return value if isinstance(value, str) else compact_json(value)


def _collected(view: TraceView, path: str, calls: range) -> ArgumentValues:
    owners: list[int] = []
    values: list[Json] = []
    is_key = "." not in path and "[" not in path
    for row in calls:
        given = arguments_of(view, row)
        found = path_values(given, path) if not is_key else (given[path],) if path in given else ()
        owners.extend([row] * len(found))
        values.extend(found)
    return ArgumentValues(owners=tuple(owners), values=tuple(values))


def arguments_of(view: TraceView, row: int) -> Mapping[str, Json]:
    """What a call was given, read from the column where its text is an object's JSON."""
    try:
        return _OBJECT.decode(view.column(Field.ARGUMENTS).raw(row))
    except (DecodeError, RecursionError):
        pass
    return view.steps[view.calls.steps[row]].calls[view.calls.numbers[row]].arguments


def _sees_text(match: Match) -> bool:
    """Whether a match says the same of a value and of its text."""
    match match:
        case Regex() | Has():
            return True
        case NotMatch():
            return _sees_text(match.match)
        case Every():
            return all(_sees_text(each) for each in match.matches)
        case _:
            return False


def _span_in(text: str, match: Match) -> tuple[int, int]:
    raw = encode(text)
    span = find(match, raw) if _sees_text(match) else None
    if span is None:
        return 0, len(text)
    return len(decode(raw[: span[0]])), len(decode(raw[: span[1]]))
