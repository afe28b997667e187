"""What every kind of check is: a frozen value that decides a trace, purely.

A kind is one module with one class. Its class variables name it, its fields (each annotated with
the sentence that form, schema and help show, and named as in the file where that is no name of
Python) are all that codec, JSON Schema, form and help know of it.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from ckpt_tui.core.position import Position
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView


class Input(StrEnum):
    """What a kind reads of a recording; a trace that lacks it gives `unavailable`."""

    STEPS = "steps"
    REPORT = "report"
    ENVIRONMENT = "environment"
    OUTCOME = "outcome"
    BREAKDOWN = "breakdown"
    USAGE = "usage"


class When(StrEnum):
    """Which moment decides: any, the last such event, or the state at the end of the run."""

    EVER = "ever"
    LAST = "last"
    END = "end"


class Event(Struct, frozen=True, kw_only=True):
    """Something that a check looks for, found at a moment.

    Attributes:
        shown: makes its evidence; most events of a long run are never shown.
        status: PASS, or the open status of an event that may or may not be one.
        reason: why it is open; empty for a PASS.
        until: the latest moment it may have been, where only a stretch of the run is known.
    """

    position: Position
    shown: Callable[[], tuple[Evidence, ...]] = tuple
    status: Status = Status.PASS
    reason: str = ""
    until: Position | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return self.shown()


def showing(*evidence: Evidence) -> Callable[[], tuple[Evidence, ...]]:
    """What `Event.shown` is for evidence that is there already."""
    return lambda: evidence


class Check(Struct, frozen=True, kw_only=True):
    """How one checkpoint is decided.

    Field types that codec and form understand: `str`, `int`, `float`, `bool`, a StrEnum, `Match`,
    tuples of `str` or of a StrEnum, `tuple[tuple[str, Match], ...]` (a table of paths), `Check`,
    `tuple[Check, ...]`, and each of them `| None`.

    Attributes:
        kind: the word after `kind =`.
        version: raised whenever the same fields may decide otherwise; part of the digest.
        summary: one sentence for help and the kind list.
        reads: the inputs without which it is `unavailable`.
        is_invariant: whether a top-level check of this kind is an invariant by default.
    """

    kind: ClassVar[str]
    version: ClassVar[int]
    summary: ClassVar[str]
    reads: ClassVar[frozenset[Input]]
    is_invariant: ClassVar[bool] = False

    def faults(self) -> Iterator[tuple[str, str]]:
        """The key of each of its fields that can never work as it stands, and why.

        The key is empty where no single field is to blame. A check with faults decides nothing.
        """
        yield from ()

    def decide(self, view: TraceView) -> Verdict:
        """The verdict; pure, never raises on any trace. Every kind has its own."""
        raise NotImplementedError

    def children(self) -> Iterator["Check"]:
        """The checks directly inside this one."""
        for name in self.__struct_fields__:
            value: object = getattr(self, name)
            yield from checks_in(value)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        """The moments it is met, in order; None for a check about the run as a whole."""
        del view
        return None

    def is_moot(self, view: TraceView) -> bool:
        """Whether the run holds nothing of the sort that it looks at, so that it cannot be met.

        Asked of what must not be met: that it was not then says little.
        """
        del view
        return False


def checks_in(value: object) -> tuple[Check, ...]:
    """The checks that a field holds: one, several, or none."""
    if isinstance(value, Check):
        return (value,)
    members: list[object] = [*value] if isinstance(value, tuple) else []
    return tuple(member for member in members if isinstance(member, Check))


def inner_checks(check: Check) -> Iterator[Check]:
    """Every check inside a check, outermost first, without itself."""
    for child in check.children():
        yield child
        yield from inner_checks(child)
