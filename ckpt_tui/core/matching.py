"""What it means for a value, a text or a column of texts to match."""

from collections.abc import Iterator, Mapping, Sequence

from ckpt_tui.core.globbing import fits_glob, glob_pattern
from ckpt_tui.core.match import (
    AtLeast,
    AtMostValue,
    Equals,
    Every,
    Glob,
    Has,
    In,
    Match,
    NotMatch,
    Regex,
)
from ckpt_tui.core.pattern import Hit, PatternError, captures, compiled, has_group, place_of
from ckpt_tui.core.text import TextColumn, compact_json, decode, encode
from ckpt_tui.core.trace import Json


def holds(match: Match, value: Json) -> bool:  # noqa: PLR0911 (one return a matcher)
    """Whether a value matches; patterns see the compact JSON of what is not a string.

    Raises PatternError for a pattern that `problem` would have named.
    """
    match match:
        case Equals():
            return _is_same(match.value, value)
        case In():
            return any(_is_same(allowed, value) for allowed in match.values)
        case AtLeast():
            return (number := _number(value)) is not None and number >= match.bound
        case AtMostValue():
            return (number := _number(value)) is not None and number <= match.bound
        case NotMatch():
            return not holds(match.match, value)
        case Every():
            return all(holds(each, value) for each in match.matches)
        case Regex() | Has() | Glob():
            text = value if isinstance(value, str) else compact_json(value)
            return find(match, encode(text)) is not None


def find(match: Match, raw: bytes) -> tuple[int, int] | None:
    """The byte span of what matched in one text; the whole text where a match has no place."""
    whole = (0, len(raw))
    match match:
        case Regex():
            return compiled(match.pattern).search(raw)
        case Has():
            needle = encode(match.text)
            place = raw.find(needle)
            return None if place < 0 else (place, place + len(needle))
        case NotMatch():
            return whole if find(match.match, raw) is None else None
        case Every():
            spans = [find(each, raw) for each in match.matches]
            found = [span for span in spans if span is not None]
            if len(found) < len(spans):
                return None
            return next((span for span in found if span != whole), whole)
        case Equals() | In() | Glob() | AtLeast() | AtMostValue():
            return whole if _holds_for_text(match, raw) else None


def told(match: Match, raw: bytes) -> Iterator[tuple[int, int, bool]]:
    """The byte spans that a match points at in a text, and whether a group picked them out.

    A pattern points at what each of its matches captured; any other match at what it matched.
    """
    match match:
        case Regex():
            is_picked = has_group(match.pattern)
            yield from ((*span, is_picked) for span in captures(match.pattern, raw))
        case Every() if find(match, raw) is not None:
            # The pattern with a group, else any pattern, says best what is meant.
            best = max(match.matches, key=_pointing)
            yield from told(best, raw)
        case _:
            span = find(match, raw)
            if span is not None:
                yield (*span, False)


def _pointing(match: Match) -> int:
    return 1 + has_group(match.pattern) if isinstance(match, Regex) else isinstance(match, Has) - 1


def rows(match: Match, column: TextColumn) -> Iterator[Hit]:
    """The hit of every row that matches, in the order of rows, found as asked for."""
    match match:
        case Regex():
            return compiled(match.pattern).rows(column)
        case Has():
            return _rows_with(encode(match.text), column)
        case NotMatch():
            return _other_rows(match.match, column)
        case Every():
            return _common_rows(match.matches, column)
        case _:
            return _each_row(match, column)


def path_values(arguments: Mapping[str, Json], path: str) -> tuple[Json, ...]:
    """The values at a dotted path such as `passengers[0].last_name`.

    A key that itself holds dots or brackets is found as well, so one path may name several
    values; the longest key comes first. Arguments that could not be parsed are the path "".
    """
    return tuple(_values_in(arguments, path))


def problem(match: Match) -> str | None:
    """Why this match can never work, in one sentence; None where it can."""
    match match:
        case Regex() | Glob():
            return _pattern_problem(match)
        case In() if not match.values:
            return "`in` needs at least one value"
        case NotMatch():
            return problem(match.match)
        case Every():
            return next(filter(None, map(problem, match.matches)), None)
        case _:
            return None


def _pattern_problem(match: Regex | Glob) -> str | None:
    pattern = match.pattern
    try:
        compiled(pattern) if isinstance(match, Regex) else glob_pattern(pattern)
    except PatternError as error:
        return f"pattern {pattern!r}: {error}"
    return None


def _number(value: Json) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_same(wanted: str | float, value: Json) -> bool:
    if isinstance(wanted, bool) or isinstance(value, bool):
        return wanted is value
    return wanted == value


def _holds_for_text(match: Equals | In | Glob | AtLeast | AtMostValue, raw: bytes) -> bool:
    match match:
        case Equals():
            return isinstance(match.value, str) and encode(match.value) == raw
        case In():
            return any(isinstance(text, str) and encode(text) == raw for text in match.values)
        case Glob():
            return fits_glob(match.pattern, decode(raw))
        case AtLeast() | AtMostValue():
            return False


def _rows_with(needle: bytes, column: TextColumn) -> Iterator[Hit]:
    buffer = column.buffer
    place = place_of(needle, buffer, column.earliest(needle), len(buffer))
    column.remember(needle, None if place < 0 else place)
    while 0 <= place < len(buffer):
        row = column.row_at(place)
        start = place - column.starts[row]
        yield Hit(row, start, start + len(needle))
        place = place_of(needle, buffer, column.starts[row + 1], len(buffer))


def _other_rows(match: Match, column: TextColumn) -> Iterator[Hit]:
    row = 0
    for hit in rows(match, column):
        yield from _whole_rows(column, row, hit.row)
        row = hit.row + 1
    yield from _whole_rows(column, row, len(column))


def _whole_rows(column: TextColumn, first: int, end: int) -> Iterator[Hit]:
    for row in range(first, end):
        yield Hit(row, 0, column.starts[row + 1] - 1 - column.starts[row])


def _common_rows(matches: tuple[Match, ...], column: TextColumn) -> Iterator[Hit]:
    every = Every(matches)
    quick = next((each for each in matches if isinstance(each, Regex | Has)), None)
    if quick is None:
        yield from _each_row(every, column)
        return
    for hit in rows(quick, column):
        span = find(every, column.raw(hit.row))
        if span is not None:
            yield Hit(hit.row, *span)


def _each_row(match: Match, column: TextColumn) -> Iterator[Hit]:
    for row in range(len(column)):
        span = find(match, column.raw(row))
        if span is not None:
            yield Hit(row, *span)


def _values_in(value: Json, path: str) -> Iterator[Json]:
    if not isinstance(value, Mapping):
        return
    for end in range(len(path), -1, -1):
        if end < len(path) and path[end] not in ".[":
            continue
        if path[:end] in value:
            yield from _values_below(value[path[:end]], path[end:])


def _values_below(value: Json, path: str) -> Iterator[Json]:
    if not path:
        yield value
    elif path[0] == ".":
        yield from _values_in(value, path[1:])
    elif isinstance(value, Sequence) and not isinstance(value, str):
        index, bracket, rest = path[1:].partition("]")
        if bracket and index.isascii() and index.isdecimal() and len(index) < 10:  # noqa: PLR2004
            yield from _values_below(value[int(index)], rest) if int(index) < len(value) else ()
