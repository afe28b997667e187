"""The command lines of a recording's calls: few are asked for one by one, and most are all."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from ckpt_tui.adapters.readers.atif_calls import arguments_of
from ckpt_tui.adapters.readers.tools import command_line_of
from ckpt_tui.core.text import TextColumn
from ckpt_tui.core.trace import Json, ToolClass

# Calls decoded at once: no other thread waits long for so few.
_STRETCH: Final = 128
_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])


class CommandLines:
    """`ToolCall.command_line` by row, decoded a stretch at a time and kept.

    What is kept is part of the arguments, which are there as a column in any case.
    """

    def __init__(
        self, names: Sequence[str], classes: Sequence[ToolClass], arguments: TextColumn
    ) -> None:
        self._names = names
        self._classes = classes
        self._arguments = arguments
        self._stretches: dict[int, Sequence[str | None]] = {}

    def __call__(self, row: int) -> str | None:
        """The line of one call."""
        number, place = divmod(range(len(self._names))[row], _STRETCH)
        lines = self._stretches.get(number)
        if lines is None:
            lines = self._stretches[number] = self._decoded(number * _STRETCH)
        return lines[place]

    def _decoded(self, first: int) -> Sequence[str | None]:
        rows = range(first, min(first + _STRETCH, len(self._names)))
        names, classes, raw = self._names, self._classes, self._arguments.raw
        return [
            command_line_of(names[row], _given(raw(row)))
            if classes[row] is ToolClass.SHELL
            else None
            for row in rows
        ]


def _given(raw: bytes) -> Mapping[str, Json]:
    """What `arguments_of` says, sooner of an object that the strict decoder takes."""
    try:
        return _OBJECT.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return arguments_of(raw)
