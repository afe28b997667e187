"""JSON as it is found: strict and fast where it can be, lenient where it must be."""

import json
from typing import Final

import msgspec

from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json

# Python refuses to convert longer digit strings; no recording means such a number.
_MOST_DIGITS: Final = 4000
_BLANKS: Final = " \t\r\n"
# Commas, byte order marks and record separators are left by those who join files.
_BETWEEN: Final = _BLANKS + ",\ufeff\x1e"
SECOND: Final = "a second document follows the first; give each a file of its own"
# As deep as reports are indented; more is skipped piece by piece.
_AT_ONCE: Final = 64


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


_LENIENT: Final = json.JSONDecoder(parse_int=_integer, strict=False)


def text_of(raw: bytes) -> str:
    """UTF-8 as text; lone surrogates stay, what else is no UTF-8 becomes U+FFFD."""
    try:
        return raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "replace")


def parse(raw: bytes) -> Json:
    """Parse a whole document; raises ValueError.

    Accepted beyond the standard: NaN and Infinity, lone surrogates, control characters in
    strings, bytes that are no UTF-8. Of a key given twice, the last value counts.
    """
    try:
        found: Json = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        found, end = parse_at(text_of(raw), 0)
        if text_of(raw)[end:].strip(_BLANKS):
            raise ValueError("text follows the end of the document") from None
    return found


def parse_at(text: str, start: int) -> tuple[Json, int]:
    """The value that begins at an offset, blanks skipped, and where it ends; raises ValueError."""
    try:
        found, end = _LENIENT.raw_decode(text, _skip(text, start))
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return found, end


def elements_at(text: str, start: int, limit: int | None) -> tuple[list[Json], int | None]:
    """The elements of the array that begins at an offset, and the offset after its end.

    At most `limit` elements; the offset is None where the text stops, or the limit is reached,
    inside the array.
    """
    placed, end = placed_elements_at(text, start, limit)
    return [element for element, _, _ in placed], end


def placed_elements_at(
    text: str, start: int, limit: int | None
) -> tuple[list[tuple[Json, int, int]], int | None]:
    """As `elements_at`, each element with its begin and end."""
    found: list[tuple[Json, int, int]] = []
    at = _skip(text, start) + 1
    while limit is None or len(found) < limit:
        begin = _skip(text, at)
        if text[begin : begin + 1] == "]":
            return found, begin + 1
        try:
            element, end = parse_at(text, begin)
        except ValueError:
            return found, None
        at = _skip(text, end)
        follows = text[at : at + 1]
        # A number at the very end may be a part of a longer one.
        if follows not in {",", "]"} and (follows or isinstance(element, int | float)):
            return found, None
        found.append((element, begin, end))
        at += follows == ","
    return found, None


def members_at(text: str, start: int) -> tuple[list[tuple[str, int, int | None]], int | None]:
    """The members of the object that begins at an offset: key, begin and end of the value.

    The end is None for the value in which the text stops, and then nothing follows it. The offset
    after the object's end comes with them; it is None where the text stops inside.
    """
    found: list[tuple[str, int, int | None]] = []
    at = _skip(text, start) + 1
    while True:
        at = _skip(text, at)
        if text[at : at + 1] == "}":
            return found, at + 1
        try:
            key, at = parse_at(text, at)
        except ValueError:
            return found, None
        at = _skip(text, at)
        if not isinstance(key, str) or text[at : at + 1] != ":":
            return found, None
        begin = _skip(text, at + 1)
        try:
            _, end = parse_at(text, begin)
        except ValueError:
            return [*found, (key, begin, None)], None
        found.append((key, begin, end))
        at = _skip(text, end)
        if text[at : at + 1] not in {",", "}"}:
            return found, None
        at += text[at] == ","


def goes_on(text: str, end: int) -> bool:
    """Whether behind the end of a document another one begins, whatever stands between them."""
    rest = (line.lstrip(_BETWEEN) for line in text[end:].splitlines())
    return any(line.startswith(("{", "[")) for line in rest)


def _skip(text: str, at: int) -> int:
    while piece := text[at : at + _AT_ONCE]:
        rest = piece.lstrip(_BLANKS)
        at += len(piece) - len(rest)
        if rest:
            break
    return at


def compact(value: Json) -> str:
    """One line of JSON without blanks, characters outside ASCII as they are."""
    try:
        return msgspec.json.encode(value).decode()
    except (UnicodeEncodeError, RecursionError, OverflowError):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def is_plain(raw: bytes) -> bool:
    """Whether no character of it is spelled in a way that `compact` would not choose."""
    return raw.isascii() and b"\\u" not in raw and b"\\/" not in raw


def compact_raw(raw: bytes) -> bytes:
    """The bytes of `compact(parse(raw))`, without parsing where that can be seen to be equal.

    Raises ValueError where it is not JSON.
    """
    if is_plain(raw):
        try:
            return msgspec.json.format(raw, indent=-1)
        except (msgspec.DecodeError, RecursionError):
            pass
    return encode(compact(parse(raw)))
