"""A moment of a run."""

from typing import Final, NamedTuple


class Position(NamedTuple):
    """A moment of a run: a step, and the call in it; a message comes before its calls (-1)."""

    step: int
    call: int


START: Final = Position(-1, -1)
