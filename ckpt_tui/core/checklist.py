"""A task's ordered checkpoints and the rules that score them."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.trace import Json


class Role(StrEnum):
    """Milestones stand in the gate and carry points; invariants stand outside it."""

    MILESTONE = "milestone"
    INVARIANT = "invariant"


class Gate(StrEnum):
    """Which earlier milestones a milestone's credit needs."""

    LINEAR = "linear"
    REQUIRES = "requires"
    NONE = "none"


class ClaimsRule(Struct, frozen=True, kw_only=True):
    """What a contradicted report costs.

    Attributes:
        penalty: share of the score, 0 to 1, taken off once.
        off: why claims are not held against the trace; None when they are.
    """

    penalty: Fraction = Fraction(0)
    off: str | None = None


class Bar(Struct, frozen=True, kw_only=True):
    """What a run must reach to pass the gate: everything (`strict`), or a score."""

    strict: bool = True
    min_score: Fraction | None = None


class Scoring(Struct, frozen=True, kw_only=True):
    """How verdicts become a score."""

    gate: Gate = Gate.LINEAR
    claims: ClaimsRule = ClaimsRule()
    bar: Bar = Bar()


class EnvironmentSpec(Struct, frozen=True, kw_only=True):
    """Where the task's own files lie.

    Attributes:
        root: relative to the checklist's folder; None where the task has none.
        watch: globs relative to `root`.
    """

    root: str | None = None
    watch: tuple[str, ...] = ()


class Checkpoint(Struct, frozen=True, kw_only=True):
    """One graded step of the task.

    Attributes:
        id: never reused; letters, digits, `.`, `_` and `-`.
        points: exact; 0 for invariants.
        stage: a word of the vocabulary that tasks share; None where it has none.
        route: the alternative that it is part of; None for what every run is held to.
        requires: ids under `gate = "requires"`; None under the other gates.
        pins: parts of the environment the check depends on, beyond those it names.
        enabled: False keeps the checkpoint without using it.
        was: ids that it had in earlier versions.
    """

    id: str
    title: str
    check: Check
    points: Fraction = Fraction(1)
    role: Role = Role.MILESTONE
    critical: bool = False
    stage: str | None = None
    route: str | None = None
    requires: tuple[str, ...] | None = None
    pins: tuple[str, ...] = ()
    note: str = ""
    enabled: bool = True
    was: tuple[str, ...] = ()


class Checklist(Struct, frozen=True, kw_only=True):
    """One task's list; ids are unique and every rule of the format holds.

    Attributes:
        workdir: folders stripped from the front of recorded paths, longest first.
        retired: ids of checkpoints that are gone; none is used again.
        meta: free, for people.
    """

    task: str
    title: str = ""
    instructions: str | None = None
    workdir: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    scoring: Scoring = Scoring()
    environment: EnvironmentSpec = EnvironmentSpec()
    meta: Mapping[str, Json]
    checkpoints: tuple[Checkpoint, ...]

    def checkpoint(self, identifier: str) -> Checkpoint:
        """The checkpoint of that id; raises KeyError where there is none."""
        for point in self.checkpoints:
            if point.id == identifier:
                return point
        raise KeyError(identifier)
