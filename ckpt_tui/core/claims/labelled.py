"""Numbers that tools printed behind a label, one a line: `Skipped: 12`."""

from collections.abc import Iterator, Sequence
from typing import Final

from ckpt_tui.core.claims.evidence import shown
from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.figures import number_of
from ckpt_tui.core.text import decode
from ckpt_tui.core.trace import Field
from ckpt_tui.core.view import TraceView

Label = frozenset[str]
_LONGEST: Final = 80
_MOST: Final = 2_000_000
_WORDS: Final = 5
# Labels under which every program prints something else.
_COMMON: Final = frozenset(
    map(
        stem,
        vocabulary(
            """
            result results step time date version id port line status code score price value size
            page item items length width height year month day hour minute second exit batch epoch
            rank index level seed error errors warning warnings failed failures passed tests
            """
        ),
    )
)
_EMPTY: Final = vocabulary("total count number of the in all a an were was is are and so far")


def label_of(words: Sequence[str]) -> Label:
    """What a label says, whatever the order and the endings; empty where it says too little."""
    told = frozenset(stem(word) for word in words if word not in _EMPTY and word.isalpha())
    return Label() if told <= _COMMON else told


def printed(view: TraceView, label: Label, before: int) -> frozenset[str]:
    """The numbers that stood behind a label before a step."""
    found = view.kept(printed, lambda: _printed(view))
    return frozenset(number for step, number in found.get(label, ()) if step < before)


def _printed(view: TraceView) -> dict[Label, list[tuple[int, str]]]:
    found: dict[Label, list[tuple[int, str]]] = {}
    read = 0
    for source in shown(view).sources:
        raw = view.column(source.field).raw(source.row)
        read += len(raw)
        if source.field is not Field.RESULT or read > _MOST:
            continue
        for label, number in _lines(raw):
            found.setdefault(label, []).append((source.step, number))
    return found


def _lines(raw: bytes) -> Iterator[tuple[Label, str]]:
    for line in raw.split(b"\n"):
        if len(line) > _LONGEST or not (b":" in line or b"=" in line):
            continue
        name, _, rest = decode(line).replace("=", ":").partition(":")
        number, words = number_of(rest.strip()), name.strip(" \t-*#>").lower().split()
        label = label_of(words) if number and len(words) <= _WORDS else Label()
        if number and label:
            yield label, number
