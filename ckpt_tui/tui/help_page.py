"""A user's page as toned lines: as much of Markdown as our own pages use."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final, TypeAlias

from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.text import decode, encode
from ckpt_tui.tui.present import Tone
from ckpt_tui.tui.widgets.lines import Piece

Line: TypeAlias = Sequence[Piece]
"""Pieces of a line; the last one goes on below where it begins."""

_CODE: Final = "    "
_MARK: Final = compiled(r"^(?:- |\d+\. )")
# What explains a line of code stands behind it, two spaces away at least.
_GAP: Final = compiled(r"[^ ]  +[^ ]")
# A first cell that is wider stands on a line of its own.
_WIDEST_CELL: Final = 22
_NARROWEST: Final = 20
_BELOW: Final = 6
_BETWEEN: Final = " · "


def page_lines(text: str) -> Iterator[Line]:
    """The lines of a page, each as long as what it says."""
    for kind, lines in groupby(text.split("\n"), key=_kind):
        match kind:
            case "code":
                yield from map(_code, lines)
            case "table":
                yield from _table([_cells(line) for line in lines])
            case "heading":
                yield from ([(line.lstrip("# "), Tone.HEADING)] for line in lines)
            case _:
                yield from _paragraphs(lines)


def folded(line: Line, width: int) -> Iterator[Line]:
    """A line in parts of at most `width` characters, or of twenty where that is less."""
    *before, (text, tone) = line
    column = sum(len(str(piece)) for piece, _ in before)
    if width - column < _NARROWEST:
        yield before
        before, column = [(" " * _BELOW, Tone.PLAIN)], _BELOW
    room = max(_NARROWEST, width - column)
    first, *others = wrap(str(text), room, break_on_hyphens=False) or [""]
    yield [*before, (first, tone)]
    for other in others:
        yield [(" " * column, Tone.PLAIN), (other, tone)]


def _kind(line: str) -> str:
    if line.startswith(_CODE):
        return "code"
    return {"#": "heading", "|": "table"}.get(line[:1], "text")


def _paragraphs(lines: Iterator[str]) -> Iterator[Line]:
    """Paragraphs and list items, the lines of each joined; what is empty between them stays."""
    mark, words = "", list[str]()
    for line in lines:
        marked = _MARK.search(encode(line))
        if words and (not line or marked is not None):
            yield _paragraph(mark, words)
            mark, words = "", []
        if not line:
            yield [("", Tone.PLAIN)]
            continue
        if marked is not None:
            mark = line[: marked[1]]
        words.append(line.removeprefix(mark).strip())
    if words:
        yield _paragraph(mark, words)


def _paragraph(mark: str, words: Sequence[str]) -> Line:
    return [(mark, Tone.MUTED), (_bare(" ".join(words)), Tone.PLAIN)]


def _code(line: str) -> Line:
    """A line of code; what explains it goes on below where it begins."""
    gap = _GAP.search(encode(line))
    if gap is None:
        return [(_CODE, Tone.PLAIN), (line.removeprefix(_CODE), Tone.ACCENT)]
    place = len(decode(encode(line)[: gap[1] - 1]))
    return [(line[:place], Tone.ACCENT), (line[place:], Tone.ACCENT)]


def _cells(line: str) -> Sequence[str]:
    return [_bare(cell.strip()) for cell in line.strip("|").split("|")]


def _table(rows: Sequence[Sequence[str]]) -> Iterator[Line]:
    """The first cell in front, the others behind it."""
    head, _, *body = rows
    width = min(_WIDEST_CELL, max(len(first) for first, *_ in rows)) + 2
    for row in (head, *body):
        first, *others = row
        tone = Tone.MUTED if row is head else Tone.STRONG
        if len(first) + 2 > width:
            yield [(first, tone)]
            first = ""
        told = Tone.MUTED if row is head else Tone.PLAIN
        yield [(f"{first:<{width}}", tone), (_BETWEEN.join(others), told)]


def _bare(text: str) -> str:
    return text.replace("`", "").replace("**", "")
