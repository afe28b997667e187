"""Where a compact JSON text breaks into lines when it is laid out for reading."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.tui.folding import Blocks, line_blocks

# Longer texts are shown as they are: laying them out would hold up the frame.
LAID_OUT_MAX: Final = 262_144

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
    if len(text) > LAID_OUT_MAX:
        return line_blocks(text)
    return Blocks.of(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int, int]]:
    depth = start = 0
    indent = 0
    for place, opens in _breaks(text):
        if place > start:
            yield start, place, indent
        depth = max(0, depth + opens)
        start = place
        indent = min(_INDENT * depth, _INDENT_MAX)
    if start < len(text):
        yield start, len(text), indent


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """Places where a new line begins, and by how much it is deeper than the one before."""
    place = 0
    while place < len(text):
        match text[place]:
            case '"':
                end = _string_end(text, place)
                yield from ((line, 0) for line in _line_starts(text, place, end))
                place = end - 1
            case "{" | "[" if text[place + 1 : place + 2] in {"}", "]"}:
                place += 1
            case "{" | "[":
                yield place + 1, 1
            case "}" | "]":
                yield place, -1
            case ",":
                yield place + 1, 0
            case "\n":
                yield place + 1, 0
            case _:
                pass
        place += 1


def _string_end(text: str, quote: int) -> int:
    """The place behind the closing quote; the text's end where there is none."""
    place = quote + 1
    while (end := text.find('"', place)) >= 0:
        backslashes = end - len(text[place:end].rstrip("\\")) - place
        if backslashes % 2 == 0:
            return end + 1
        place = end + 1
    return len(text)


def _line_starts(text: str, start: int, end: int) -> Iterator[int]:
    place = text.find("\\", start, end)
    while place >= 0:
        if text[place + 1 : place + 2] == "n" and place + 2 < end - 1:
            yield place + 2
        place = text.find("\\", place + 2, end)
