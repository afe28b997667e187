"""A check by its name: `{ use = "name" }` stands for what `[let.name]` says."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final, NamedTuple

from msgspec.structs import replace

from ckpt_tui.core.checks.base import Check, Event, Input, checks_in
from ckpt_tui.core.checks.fields import Shape, fields_of
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView

CHECKS_LIMIT: Final = 1000
DEPTH_LIMIT: Final = 40
LIST_LIMIT: Final = 20_000


class Extent(NamedTuple):
    """How many checks there are in one, itself included, and how many inside one another.

    A name is a level of its own.
    """

    checks: int
    depth: int

    @property
    def is_sprawling(self) -> bool:
        """Whether it is larger than names should make it: they double with every line."""
        return self.checks > CHECKS_LIMIT or self.depth > DEPTH_LIMIT


class Named(Check, frozen=True, kw_only=True):
    """A name with the check that it stands for.

    It is for the text and the form: what decides is written out (`written_out`), so that no kind
    and no digest knows of names.

    Attributes:
        check: as its `[let]` table says it, which may hold names again.
        plain: the same written out, once for all who use the name.
    """

    kind: ClassVar[str] = "use"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "the check of that name, as [let.NAME] says it"
    reads: ClassVar[frozenset[Input]] = frozenset()

    name: Annotated[str, "the name of the check"]
    check: Annotated[Check, "what the name stands for"]
    plain: Annotated[Check, "what the name stands for, written out"]

    def decide(self, view: TraceView) -> Verdict:
        return self.plain.decide(view)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        return self.plain.events(view)

    def children(self) -> Iterator[Check]:
        yield self.check


def named(name: str, check: Check) -> Named:
    """A name for a check that is given as it is written."""
    return Named(name=name, check=check, plain=written_out(check))


def written_out(check: Check) -> Check:
    """The check with what each name stands for in its place; itself where it holds no name."""
    if isinstance(check, Named):
        return check.plain
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


def extent(check: Check, of_names: Mapping[str, Extent]) -> Extent:
    """How large a check is when written out, without writing it out."""
    if isinstance(check, Named):
        found = of_names[check.name]
        return found._replace(depth=found.depth + 1)
    inner = [extent(child, of_names) for child in check.children()]
    return Extent(
        1 + sum(each.checks for each in inner), 1 + max((each.depth for each in inner), default=0)
    )
