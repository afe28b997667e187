"""Where a compact JSON text breaks into lines when it is laid out for reading."""

from collections.abc import Generator, Iterator
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
                place = (yield from _in_string(text, place, looks)) - 1
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


def _in_string(
    text: str, quote: int, looks: Iterator[int]
) -> Generator[tuple[int, int], None, int]:
    """Where lines begin inside a string; returns the place behind its closing quote.

    Without one, or where `looks` runs out, that is somewhere further down.
    """
    place, end = quote + 1, _quote_from(text, quote + 1)
    for _ in looks:
        slash = text.find("\\", place, end)
        if slash < 0:
            break
        place = slash + 2
        if slash + 1 == end:
            end = _quote_from(text, place)
        elif text[slash + 1] == "n" and place != end:
            yield place, 0
    return min(end + 1, len(text))


def _quote_from(text: str, place: int) -> int:
    found = text.find('"', place)
    return len(text) if found < 0 else found
