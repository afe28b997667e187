"""Shell calls that differ from one already read in figures only."""

from typing import Final

_SPECIAL: Final = b"\\\"'`;&|<>()$*?[]{}~#!"
_DIGITS: Final = bytes.maketrans(b"123456789", b"000000000")


def plain_shape(arguments: bytes) -> bytes:
    """What is alike in calls of one plain command: all but the digits behind its first two words.

    `arguments` is the compact JSON of a shell call. Empty for anything but a command of words that
    stand for themselves: digits elsewhere may be part of what a shell line means.
    """
    start, mark, line = arguments.removesuffix(b'"}').partition(b'":"')
    words = line.split(b" ", 2)
    if not mark or len(words) < 3 or len(line.translate(None, _SPECIAL)) < len(line):  # noqa: PLR2004 (two and a rest)
        return b""
    return b" ".join((start, *words[:2], words[2].translate(_DIGITS)))
