"""Globs over POSIX paths, as patterns."""

from functools import lru_cache

from ckpt_tui.core.pattern import Pattern, compiled
from ckpt_tui.core.text import encode


def fits_glob(pattern: str, path: str) -> bool:
    """Whether the whole path fits: `*`, `?` and `[…]` stay inside a folder, `**` crosses folders.

    `tests/**` fits everything below `tests`, `**/x` fits `x` as well. Raises PatternError for a
    set such as `[z-a]`.
    """
    return glob_pattern(pattern).search(encode(path)) is not None


@lru_cache(maxsize=256)
def glob_pattern(pattern: str) -> Pattern:
    """The glob as a pattern over whole paths; raises PatternError."""
    parts: list[str] = []
    rest = pattern
    while rest:
        part, rest = _first_part(rest)
        parts.append(part)
    return compiled(rf"(?s)\A(?:{''.join(parts)})\z")


def _first_part(glob: str) -> tuple[str, str]:
    """The first wildcard or character as a pattern, and what follows it."""
    if glob.startswith("**/"):
        return "(?:.*/)?", glob[3:]
    if glob.startswith("**"):
        return ".*", glob.lstrip("*")
    if glob[0] == "*":
        return "[^/]*", glob[1:]
    if glob[0] == "?":
        return "[^/]", glob[1:]
    # A bracket that directly follows the opening one, or its `!`, stands for itself.
    closing = glob.find("]", 3 if glob.startswith("[!") else 2) if glob[0] == "[" else -1
    if closing < 0:
        return _literal(glob[0]), glob[1:]
    return _set(glob[1:closing]), glob[closing + 1 :]


def _set(members: str) -> str:
    negated = members.startswith("!")
    spelled = "".join(
        member if member == "-" else _literal(member) for member in members[1 if negated else 0 :]
    )
    return f"[^/{spelled}]" if negated else f"[{spelled}]"


def _literal(character: str) -> str:
    return f"\\x{{{ord(character):x}}}"
