"""One changed run, and whether a checkpoint noticed."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from ckpt_tui.core.verdict import Status, Verdict


class Mutation(StrEnum):
    """How a run was changed."""

    CUT = "cut"
    DROP = "drop"
    REORDER = "reorder"
    REPLACE = "replace"
    EMPTY = "empty"
    ECHO = "echo"
    FABRICATE = "fabricate"
    INSERT = "insert"


class Tried(Struct, frozen=True, kw_only=True):
    """A changed run that a checkpoint should not pass.

    Attributes:
        step: of the recorded run, where it was changed; None where that is no single step.
        is_killed: whether the checkpoint no longer passes.
        detail: what it says of a checkpoint that still passes: a clause to follow "it".
    """

    mutation: Mutation
    step: int | None
    is_killed: bool
    detail: str


class Survivor(Struct, frozen=True, kw_only=True):
    """Changed runs of one kind that a checkpoint still passes.

    Attributes:
        run: the first of the runs that were changed, by its label.
        step: as in `Tried`, of that run.
        number: how many such mutants.
    """

    mutation: Mutation
    run: str
    step: int | None
    detail: str
    number: int


class Unchanged(Struct, frozen=True, kw_only=True):
    """A run that was scored only, by its label.

    Attributes:
        checkpoints: what it was to be changed for; none where others are changed instead.
        reason: why, a clause.
    """

    run: str
    checkpoints: tuple[str, ...]
    reason: str


class Tally(Struct, frozen=True, kw_only=True):
    """How many of a checkpoint's mutants it noticed.

    Attributes:
        applicable: mutants that tell something; equivalent ones are not counted.
        runs: labels of the runs that were changed.
        untested: why there are none, a clause; empty where there are some.
    """

    checkpoint: str
    killed: int
    applicable: int
    survivors: tuple[Survivor, ...]
    runs: tuple[str, ...]
    untested: str = ""

    @property
    def score(self) -> Fraction | None:
        """The share that was noticed; None where there is nothing to notice."""
        return Fraction(self.killed, self.applicable) if self.applicable else None


def tallied(
    checkpoint: str, found: Iterable[tuple[str, Tried]], runs: tuple[str, ...], untested: str = ""
) -> Tally:
    """Add up the mutants of one checkpoint, each with the label of its run."""
    killed = applicable = 0
    alive: dict[tuple[Mutation, str], Survivor] = {}
    for label, tried in found:
        applicable += 1
        if tried.is_killed:
            killed += 1
            continue
        key = (tried.mutation, tried.detail)
        known = alive.get(key)
        alive[key] = Survivor(
            mutation=tried.mutation,
            run=known.run if known else label,
            step=known.step if known else tried.step,
            detail=tried.detail,
            number=known.number + 1 if known else 1,
        )
    return Tally(
        checkpoint=checkpoint,
        killed=killed,
        applicable=applicable,
        survivors=tuple(alive.values()),
        runs=runs,
        untested="" if applicable else untested,
    )


def was_killed(verdict: Verdict, is_fooled: Callable[[Verdict], bool]) -> bool | None:
    """Whether a mutant was noticed; None where its verdict tells nothing.

    A pass tells nothing when it is honest, resting on something else that is there. A verdict
    that lacks an input or waits for somebody tells nothing either.
    """
    if verdict.status is Status.PASS:
        return False if is_fooled(verdict) else None
    if verdict.status in (Status.UNAVAILABLE, Status.ERROR, Status.PENDING):
        return None
    return True
