"""A task's ordered checkpoints and the rules that score them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.named import Named, written_out
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
        check: as it decides, with what every name stands for in its place.
        points: exact; 0 for invariants.
        stage: a word of the vocabulary that tasks share; None where it has none.
        route: the alternative that it is part of; None for what every run is held to.
        requires: ids under `gate = "requires"`; None under the other gates.
        pins: parts of the environment the check depends on, beyond those it names.
        enabled: False keeps the checkpoint without using it.
        was: ids that it had in earlier versions.
        named: the check as it is written, where that is with names; None where it is `check`.
        origin: the shared file it stands in, as `include` names it; None for the list's own.
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
    named: Check | None = None
    origin: str | None = None

    @property
    def written(self) -> Check:
        """The check as it is written."""
        return self.check if self.named is None else self.named

    def decided_by(self, written: Check) -> "Checkpoint":
        """The same with another check, given as it is written."""
        check = written_out(written)
        return replace(self, check=check, named=None if check is written else written)


class Included(Struct, frozen=True, kw_only=True):
    """A shared file whose checkpoints stand before the list's own.

    Attributes:
        path: as `include` names it.
        digest: of its text, `sha256:` and 64 hex digits.
    """

    path: str
    digest: str


class Checklist(Struct, frozen=True, kw_only=True):
    """One task's list; ids are unique and every rule of the format holds.

    Attributes:
        workdir: folders stripped from the front of recorded paths, longest first.
        retired: ids of checkpoints that are gone; none is used again.
        lets: the names of checks, in the order in which they are written.
        included: the shared files, in the order of their checkpoints.
        meta: free, for people.
    """

    task: str
    title: str = ""
    instructions: str | None = None
    workdir: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    lets: tuple[Named, ...] = ()
    included: tuple[Included, ...] = ()
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


def usual_points(checkpoints: Iterable[Checkpoint]) -> Fraction:
    """What most milestones carry, the least of what equally many do; 1 where none carries any."""
    counts = Counter(point.points for point in checkpoints if point.points)
    return min(counts, key=lambda points: (-counts[points], points), default=Fraction(1))
