"""Safe text made into the segments and strips that the line API draws."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from rich.style import Style

from ckpt_tui.core.display import SafeText, sanitised

ELLIPSIS = "…"


class Mark(NamedTuple):
    """A span of `SafeText.plain` that is drawn in a style of its own."""

    start: int
    end: int
    style: Style


def segments(
    text: SafeText, style: Style, token: Style, marks: Iterable[Mark] = ()
) -> list[Segment]:
    """The text in `style`, its tokens in `token` on top, and the marks on top of both.

    Later marks lie over earlier ones.
    """
    runs, laid = _token_runs(text), list(marks)
    if not runs and not laid:
        return [Segment(text.plain, style)] if text.plain else []
    length = len(text.plain)
    edges = {edge for layer in (*runs, *laid) for edge in layer[:2]}
    cuts = sorted({0, length, *(edge for edge in edges if 0 < edge < length)})
    pieces: list[Segment] = []
    for start, end in pairwise(cuts):
        place = bisect_right(runs, (start, length)) - 1
        is_token = place >= 0 and start < runs[place][1]
        covering = [mark.style for mark in laid if mark.start <= start and end <= mark.end]
        own = style + token if is_token else style
        pieces.append(Segment(text.plain[start:end], Style.combine([own, *covering])))
    return pieces


def _token_runs(text: SafeText) -> list[tuple[int, int]]:
    """Spans of the marked tokens, those without text between them as one."""
    runs: list[tuple[int, int]] = []
    for found in text.tokens:
        if not found.is_marked:
            continue
        if runs and runs[-1][1] == found.start:
            runs[-1] = (runs[-1][0], found.end)
        else:
            runs.append((found.start, found.end))
    return runs


def fitted(text: str, width: int) -> SafeText:
    """One line of raw text within `width` cells, cut with an ellipsis where it is longer.

    Only as much of the text as can be seen is looked at; of a cut text, offsets count as far as
    the ellipsis.
    """
    if len(text) <= width and text.isascii() and text.isprintable():
        return SafeText(text)
    if width <= 0:
        return SafeText("")
    safe = sanitised(text[: width + 1])
    if len(text) <= width + 1 and cell_len(safe.plain) <= width:
        return safe
    kept = chop_cells(safe.plain, width - 1)[0] if width > 1 else ""
    tokens = (
        found._replace(end=min(found.end, len(kept)))
        for found in safe.tokens
        if found.start < len(kept)
    )
    return SafeText(kept + ELLIPSIS, tuple(tokens))


def padded(pieces: Sequence[Segment], width: int, style: Style) -> list[Segment]:
    """The segments cut or filled with blanks to exactly `width` cells.

    Neighbours of one style become one segment, so that the terminal is told of it once.
    """
    joined: list[Segment] = []
    text, last, room = "", style, width
    for piece, its_own, _ in pieces:
        is_one_each = piece.isascii() and piece.isprintable()
        room -= len(piece) if is_one_each else cell_len(piece)
        own = its_own or style
        if not piece or own is last or own == last:
            text += piece
            continue
        if text:
            joined.append(Segment(text, last))
        text, last = piece, own
    if room > 0 and last == style:
        text += " " * room
    if text:
        joined.append(Segment(text, last))
    if room > 0 and last != style:
        joined.append(Segment(" " * room, style))
    if room < 0:
        # What takes no cell stays or goes with the piece that it stands in.
        return padded(Segment.adjust_line_length(list(pieces), width), width, style)
    return joined
