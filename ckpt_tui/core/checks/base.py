"""What every kind of check is: a frozen value that decides a trace, purely.

A kind is one module with one dataclass. Its class variables name it, its fields (with the help
that `option` attaches) are all that codec, JSON Schema, form and help know of it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from typing import ClassVar, TypeVar

from msgspec import Struct

from ckpt_tui.core.position import Position
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView

Value = TypeVar("Value")


class Input(StrEnum):
    """What a kind reads of a recording; a trace that lacks it gives `unavailable`."""

    STEPS = "steps"
    REPORT = "report"
    ENVIRONMENT = "environment"
    OUTCOME = "outcome"
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


def option(help_text: str, default: Value, *, name: str | None = None) -> Value:
    """A dataclass field of a check, with the one sentence that form, schema and help show.

    `name` is the word in the file where it cannot be the field's name (`class`, say).
    """
    found: Value = field(default=default, metadata=required(help_text, name=name))
    return found


def required(help_text: str, *, name: str | None = None) -> dict[str, str]:
    """Metadata of a field that has no default: `name: str = field(metadata=required("…"))`."""
    return {"help": help_text} if name is None else {"help": help_text, "name": name}


def plain_name(spec: Field[object]) -> str:
    """The word that stands for a field in the file."""
    name: str = spec.metadata.get("name", spec.name)
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(ABC):
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

    @abstractmethod
    def decide(self, view: TraceView) -> Verdict:
        """The verdict; pure, never raises on any trace."""

    def children(self) -> Iterator["Check"]:
        """The checks directly inside this one."""
        for spec in fields(self):
            value: object = getattr(self, spec.name)
            yield from checks_in(value)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        """The moments it is met, in order; None for a check about the run as a whole."""
        del view
        return None


def checks_in(value: object) -> tuple[Check, ...]:
    """The checks that a field holds: one, several, or none."""
    if isinstance(value, Check):
        return (value,)
    members: list[object] = [*value] if isinstance(value, tuple) else []
    return tuple(member for member in members if isinstance(member, Check))
