"""Where a compact JSON text breaks into lines when it is laid out for reading."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.tui.folding import Blocks, line_blocks

# How many signs are looked at, each for a microsecond: the frame waits for it. What follows the
# last of them is shown as it is.
_LOOKS: Final = 4_000

_ONE_LINE: Final = 60
_INDENT: Final = 2
_INDENT_MAX: Final = 24


def json_blocks(text: str) -> Blocks:
    r"""A block for every key, element and bracket, and for every line inside a string.

    No character is added: a line inside a string ends behind its `\n`. Text that is not JSON
    falls into blocks somehow, all of it shown.
    """
    if len(text) <= _ONE_LINE and "\\n" not in text:
        return line_blocks(text)
    return Blocks.of(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int, int]]:
    depth = start = 0
    indent = 0
    for place, opens in _breaks(text, iter(range(_LOOKS))):
        if place > start:
            yield start, place, indent
        depth = max(0, depth + opens)
        start = place
        indent = min(_INDENT * depth, _INDENT_MAX)
    if start < len(text):
        yield start, len(text), indent


def _breaks(text: str, looks: Iterator[int]) -> Iterator[tuple[int, int]]:
    """Places where a new line begins, and by how much it is deeper than the one before.

    `looks` runs out when enough was looked at.
    """
    place = 0
    for _ in looks:
        match text[place : place + 1]:
            case "":
                return
            case '"':
                end = _string_end(text, place, looks)
                yield from ((line, 0) for line in _line_starts(text, place, end, looks))
                place = end - 1
            case "{" | "[" if text[place + 1 : place + 2] in {"}", "]"}:
                place += 1
            case "{" | "[":
                yield place + 1, 1
            case "}" | "]":
                yield place, -1
            case "," | "\n":
                yield place + 1, 0
            case _:
                pass
        place += 1


def _string_end(text: str, quote: int, looks: Iterator[int]) -> int:
    """The place behind the closing quote; the text's end where there is none, or it is too far."""
    place = quote + 1
    for _ in looks:
        end = text.find('"', place)
        if end < 0:
            break
        backslashes = end - len(text[place:end].rstrip("\\")) - place
        if backslashes % 2 == 0:
            return end + 1
        place = end + 1
    return len(text)


def _line_starts(text: str, start: int, end: int, looks: Iterator[int]) -> Iterator[int]:
    place = start
    for _ in looks:
        place = text.find("\\", place, end)
        if place < 0:
            return
        if text[place + 1 : place + 2] == "n" and place + 2 < end - 1:
            yield place + 2
        place += 2
