"""Cuts the steps of a large ATIF document apart slice by slice: no other thread waits long."""

from typing import Final, NamedTuple

import msgspec

_SLICE: Final = 1 << 20
_LONGEST_HEAD: Final = 1 << 20
_LONGEST_KEY: Final = 200
_STEPS: Final = b'"steps"'
_MANY: Final = msgspec.json.Decoder(list[msgspec.Raw])


class Slices(NamedTuple):
    """A document taken apart.

    Attributes:
        frame: the document with none but its last steps.
        last: where those begin in the whole document.
        earlier: the steps before them.
    """

    frame: bytes
    last: int
    earlier: list[msgspec.Raw]


def sliced(raw: bytes) -> Slices | None:
    """The document in slices; None where it has to be read at once.

    Every step is assumed to begin with the same key as the first. A slice that begins anywhere
    but at a step leaves the one before it unbalanced, so that a wrong guess never parses.
    """
    start = _first_step(raw)
    if start is None:
        return None
    mark = raw[start : raw.find(b":", start, start + _LONGEST_KEY) + 1]
    whole = memoryview(raw)
    earlier: list[msgspec.Raw] = []
    last = start
    while mark and (following := raw.find(mark, last + _SLICE)) >= 0:
        comma = raw.rfind(b",", last, following)
        if raw[comma + 1 : following].strip():
            return None
        try:
            earlier.extend(_MANY.decode(b"".join((b"[", whole[last:comma], b"]"))))
        except (msgspec.DecodeError, RecursionError):
            return None
        last = following
    return Slices(raw[:start] + raw[last:], last, earlier)


def _first_step(raw: bytes) -> int | None:
    """Where the first step begins, if all is written as usual."""
    at = raw.find(_STEPS, 0, _LONGEST_HEAD) + len(_STEPS)
    for sign in (b":", b"[", b"{"):
        while raw[at : at + 1].isspace():
            at += 1
        if raw[at : at + 1] != sign:
            return None
        at += 1
    return at - 1
