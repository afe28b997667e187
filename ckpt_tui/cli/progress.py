"""A counting line on stderr for work that takes over a second."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, TypeVar

from ckpt_tui.core.display import plain

Item = TypeVar("Item")

_PATIENCE_SECONDS: Final = 1.0
_ERASE: Final = "\r\x1b[K"


def counted(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """The items, with `what 3/120` shown meanwhile; nothing when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    begin = monotonic()
    is_shown = False
    for number, item in enumerate(items, start=1):
        if is_shown:
            sys.stderr.write(_ERASE)
        is_shown = monotonic() - begin > _PATIENCE_SECONDS and number < total
        yield item
        if is_shown:
            sys.stderr.write(f"{plain(what)} {number + 1}/{total}")
            sys.stderr.flush()
