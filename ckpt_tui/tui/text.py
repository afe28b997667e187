"""Safe text made into the segments and strips that the line API draws."""

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
    layers = [Mark(found.start, found.end, token) for found in text.tokens if found.is_marked]
    layers += marks
    if not layers:
        return [Segment(text.plain, style)] if text.plain else []
    ends = {0, len(text.plain)}
    for layer in layers:
        ends.update((layer.start, layer.end))
    cuts = sorted(end for end in ends if 0 <= end <= len(text.plain))
    return [
        Segment(text.plain[start:end], _layered(style, layers, start, end))
        for start, end in pairwise(cuts)
    ]


def fitted(text: str, width: int) -> SafeText:
    """One line of raw text within `width` cells, cut with an ellipsis where it is longer.

    Only as much of the text as can be seen is looked at; of a cut text, offsets count as far as
    the ellipsis.
    """
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
    """The segments cut or filled with blanks to exactly `width` cells."""
    return Segment.adjust_line_length(list(pieces), width, style)


def _layered(style: Style, layers: Sequence[Mark], start: int, end: int) -> Style:
    for layer in layers:
        if layer.start <= start and end <= layer.end:
            style += layer.style
    return style
