"""One author at one task: the checklist in hand, the sample runs it is tried on."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checkpoint, Role
from ckpt_tui.core.edits import (
    DeleteCheckpoint,
    Edit,
    InsertCheckpoint,
    MoveCheckpoint,
    ReplaceCheckpoint,
    RetireIds,
    included_count,
)
from ckpt_tui.core.former_ids import renamed, retired_with, used_ids
from ckpt_tui.core.landing import failure, landing, open_ids
from ckpt_tui.core.scoring import Score
from ckpt_tui.errors import ChecklistError
from ckpt_tui.services.checklists import lost_checkpoints, moved_files, sealed_ids
from ckpt_tui.services.manuscript import Manuscript
from ckpt_tui.services.sample_runs import SampleRuns
from ckpt_tui.services.workbench import Workbench

_SMALL_STEP: Final = Fraction(1, 20)


class Place(Struct, frozen=True):
    """A step to show, and the checkpoint it is shown for."""

    checkpoint: str
    step: int | None


class AuthoringSession:
    """Everything the Edit screen does, without a screen.

    Attributes:
        manuscript: the checklist's text, with undo and save.
        runs: the sample traces, with verdicts and scores.
    """

    def __init__(self, task: str, workbench: Workbench, *, instead: str | None = None) -> None:
        """Open a task; raises StoreError, ChecklistError or TraceError.

        `instead` is the text to begin with in place of a working copy that cannot be used.
        """
        self.task = task
        self.workbench = workbench
        self.manuscript = Manuscript(task, workbench, instead=instead)
        self.runs = SampleRuns(task, workbench)

    def moved(self) -> tuple[str, ...]:
        """Shared files that changed after the last version was sealed."""
        versions = self.workbench.store.versions(self.task)
        if not versions:
            return ()
        return moved_files(self.workbench, self.task, versions[-1], self.manuscript.checklist)

    def lost(self) -> tuple[str, ...]:
        """Checkpoints of the last version that the working copy lacks and says nothing of."""
        versions = self.workbench.store.versions(self.task)
        if not versions:
            return ()
        checklist = self.manuscript.checklist
        return lost_checkpoints(self.workbench, self.task, versions[-1], checklist)

    def elsewhere(self) -> Sequence[str]:
        """The other running sessions with unwritten work on this task."""
        return self.workbench.journal.elsewhere(self.task)

    def checkpoint(self, identifier: str) -> Checkpoint:
        """The checkpoint of that id; raises KeyError."""
        return self.manuscript.checklist.checkpoint(identifier)

    def ids(self) -> list[str]:
        """Ids in the list's order."""
        return [point.id for point in self.manuscript.checklist.checkpoints]

    # Edits: each raises ChecklistError and changes nothing where the result breaks a rule.

    def add(self, checkpoint: Checkpoint, after: str | None) -> str:
        """Insert a checkpoint, its id made unique; the id it got.

        Among those of shared files there is no place: it comes behind them.
        """
        fresh = replace(checkpoint, id=self._free(checkpoint.id), was=(), origin=None)
        count = included_count(self.manuscript.checklist.checkpoints)
        last = self.ids()[count - 1] if count else None
        place = None if after is None else self.ids().index(after)
        behind = last if place is None or place < count else after
        self._edit([InsertCheckpoint(checkpoint=fresh, after=behind)])
        return fresh.id

    def duplicate(self, identifier: str) -> str:
        """Copy a checkpoint behind itself; the copy's id."""
        return self.add(self.checkpoint(identifier), identifier)

    def delete(self, identifier: str) -> None:
        """Delete a checkpoint; others forget that they required it.

        Its id is retired where a sealed version holds it.
        """
        gone = self.checkpoint(identifier)
        ids = retired_with(gone, is_sealed=self._is_sealed(identifier))
        retired = [RetireIds(ids=ids)] if ids else []
        forgetful = [
            ReplaceCheckpoint(id=point.id, checkpoint=_without_requirement(point, identifier))
            for point in self.manuscript.checklist.checkpoints
            if identifier in (point.requires or ()) and point.id != identifier
        ]
        self._edit([*forgetful, DeleteCheckpoint(id=identifier), *retired])

    def move(self, identifier: str, after: str | None) -> None:
        """Move a checkpoint behind another, or to the front."""
        self._edit([MoveCheckpoint(id=identifier, after=after)])

    def shift(self, identifier: str, places: int, *, burst: str | None = None) -> None:
        """Move a checkpoint up (negative) or down; it stops at either end."""
        order = self.ids()
        here = order.index(identifier)
        first = included_count(self.manuscript.checklist.checkpoints)
        there = min(max(here + places, first if here >= first else 0), len(order) - 1)
        if there == here:
            return
        order.remove(identifier)
        after = order[there - 1] if there else None
        self._edit([MoveCheckpoint(id=identifier, after=after)], burst=burst)

    def replace(self, identifier: str, checkpoint: Checkpoint, *, burst: str | None = None) -> None:
        """Put another checkpoint in its place; a new id is followed by those that require it.

        Its former ids stay, and the old id joins them where a sealed version holds it.
        """
        if checkpoint.id != identifier and checkpoint.id in self.ids():
            taken = f'"{checkpoint.id}" is the id of another checkpoint'
            raise ChecklistError(taken, checkpoint=identifier, field="id")
        is_sealed = checkpoint.id != identifier and self._is_sealed(identifier)
        checkpoint = renamed(self.checkpoint(identifier), checkpoint, is_sealed=is_sealed)
        followers = [
            ReplaceCheckpoint(
                id=point.id, checkpoint=_renamed_requirement(point, identifier, checkpoint.id)
            )
            for point in self.manuscript.checklist.checkpoints
            if checkpoint.id != identifier
            and identifier in (point.requires or ())
            and point.id != identifier
        ]
        own = ReplaceCheckpoint(id=identifier, checkpoint=checkpoint)
        self._edit([own, *followers], burst=burst)

    def take_back(self, identifier: str, before: Checkpoint, *, burst: str) -> None:
        """Have a checkpoint be what it was before a burst of edits, of which nothing is left.

        Where something else was changed since, that stays and this is an edit like others.
        """
        history = self.manuscript.history
        withdrawn = history.withdrawn(burst)
        if withdrawn is not history:
            self.manuscript.turn_to(withdrawn)
        elif self.checkpoint(identifier) != before:
            self.replace(identifier, before, burst=burst)

    def toggle_critical(self, identifier: str) -> None:
        point = self.checkpoint(identifier)
        self.replace(identifier, replace(point, critical=not point.critical))

    def toggle_enabled(self, identifier: str) -> None:
        point = self.checkpoint(identifier)
        self.replace(identifier, replace(point, enabled=not point.enabled))

    def weigh(self, identifier: str, direction: int) -> None:
        """One step more (1) or fewer (-1) points, never below none; milestones only."""
        point = self.checkpoint(identifier)
        if point.role is Role.INVARIANT:
            return
        step = Fraction(1) if point.points.denominator == 1 else _SMALL_STEP
        points = max(Fraction(0), point.points + direction * step)
        if points != point.points:
            burst = f"points:{identifier}"
            self.replace(identifier, replace(point, points=points), burst=burst)

    # Runs.

    def score(self, run: int) -> Score:
        """The score of a run so far."""
        return self.runs.score(self.manuscript.checklist, run)

    def alike(self, run: int) -> Score:
        """A score that differs from the run's in reasons and evidence only; cheap for many runs."""
        return self.runs.alike(self.manuscript.checklist, run)

    def opening_run(self) -> int | None:
        """The run to begin with: failed by the verifier with the highest progress, ties by path.

        Without a failed one, the run with the lowest progress; None without samples. What is not
        decided yet counts as no progress, so ask again when everything is decided.
        """
        runs = range(len(self.runs.samples))
        failed = [run for run in runs if self.runs.passed(run) is False]
        if failed:
            return min(failed, key=lambda run: (-self.alike(run).progress, self._path(run)))
        return min(runs, key=lambda run: (self.alike(run).progress, self._path(run)), default=None)

    def first_failed(self, run: int) -> Place | None:
        """The failure of a run that counts and the step to show; None while there is none.

        While something is undecided it can only be a milestone.
        """
        score = self.score(run)
        is_decided = self.runs.is_decided(self.manuscript.checklist, run)
        identifier = failure(score) if is_decided else score.first_failed
        return None if identifier is None else self.place(run, identifier)

    def unfailed(self, run: int) -> str:
        """What there is to say of a run in which nothing failed so far."""
        if not self.runs.samples:
            return "no run to look at"
        if not self.runs.is_decided(self.manuscript.checklist, run):
            return "still deciding"
        names = open_ids(self.score(run))
        open_part = f"nothing fails in this run; open: {', '.join(names)}"
        return open_part if names else "everything passes in this run"

    def place(self, run: int, identifier: str) -> Place:
        """The step to show for a checkpoint of a run."""
        trace = self.runs.trace(run)
        steps = 0 if trace is None else len(trace.steps)
        return Place(identifier, landing(self.score(run), identifier, steps))

    def _path(self, run: int) -> str:
        return self.runs.samples[run].ref.name

    def _edit(self, edits: Sequence[Edit], *, burst: str | None = None) -> None:
        self.manuscript.edit(edits, burst=burst)

    def _is_sealed(self, identifier: str) -> bool:
        """Whether a version holds an id; one that is only passed while typing is never written."""
        is_written = identifier in self.manuscript.written_ids()
        return is_written and identifier in sealed_ids(self.workbench, self.task)

    def _free(self, wanted: str) -> str:
        taken = used_ids(self.manuscript.checklist)
        if wanted not in taken:
            return wanted
        stem = wanted.rstrip("0123456789").rstrip("-") or wanted
        numbers = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
        return next(name for name in numbers if name not in taken)


def _without_requirement(point: Checkpoint, gone: str) -> Checkpoint:
    return replace(point, requires=tuple(name for name in point.requires or () if name != gone))


def _renamed_requirement(point: Checkpoint, old: str, new: str) -> Checkpoint:
    names = tuple(new if name == old else name for name in point.requires or ())
    return replace(point, requires=names)
