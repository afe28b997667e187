"""What keeps a check from working at all, found without any trace."""

from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache

from ckpt_tui.core import match, matching
from ckpt_tui.core.checks.base import Check


@lru_cache(maxsize=4096)
def problem_of(check: Check) -> str | None:
    """One sentence about the first field that cannot work; None where all can."""
    return next(_problems(check), None)


def _problems(check: Check) -> Iterator[str]:
    for field in fields(check):
        yield from _in_value(field.name, getattr(check, field.name))


def _in_value(name: str, value: object) -> Iterator[str]:
    if isinstance(value, Check):
        yield from _problems(value)
    elif isinstance(value, match.MATCH_TYPES):
        problem = matching.problem(value)
        if problem is not None:
            yield f"{name}: {problem}"
    elif isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType] (fields hold any tuple)
            yield from _in_value(name, item)  # pyright: ignore[reportUnknownArgumentType]
