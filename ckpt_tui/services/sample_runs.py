"""The sample traces of a task: loaded when needed, decided cell by cell."""

from asyncio import Future, Lock, gather, get_running_loop, shield, to_thread, wait_for
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from operator import is_not
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.command import has_commands
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.scoring import Rules, Score
from ckpt_tui.core.steps_search import steps_with
from ckpt_tui.core.trace import Trace
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Sample
from ckpt_tui.process_ports import SeenRun
from ckpt_tui.services.commands import CommandDesk
from ckpt_tui.services.sample_commands import SampleCommands
from ckpt_tui.services.verdicts import VerdictTable
from ckpt_tui.services.workbench import Workbench

# As long as nobody sees it wait: most edits are decided in one batch, and each costs a frame; those
# behind the first grow.
BATCH_SECONDS: Final = 0.030
_LONGEST_BATCH: Final = 0.120

# While one searches, another can: RE2 lets go of the interpreter. A third would find it taken.
_THREADS: Final = 2

UNDECIDED: Final = Verdict(status=Status.PENDING, reason="Not decided yet.", source=None)


class Cell(Struct, frozen=True):
    """One checkpoint of one run; runs are named by their place in `SampleRuns.samples`."""

    checkpoint: str
    run: int


class _Plan:
    """One checklist over all runs: where its verdicts are found, and what follows from them."""

    def __init__(self, checklist: Checklist, table: VerdictTable) -> None:
        self.checklist = checklist
        self.rules = Rules(checklist)
        self.rows = [table.row(point.check, checklist.workdir) for point in self.rules.enabled]
        self._scores: dict[str, tuple[Sequence[Verdict], Score]] = {}
        self._alike: dict[tuple[Status | None, ...], Score] = {}

    def score(self, key: str, verdicts: Sequence[Verdict]) -> Score:
        """The score of the run of that key, kept until another verdict comes."""
        kept = self._scores.get(key)
        if kept is None or any(map(is_not, kept[0], verdicts)):
            kept = self._scores[key] = (verdicts, self._scored(verdicts))
        return kept[1]

    def alike(self, verdicts: Sequence[Verdict]) -> Score:
        """A score of the same statuses, each kind of run worked out once."""
        statuses = tuple([None if it is UNDECIDED else it.status for it in verdicts])
        found = self._alike.get(statuses)
        if found is None:
            found = self._alike[statuses] = self._scored(verdicts)
        return found

    def _scored(self, verdicts: Sequence[Verdict]) -> Score:
        ids = [point.id for point in self.rules.enabled]
        return self.rules.score(dict(zip(ids, verdicts, strict=True)))


