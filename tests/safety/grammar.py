"""What the app may write to a terminal, and what is left when that is taken out."""

import re
from typing import Final

from ckpt_tui.core.display import plain

# Mouse, focus, paste, cursor, wrap, alternate screen, synchronised frames, keyboard, pointer: what
# Textual's driver asks for itself, each only with these numbers.
MODES: Final = r"\x1b\[\?(?:7|25|1000|1003|1004|1006|1015|1016|1049|2004|2048)[hl]|\x1b\[[<>]\d*u"
MODE: Final = re.compile(MODES)
ALLOWED: Final = re.compile(
    rf"{MODES}"
    r"|\x1b\[\?2026[hl]|\x1b\[\?\d+\$p|\x1b\]22;\w+\x07"  # frames, questions, pointer
    r"|\x1b\[\d+;\d+H"  # cursor to a cell
    r"|\x1b\[[\d;]*m"  # colours
    r"|\r?\n"
)


def untamed(raw: bytes) -> list[str]:
    """Whatever steers or hides and is not of the app's own grammar; empty when all is well."""
    text = raw.decode("utf-8", "surrogateescape")
    return [piece for piece in ALLOWED.split(text) if piece and plain(piece) != piece]


def modes(raw: bytes) -> list[str]:
    """The modes that were set, in order."""
    return MODE.findall(raw.decode("utf-8", "surrogateescape"))


def drawn(raw: bytes) -> str:
    """All text that was ever drawn, each run of cells on a line of its own."""
    text = re.sub(r"\x1b\[\d+;\d+H", "\n", raw.decode("utf-8", "surrogateescape"))
    return re.sub(r"\x1b\[[\d;]*m", "", text)
