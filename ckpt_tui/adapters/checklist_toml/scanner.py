"""Where the statements of a TOML text begin and end, in one pass, before anything is parsed.

`tomllib` gives no positions and has no bound on depth. The scanner follows the grammar of TOML 1.0
as far as the text is valid; of an invalid text it says something, and `tomllib` has the last word.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ckpt_tui.adapters.checklist_toml.problems import Hostile

DEPTH_LIMIT: Final = 40  # brackets inside one another, and parts of one dotted key
DIGIT_LIMIT: Final = 400  # of one number; Python refuses 4,300 without saying where

KEY, HEADER, ARRAY, COMMENT, BLANK = "key", "header", "array", "comment", "blank"


class Statement(NamedTuple):
    """One logical line: a key with its whole value, a header, a comment or nothing.

    Attributes:
        kind: KEY, HEADER (`[…]`), ARRAY (`[[…]]`), COMMENT or BLANK.
        start: offset of its first line.
        end: offset behind its last line end.
    """

    kind: str
    start: int
    end: int


def statements(text: str) -> Iterator[Statement]:
    """Every statement in order; together they are the whole text.

    Raises Hostile where brackets or dotted keys are nested deeper than `DEPTH_LIMIT`.
    """
    position, size = 0, len(text)
    while position < size:
        end = text.find("\n", position) + 1 or size
        line = text[position:end].strip(" \t\r\n")
        match line[:1]:
            case "":
                kind = BLANK
            case "#":
                kind = COMMENT
            case "[":
                kind = ARRAY if line.startswith("[[") else HEADER
                _refuse_long_keys(line, position)
            case _:
                kind = KEY
                if not _is_plain(line):
                    end = _key_end(text, position)
        yield Statement(kind, position, end)
        position = end


def string_end(text: str, start: int) -> int:
    """The offset behind the string that opens at `start`; the text's end where it never closes."""
    quote = text[start]
    fence = quote * 3 if text.startswith(quote * 3, start) else quote
    close = _fence(text, start + len(fence), fence)
    if close < 0:
        return len(text)
    if len(fence) == 1:
        line_end = text.find("\n", start, close)
        return close + 1 if line_end < 0 else line_end
    end = close + 3
    # Up to two quotes may stand directly before the three that close.
    while end < close + 5 and text.startswith(quote, end):
        end += 1
    return end


def _fence(text: str, position: int, fence: str) -> int:
    """The offset of the fence that closes a string, escapes skipped; -1 where there is none."""
    close = text.find(fence, position)
    while close >= 0 and fence[0] == '"':
        escape = text.find("\\", position, close)
        if escape < 0:
            break
        position = escape + 2
        if position > close:
            close = text.find(fence, position)
    return close


def _is_plain(line: str) -> bool:
    """Whether a key with its value surely ends with its first line."""
    return not (
        "[" in line
        or "{" in line
        or '"""' in line
        or "'''" in line
        or line.count(".") > DEPTH_LIMIT
        or len(line) > DIGIT_LIMIT
    )


def _key_end(text: str, start: int) -> int:
    """The offset behind the last line of the key that begins at `start`."""
    depth, position, size = 0, start, len(text)
    while position < size:
        end = text.find("\n", position) + 1 or size
        outside = _outside_strings(text[position:end])
        if outside is None:
            return _key_end_by_character(text, start)
        opened = outside.count("[") + outside.count("{")
        if depth + opened > DEPTH_LIMIT or outside.count(".") >= DEPTH_LIMIT:
            return _key_end_by_character(text, start)
        depth += opened - outside.count("]") - outside.count("}")
        if depth <= 0:
            return end
        position = end
    return size


def _outside_strings(line: str) -> str | None:
    """A line without its strings and comment; None where it takes more care to tell them."""
    quote = '"' if '"' in line else "'"
    if len(line) > DIGIT_LIMIT or '"""' in line or "'''" in line:
        return None
    if quote == '"' and ("'" in line or "\\" in line):
        return None
    pieces = line.split(quote)
    outside = ""
    for piece in pieces[::2]:
        before, sign, _ = piece.partition("#")
        outside += before
        if sign:
            return outside
    return outside if len(pieces) % 2 else None


def _key_end_by_character(text: str, position: int) -> int:
    depth = dots = digits = 0
    size = len(text)
    while position < size:
        char = text[position]
        match char:
            case '"' | "'":
                position = string_end(text, position)
                continue
            case "#":
                position = text.find("\n", position)
                if position < 0:
                    return size
                continue
            case "\n" if depth <= 0:
                return position + 1
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
            case _:
                pass
        dots = 0 if char in ",={}\n" else dots + (char == ".")
        digits = digits + 1 if char.isdigit() or char == "_" else 0
        _refuse_excess(position, depth=depth, dots=dots, digits=digits)
        position += 1
    return size


def _refuse_excess(position: int, *, depth: int, dots: int, digits: int) -> None:
    if depth > DEPTH_LIMIT:
        raise Hostile(f"brackets are nested more than {DEPTH_LIMIT} deep", offset=position)
    if dots >= DEPTH_LIMIT:
        raise Hostile(f"a dotted key has more than {DEPTH_LIMIT} parts", offset=position)
    if digits > DIGIT_LIMIT:
        raise Hostile(f"a number has more than {DIGIT_LIMIT} digits", offset=position)


def _refuse_long_keys(line: str, offset: int) -> None:
    if line.count(".") >= DEPTH_LIMIT:
        raise Hostile(f"a table's name has more than {DEPTH_LIMIT} parts", offset=offset)
