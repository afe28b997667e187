"""The matchers and the checks inside a check, with the fields and the sense they stand in."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ckpt_tui.core.checks.base import Check, checks_in
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of
from ckpt_tui.core.checks.logic import Not
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.match import MATCH_TYPES, Every, Match, NotMatch


class Place(Struct, frozen=True):
    """A matcher where it stands: the check that holds it, and the field's key."""

    check: Check
    field: str
    match: Match


def matchers(check: Check) -> Iterator[Place]:
    """The matchers of a check and of those inside it; what `not` and a table hold, each alone."""
    for spec in fields_of(type(check)):
        value = getattr(check, spec.name)
        for child in checks_in(value):
            yield from matchers(child)
        for key, match in _held(spec, value):
            yield from _single(check, key, match)


def _held(spec: FieldSpec, value: Any) -> Iterator[tuple[str, Match]]:  # noqa: ANN401 (any field)
    match spec.shape:
        case Shape.MATCHES:
            yield from ((f"{spec.key}.{name}", match) for name, match in value)
        case Shape.WORDS:
            yield from ((spec.key, match) for match in value)
        case _ if isinstance(value, MATCH_TYPES):
            yield spec.key, value
        case _:
            pass


def _single(check: Check, key: str, match: Match) -> Iterator[Place]:
    yield Place(check, key, match)
    match match:
        case NotMatch():
            yield from _single(check, key, match.match)
        case Every():
            for each in match.matches:
                yield from _single(check, key, each)
        case _:
            pass


def wanted(check: Check) -> Iterator[Check]:
    """A check and those inside it that have to be met, without what must not happen."""
    yield check
    if not isinstance(check, Not | Never):
        for child in check.children():
            yield from wanted(child)
