"""A task's list put to the test: by runs made for it, and by runs changed on purpose."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.controls import ControlRole, ControlRun, Controls, controls, state_verdicts
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.linting.finding import Finding
from ckpt_tui.core.linting.idle import idle
from ckpt_tui.core.mutations.excerpts import excerpt, is_short
from ckpt_tui.core.mutations.testing import mutants
from ckpt_tui.core.mutations.tried import Tally, Tried, Unchanged, tallied
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Sample
from ckpt_tui.services.checklists import Edition
from ckpt_tui.services.commands import CommandDesk
from ckpt_tui.services.scoring import environment_folder, scored_trace
from ckpt_tui.services.workbench import Workbench

# Runs that are changed for each checkpoint: those that are meant to pass, the shortest first.
MUTATED_RUNS: Final = 3
_SPARED: Final = "others that pass the same are changed"
_TOO_LONG: Final = "it is too long, and what the pass rests on is too, or is no pass alone"
_PREFERRED: Final = (ControlRole.GOOD, ControlRole.ORACLE, None, ControlRole.BAD)


class TriedRun(Struct, frozen=True, kw_only=True, eq=False):
    """One sample run under the list, the trace let go.

    Attributes:
        steps: how many it has.
        is_short: all of it can be changed, not only what a pass rests on.
    """

    sample: Sample
    control: ControlRun
    steps: int
    is_short: bool

    def passes(self, point: Checkpoint) -> bool:
        return any(
            it.checkpoint.id == point.id and it.verdict.status is Status.PASS
            for it in self.control.score.checkpoints
        )


class UntriedRun(Struct, frozen=True, kw_only=True):
    """A run that could not be read, and why, in one sentence."""

    problem: str


class Tested(Struct, frozen=True, kw_only=True):
    """What a test of a list found.

    Attributes:
        idle: the checks that tell none of the runs apart.
        tallies: one an enabled checkpoint, in the list's order.
        unchanged: the runs that were scored only.
    """

    edition: Edition
    controls: Controls
    idle: Sequence[Finding]
    tallies: Sequence[Tally]
    unchanged: Sequence[Unchanged]

    @property
    def is_at_fault(self) -> bool:
        """Whether the list is wrong, whatever other runs would show."""
        is_fooled = any(tally.survivors for tally in self.tallies)
        return bool(self.controls.failed) or is_fooled or any(it.is_certain for it in self.idle)

    @property
    def is_open(self) -> bool:
        """Whether some of it is not tested by these runs."""
        is_untested = any(tally.untested for tally in self.tallies)
        return self.controls.is_open or is_untested or bool(self.idle)


def tried_runs(
    workbench: Workbench, edition: Edition, samples: Iterable[Sample], commands: CommandDesk
) -> Iterator[TriedRun | UntriedRun]:
    """Score one run after the other, in order."""
    for sample in samples:
        try:
            view = _view(workbench, edition.checklist, sample, commands)
        except TraceError as error:
            yield UntriedRun(problem=str(error))
            continue
        yield TriedRun(
            sample=sample,
            control=_control(edition.checklist, sample, view),
            steps=len(view.steps),
            is_short=is_short(view.trace),
        )


class MutationTest:
    """The mutants of one list: which runs are changed for which checkpoint, and what came of it."""

    def __init__(
        self,
        workbench: Workbench,
        edition: Edition,
        runs: Sequence[TriedRun],
        commands: CommandDesk,
    ) -> None:
        self._workbench = workbench
        self._commands = commands
        self._checklist = edition.checklist
        self._runs = runs
        self._points = [point for point in edition.checklist.checkpoints if point.enabled]
        self._chosen = {point.id: self._choose(point) for point in self._points}
        self._found: dict[str, list[tuple[str, Tried]]] = {point.id: [] for point in self._points}
        self._changed: dict[str, list[TriedRun]] = {point.id: [] for point in self._points}
        self._left: dict[tuple[str, str], list[str]] = {}
        self.problems: list[str] = []

    def __len__(self) -> int:
        """How many pairs of a checkpoint and a run there are to be tried."""
        return sum(map(len, self._chosen.values()))

    def run(self) -> Iterator[None]:
        """Change run after run; yields after each checkpoint of it.

        One that cannot be read again is among the `problems`, a sentence each.
        """
        for run in self._runs:
            points = [point for point in self._points if run in self._chosen[point.id]]
            if not points:
                is_pass = any(map(run.passes, self._points))
                self._leave(run, _SPARED if is_pass else "it passes nothing")
                continue
            try:
                view = _view(self._workbench, self._checklist, run.sample, self._commands)
            except TraceError as error:
                self.problems.append(str(error))
                continue
            for point in points:
                self._try(run, point, view)
                yield

    def _try(self, run: TriedRun, point: Checkpoint, view: TraceView) -> None:
        verdict = decided(point.check, view)
        if verdict.status is not Status.PASS:
            self._leave(run, "it was rewritten meanwhile", point.id)
            return
        short = excerpt(point, view, verdict)
        if short is None:
            self._leave(run, _TOO_LONG, point.id)
            return
        self._changed[point.id].append(run)
        for tried in mutants(point, short.view, short.verdict):
            self._found[point.id].append((run.control.label, short.placed(tried)))

    def _leave(self, run: TriedRun, reason: str, *checkpoints: str) -> None:
        self._left.setdefault((run.control.label, reason), []).extend(checkpoints)

    def unchanged(self) -> Sequence[Unchanged]:
        """The runs that were scored only, in the order of the samples, each with its reason."""
        return [
            Unchanged(run=run, checkpoints=tuple(points), reason=reason)
            for (run, reason), points in self._left.items()
        ]

    def tallies(self) -> Sequence[Tally]:
        """What came of it, one an enabled checkpoint, in the list's order."""
        return [
            tallied(
                point.id,
                self._found[point.id],
                tuple(run.control.label for run in self._changed[point.id]),
                self._untested(point),
            )
            for point in self._points
        ]

    def _choose(self, point: Checkpoint) -> list[TriedRun]:
        able = [run for run in self._runs if run.passes(point)]
        able.sort(key=lambda run: (not run.is_short, _preference(run.control.role), run.steps))
        return able[:MUTATED_RUNS]

    def _untested(self, point: Checkpoint) -> str:
        if self._changed[point.id]:
            return "no mutant applies to it"
        if self._chosen[point.id]:
            return "the runs that pass it are too long to be changed, or were rewritten"
        verdicts = [
            it.verdict
            for run in self._runs
            for it in run.control.score.checkpoints
            if it.checkpoint.id == point.id
        ]
        errors = [verdict for verdict in verdicts if verdict.status is Status.ERROR]
        if errors:
            return f"it cannot be decided: {errors[0].reason.rstrip('.')}"
        if any(verdict.status is Status.PENDING for verdict in verdicts):
            return "it waits for a verdict"
        is_open = any(verdict.status.is_open for verdict in verdicts)
        return "no run passes it for certain" if is_open else "no run passes it"


