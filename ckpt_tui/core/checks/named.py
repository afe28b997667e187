"""A check by its name: `{ use = "name" }` stands for what `[let.name]` says."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from ckpt_tui.core.checks.base import Check, Event, Input, checks_in
from ckpt_tui.core.checks.fields import Shape, fields_of
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView

CHECKS_LIMIT: Final = 1000
DEPTH_LIMIT: Final = 40


class Named(Check, frozen=True, kw_only=True):
    """A name with the check that it stands for.

    It is for the text and the form: what decides is written out (`written_out`), so that no kind
    and no digest knows of names.

    Attributes:
        check: as its `[let]` table says it, which may hold names again.
    """

    kind: ClassVar[str] = "use"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "the check of that name, as [let.NAME] says it"
    reads: ClassVar[frozenset[Input]] = frozenset()

    name: Annotated[str, "the name of the check"]
    check: Annotated[Check, "what the name stands for"]

    def decide(self, view: TraceView) -> Verdict:
        return self.check.decide(view)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        return self.check.events(view)


def written_out(check: Check) -> Check:
    """The check with what each name stands for in its place; itself where it holds no name."""
    if isinstance(check, Named):
        return written_out(check.check)
    changes: dict[str, object] = {}
    for spec in fields_of(type(check)):
        inner = checks_in(getattr(check, spec.name))
        plain = tuple(map(written_out, inner))
        if any(new is not old for new, old in zip(plain, inner, strict=True)):
            changes[spec.name] = plain if spec.shape is Shape.CHECKS else plain[0]
    return replace(check, **changes) if changes else check


def names_in(check: Check) -> Iterator[str]:
    """The names that a check is written with, without those that they are written with in turn."""
    if isinstance(check, Named):
        yield check.name
        return
    for child in check.children():
        yield from names_in(child)


def is_sprawling(check: Check) -> bool:
    """Whether a check, written out, is larger or deeper than a text should make it.

    Names of names double with every line. Not more than the limits is ever looked at.
    """
    found, waiting = 0, [(check, 1)]
    while waiting:
        inner, depth = waiting.pop()
        found += 1
        waiting += [(child, depth + 1) for child in inner.children()]
        if depth > DEPTH_LIMIT or found + len(waiting) > CHECKS_LIMIT:
            return True
    return False
