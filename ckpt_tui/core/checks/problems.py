"""What keeps a check from working at all, found without any trace."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ckpt_tui.core.checks.base import Check, checks_in
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.field_path import FieldPath, dotted
from ckpt_tui.core.match import MATCH_TYPES
from ckpt_tui.core.matching import problem


@lru_cache(maxsize=4096)
def problem_of(check: Check) -> str | None:
    """A phrase about the first field that cannot work; None where all can."""
    found = next(unworkable(check), None)
    if found is None:
        return None
    path, reason = found
    return f"{dotted(path)}: {reason}" if path else reason


def unworkable(check: Check, path: FieldPath = ()) -> Iterator[tuple[FieldPath, str]]:
    """The place of each field that can never work (a pattern that RE2 refuses, say), and why.

    The place is that of the check where no single field is to blame.

    What a name stands for is looked at where it is named.
    """
    if isinstance(check, Named):
        return
    for key, reason in check.faults():
        yield (*path, key) if key else path, reason
    for spec in fields_of(type(check)):
        value, here = getattr(check, spec.name), (*path, spec.key)
        match spec.shape:
            case Shape.CHECK:
                inner = ((here, child) for child in checks_in(value))
            case Shape.CHECKS:
                inner = (((*here, place), child) for place, child in enumerate(checks_in(value)))
            case _:
                inner = ()
                yield from _in_matchers(spec, value, here)
        for place, child in inner:
            yield from unworkable(child, place)


def _in_matchers(
    spec: FieldSpec,
    value: Any,  # noqa: ANN401 (any field)
    here: FieldPath,
) -> Iterator[tuple[FieldPath, str]]:
    match spec.shape:
        case Shape.MATCHES:
            for name, matcher in value:
                yield from _in_matcher(matcher, (*here, name))
        case Shape.WORDS:
            for place, matcher in enumerate(value):
                yield from _in_matcher(matcher, (*here, place))
        case _:
            yield from _in_matcher(value, here)


def _in_matcher(value: object, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    reason = problem(value) if isinstance(value, MATCH_TYPES) else None
    if reason is not None:
        yield path, reason
