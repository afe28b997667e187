"""Recognises, without reading a line as shell, the calls that only look at files."""

from typing import Final

from ckpt_tui.core.pattern import compiled

# Nothing in here can redirect, substitute, chain or leave the JSON string.
_FREE: Final = r'[^"\\$`;&|<>()\n]'
_LOOK: Final = (
    rf"(?:(?:cat|head|tail|grep|ls|wc|pwd|nl|stat|du|which|diff)(?: {_FREE}*)?"
    r"|sed -n '?[0-9,$]+p'?(?: [\w./][\w./-]*)*)(?: 2>&1| 2>/dev/null)?"
)
_CALM: Final = rf'^\{{"[a-z_]+":"(?:cd /[\w./-]* && )?{_LOOK}(?: \| {_LOOK})*"\}}$'


def calm_folder(arguments: bytes) -> str | None:
    """Where a call that only looks goes by `cd` first, "" where it stays; None for other calls.

    `arguments` is the compact JSON of a shell call's arguments, as UTF-8.
    """
    if compiled(_CALM).search(arguments) is None:
        return None
    line = arguments.partition(b'":"')[2]
    return line[3 : line.index(b" && ")].decode() if line.startswith(b"cd ") else ""