def tested(edition: Edition, runs: Sequence[TriedRun], test: MutationTest) -> Tested:
    """What came of the runs as they are, and of the changed ones."""
    held = [run.control for run in runs]
    return Tested(
        edition=edition,
        controls=controls(edition.checklist, held),
        idle=idle(edition.checklist, held),
        tallies=test.tallies(),
        unchanged=test.unchanged(),
    )


def control_runs(
    workbench: Workbench, edition: Edition, samples: Iterable[Sample]
) -> Sequence[ControlRun]:
    """The runs under a list, no command run; those that cannot be read are left out."""
    commands = CommandDesk(edition.checklist.task, workbench.commands)
    found = tried_runs(workbench, edition, samples, commands)
    return [run.control for run in found if isinstance(run, TriedRun)]


def _view(
    workbench: Workbench, checklist: Checklist, sample: Sample, commands: CommandDesk
) -> TraceView:
    base = environment_folder(workbench, checklist.task, checklist)
    trace = workbench.library.load(sample, base=base)
    answers = commands.answers(checklist, trace.environment)
    return TraceView(trace=trace, workdir=checklist.workdir, commands=answers)


def _control(checklist: Checklist, sample: Sample, view: TraceView) -> ControlRun:
    is_oracle = sample.role == ControlRole.ORACLE
    return ControlRun(
        label=sample.label,
        role=sample.role,
        passed=view.trace.outcome.passed,
        score=scored_trace(checklist, view.trace, view.commands),
        state=state_verdicts(checklist, view) if is_oracle else {},
    )


def _preference(role: str | None) -> int:
    return _PREFERRED.index(role) if role in _PREFERRED else len(_PREFERRED)
