"""Text to plain tables: `tomllib` behind guards, each block on its own so that it can be kept."""

import tomllib
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

from ckpt_tui.adapters.checklist_toml.layout import WORD, Layout
from ckpt_tui.adapters.checklist_toml.plain import Table, are_tables
from ckpt_tui.adapters.checklist_toml.problems import Hostile, Problem

SIZE_LIMIT: Final = 2_000_000  # bytes of UTF-8


def guard(text: str) -> None:
    """Refuse what no parser should see; raises Hostile."""
    if text.startswith("\ufeff"):
        raise Hostile("the file begins with a byte order mark; save it as UTF-8 without one")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise Hostile("a lone surrogate is no text in UTF-8", offset=error.start) from None
    if size > SIZE_LIMIT:
        raise Hostile(f"the file has {size:,} bytes; a checklist may have {SIZE_LIMIT:,}")
    if (nul := text.find("\0")) >= 0:
        raise Hostile("a NUL character is not allowed in TOML", offset=nul)


def top_table(pieces: Layout) -> Table:
    """Everything but the checkpoints; raises ValueError where the text is no TOML."""
    return _loaded(pieces.top)


def block_table(block: str) -> Table:
    """The keys of one checkpoint; raises ValueError where the text is no TOML."""
    found = _loaded(block)[WORD]
    if not are_tables(found):
        raise TypeError(block)
    return found[0]


def syntax_problem(text: str) -> Problem | None:
    """Why `tomllib` refuses a whole text, with the place; None where it does not."""
    try:
        tomllib.loads(text, parse_float=_decimal)
    except ValueError as error:
        return _located(text, str(error))
    return None


@lru_cache(maxsize=1024)
def _loaded(text: str) -> Table:
    return tomllib.loads(text, parse_float=_decimal)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("Infinity")


def _located(text: str, message: str) -> Problem:
    """`tomllib` ends its messages with `(at line 5, column 3)` or `(at end of document)`."""
    reason, _, place = message.rpartition(" (at ")
    if not reason:
        return Problem(f"not TOML: {message}")
    reason = f"not TOML: {reason[:1].lower()}{reason[1:]}"
    words = place.rstrip(")").replace(",", "").split()
    if words[:1] != ["line"]:
        return Problem(f"{reason} at the end of the file", offset=len(text))
    line, column = int(words[1]), int(words[3])
    offset = 0
    for _ in range(line - 1):
        offset = text.index("\n", offset) + 1
    return Problem(reason, offset=offset + column - 1)
