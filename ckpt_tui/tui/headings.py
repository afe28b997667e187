"""Names shortened to headings of a few short lines that still differ where the names do."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len, chop_cells

from ckpt_tui.tui.text import ELLIPSIS

# A line may break behind any of these.
_BREAKS: Final = " -_/"

Heading = tuple[str, ...]
"""The lines of one name."""


def height_of(names: Sequence[str], width: int, most: int) -> int:
    """How many lines of `width` cells show every name whole; `most` where more would be needed."""
    return max([1, *(len(wrapped(name, width, most)) for name in names)])


def longest_word(names: Sequence[str]) -> int:
    """The width of the longest piece that no line has to break, in cells."""
    return max((cell_len(word.rstrip()) for name in names for word in _words(name)), default=0)


def headings(names: Sequence[str], width: int, height: int) -> Sequence[Heading]:
    """At most `height` lines of `width` cells for each name, which differ where the names do.

    A name that has no room loses its end; where others begin alike, what they have in common. Where
    even that leaves two alike, they are numbered, for which `width` has to hold `#` and the number.
    """
    starts = [0] * len(names)
    shown = [wrapped(name, width, height) for name in names]
    while True:
        moved = False
        for group in _alike(shown, names):
            start = _common([names[place] for place in group])
            for place in group:
                if start > starts[place]:
                    starts[place], moved = start, True
                    shown[place] = _from(names[place], start, width, height)
        if not moved:
            return _numbered(shown, names, width, height)


def wrapped(name: str, width: int, height: int) -> Heading:
    """A name broken into lines between words, or anywhere where that saves its end."""
    longest = (width + 1) * height
    near = name[: longest + 1]
    chopped = [line.strip() for line in chop_cells(near, width)]
    for lines in ([*_lines(near, width)], chopped):
        if len(name) <= longest and len(lines) <= height:
            return tuple(lines)
    last = "".join(chop_cells(chopped[height - 1], max(1, width - 1))[:1]) if width > 1 else ""
    return (*chopped[: height - 1], f"{last.rstrip()}{ELLIPSIS}")


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in _words(text):
        if line and cell_len(f"{line}{word}".rstrip()) > width:
            yield line.rstrip()
            line = ""
        bare = word.rstrip()
        *full, last = chop_cells(f"{line}{bare}", width) or [line]
        yield from full
        line = f"{last}{word[len(bare) :]}"
    if line.strip():
        yield line.rstrip()


def _words(text: str) -> Iterator[str]:
    """The text in pieces, each up to where a line may break."""
    start = 0
    for place, letter in enumerate(text, 1):
        if letter in _BREAKS:
            yield text[start:place]
            start = place
    yield text[start:]


def _from(name: str, start: int, width: int, height: int) -> Heading:
    """A name without its beginning; with all of its end, where there is room for more than that."""
    tail = name[start:]
    spare = width * height - 1 - cell_len(tail[: width * height])
    if spare <= 0:
        return wrapped(f"{ELLIPSIS}{tail}", width, height)
    return wrapped(f"{ELLIPSIS}{name[max(0, start - spare) :]}", width, height)


def _alike(shown: Sequence[Heading], names: Sequence[str]) -> Iterator[Sequence[int]]:
    """Places of different names that look alike."""
    groups: dict[Heading, list[int]] = {}
    for place, lines in enumerate(shown):
        groups.setdefault(lines, []).append(place)
    for group in groups.values():
        if len({names[place] for place in group}) > 1:
            yield group


def _common(names: Sequence[str]) -> int:
    """How many letters all begin with, and each goes on behind."""
    first, last = min(names), max(names)
    ends = min(map(len, names)) - 1
    return next((n for n in range(ends) if first[n] != last[n]), max(0, ends))


def _numbered(
    shown: Sequence[Heading], names: Sequence[str], width: int, height: int
) -> Sequence[Heading]:
    found = list(shown)
    while groups := list(_alike(found, names)):
        for place in (place for group in groups for place in group):
            number = f"#{place + 1}"
            room = max(0, width - len(number))
            above = wrapped(names[place], width, height)[: height - 1]
            beside = "".join(chop_cells(names[place], room)[:1]) if room and height == 1 else ""
            found[place] = (*above, f"{beside}{number}")
        if found == shown:
            break
        shown = list(found)
    return found
