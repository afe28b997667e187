"""Where something stands in a checklist file."""

from typing import TypeAlias

FieldPath: TypeAlias = tuple[str | int, ...]
"""Keys, and positions in lists, from the outside in."""


def dotted(path: FieldPath) -> str:
    """A path as a user would write it: `check.checks[1].path`; "" for the empty path."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")