class SampleRuns:
    """What is known of every sample trace of one task.

    Attributes:
        samples: as `traces.toml` or the folder lists them.
        skipped: names of files that no reader knows.
        table: every verdict so far.
        commands: what commands gave over their final files.
    """

    def __init__(self, task: str, workbench: Workbench) -> None:
        """List the samples, cheaply; raises TraceError for a wrong `traces.toml`."""
        self._workbench = workbench
        self._folder = workbench.store.folder(task)
        self._views: dict[tuple[int, tuple[str, ...]], TraceView] = {}
        self._found: tuple[int, str, Sequence[int]] | None = None
        self._searching = Lock()
        self._traces: dict[int, Trace] = {}
        self._unreadable: dict[int, Verdict] = {}
        self._loading: dict[int, Future[None]] = {}
        listed = workbench.library.samples(task)
        self.samples: tuple[Sample, ...] = listed.samples
        self.skipped = listed.skipped
        self.table = VerdictTable()
        self._plan: _Plan | None = None
        self.commands = SampleCommands(CommandDesk(task, workbench.commands))

    def trace(self, run: int) -> Trace | None:
        """The run, once it is loaded."""
        return self._traces.get(run)

    def problem(self, run: int) -> str | None:
        """Why a run could not be loaded."""
        found = self._unreadable.get(run)
        return None if found is None else found.reason

    def passed(self, run: int) -> bool | None:
        """The official word, as far as it is known without loading the run."""
        trace = self._traces.get(run)
        return self.samples[run].passed if trace is None else trace.outcome.passed

    def verdicts(self, checklist: Checklist, run: int) -> Sequence[Verdict]:
        """One an enabled checkpoint, in the list's order; `UNDECIDED` where there is none yet."""
        rows = self._plan_of(checklist).rows
        if run in self._unreadable:
            return [self._unreadable[run]] * len(rows)
        key = str(run)
        return [row.get(key, UNDECIDED) for row in rows]

    def across(self, checklist: Checklist, point: Checkpoint) -> Sequence[Verdict]:
        """The verdicts of one checkpoint, one a run; `UNDECIDED` where there is none yet."""
        row = self.table.row(point.check, checklist.workdir)
        return [
            self._unreadable.get(run) or row.get(str(run), UNDECIDED)
            for run in range(len(self.samples))
        ]

    def score(self, checklist: Checklist, run: int) -> Score:
        """The score so far: what is not decided yet counts as open."""
        verdicts = self.verdicts(checklist, run)
        return self._plan_of(checklist).score(str(run), verdicts)

    def alike(self, checklist: Checklist, run: int) -> Score:
        """A score that differs from the run's in reasons and evidence only; cheap for many runs."""
        return self._plan_of(checklist).alike(self.verdicts(checklist, run))

    def _plan_of(self, checklist: Checklist) -> _Plan:
        if self._plan is None or self._plan.checklist is not checklist:
            self._plan = _Plan(checklist, self.table)
        return self._plan

    def is_decided(self, checklist: Checklist, run: int) -> bool:
        """Whether every enabled checkpoint has its verdict."""
        return UNDECIDED not in self.verdicts(checklist, run)

    def _missing(
        self, checklist: Checklist, runs: Sequence[int], first: str | None = None
    ) -> Sequence[Cell]:
        """What is still to be decided of loaded runs: in their order, checkpoint `first` first."""
        plan = self._plan_of(checklist)
        rows = [
            (point.id, row)
            for point, row in zip(plan.rules.enabled, plan.rows, strict=True)
            if len(row) < len(self._traces)
        ]
        rows.sort(key=lambda it: it[0] != first)
        return [
            Cell(identifier, run)
            for run in runs
            if run in self._traces
            for identifier, row in rows
            if str(run) not in row
        ]

    async def load(self, run: int, checklist: Checklist) -> None:
        """Load a run once, whoever asks; one that cannot be read is remembered as a problem."""
        if self._is_settled(run):
            return
        if run not in self._loading:
            base = self._base(checklist)
            self._loading[run] = get_running_loop().run_in_executor(None, self._load, run, base)
        await shield(self._loading[run])

    def _base(self, checklist: Checklist) -> Path | None:
        root = checklist.environment.root
        return None if root is None else self._folder / root

    def _load(self, run: int, base: Path | None) -> None:
        try:
            self._traces[run] = self._workbench.library.load(self.samples[run], base=base)
        except TraceError as error:
            reason = str(error)
            self._unreadable[run] = Verdict(status=Status.UNAVAILABLE, reason=reason, source=None)

    async def prepare(self, checklist: Checklist, runs: Sequence[int], seconds: float) -> None:
        """Load and decide `runs`, in order, as far as that takes no longer.

        A load that was begun goes on.
        """
        deadline = perf_counter() + seconds
        with suppress(TimeoutError):
            for run in runs:
                await wait_for(self.load(run, checklist), deadline - perf_counter())
                async for _ in self.decide(checklist, [run]):
                    if perf_counter() > deadline:
                        return

    async def decide(
        self, checklist: Checklist, runs: Sequence[int], first: str | None = None
    ) -> AsyncIterator[tuple[Cell, ...]]:
        """Load and decide what is missing, `runs` in the given order, checkpoint `first` first.

        Yields after every load (an empty tuple) and after every batch of decisions. It may be
        dropped between two of them: what was decided stays known.
        """
        waiting = list(runs)
        while waiting:
            missing = deque(self._missing(checklist, runs, first))
            seconds = BATCH_SECONDS
            try:
                while missing:
                    yield await self._batch(checklist, missing, seconds)
                    seconds = min(2 * seconds, _LONGEST_BATCH)
            finally:
                # Threads do not end with who waits for them: they find nothing left.
                missing.clear()
            waiting = [run for run in runs if not self._is_settled(run)]
            if waiting:
                await self.load(waiting[0], checklist)
                yield ()

    def _is_settled(self, run: int) -> bool:
        return run in self._traces or run in self._unreadable

    async def _batch(
        self, checklist: Checklist, missing: deque[Cell], seconds: float
    ) -> tuple[Cell, ...]:
        """Decide cells from the left until the batch's time is up; those that were decided."""
        deadline = perf_counter() + seconds
        # What is derived of a run serves all of its cells; two threads would both derive it.
        threads = min(_THREADS, len({cell.run for cell in missing}))
        decided = await gather(
            *(to_thread(self._decide, checklist, missing, deadline) for _ in range(threads))
        )
        return tuple(chain.from_iterable(decided))

    def _decide(
        self, checklist: Checklist, missing: deque[Cell], deadline: float
    ) -> Sequence[Cell]:
        checks = {point.id: point.check for point in enabled(checklist)}
        done: list[Cell] = []
        with suppress(IndexError):
            while not done or perf_counter() < deadline:
                cell = missing.popleft()
                check = checks[cell.checkpoint]
                decide = partial(self._decided, check, cell.run, checklist)
                self.table.decide(check, checklist.workdir, str(cell.run), decide)
                done.append(cell)
        return done

    def _decided(self, check: Check, run: int, checklist: Checklist) -> Verdict:
        executor, sample = self._workbench.executor, self.samples[run]
        # What commands gave is known here only.
        if executor is not None and executor.takes(sample) and not has_commands(check):
            found = executor.decided(check, self._seen(run, checklist))
            if found is not None:
                return found
        return decided(check, self._view(run, checklist.workdir))

    def commands_ran(self, run: int | None = None) -> None:
        """What has commands is to be decided anew, over one run or over all."""
        self.table.forget(has_commands, None if run is None else str(run))
        self._plan = None

    async def steps_with(self, pattern: str, run: int, checklist: Checklist) -> Sequence[int]:
        """Every step of a loaded run with the pattern, sorted; raises PatternError."""
        async with self._searching:
            if self._found is None or self._found[:2] != (run, pattern):
                found = await to_thread(self._searched, pattern, run, checklist)
                self._found = run, pattern, found
            return self._found[2]

    def _searched(self, pattern: str, run: int, checklist: Checklist) -> Sequence[int]:
        executor, sample = self._workbench.executor, self.samples[run]
        if executor is not None and executor.takes(sample):
            found = executor.steps_with(pattern, self._seen(run, checklist))
            if found is not None:
                return found
        return steps_with(pattern, self._traces[run].steps)

    def _seen(self, run: int, checklist: Checklist) -> SeenRun:
        base = self._base(checklist)
        return SeenRun(sample=self.samples[run], base=base, workdir=checklist.workdir)

    def _view(self, run: int, workdir: tuple[str, ...]) -> TraceView:
        key = (run, workdir)
        found = self._views.get(key)
        if found is None:
            trace = self._traces[run]
            commands = self.commands.of(run, trace.environment)
            view = TraceView(trace=trace, workdir=workdir, commands=commands)
            found = self._views.setdefault(key, view)
        return found


def enabled(checklist: Checklist) -> list[Checkpoint]:
    """The checkpoints that are switched on."""
    return [point for point in checklist.checkpoints if point.enabled]
