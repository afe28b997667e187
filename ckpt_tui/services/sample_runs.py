"""The sample traces of a task: loaded when needed, decided cell by cell."""

from asyncio import Future, get_running_loop, shield, to_thread, wait_for
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.scoring import Rules, Score
from ckpt_tui.core.trace import Trace
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Sample
from ckpt_tui.services.verdicts import VerdictTable
from ckpt_tui.services.workbench import Workbench

# Long enough to be worth a hop to a thread, short enough that what is in view does not wait; the
# batches behind the first grow, since each of them costs a frame.
BATCH_SECONDS: Final = 0.015
_LONGEST_BATCH: Final = 0.120

UNDECIDED: Final = Verdict(status=Status.PENDING, reason="Not decided yet.", source=None)


class Cell(Struct, frozen=True):
    """One checkpoint of one run; runs are named by their place in `SampleRuns.samples`."""

    checkpoint: str
    run: int


class SampleRuns:
    """What is known of every sample trace of one task.

    Attributes:
        samples: as `traces.toml` or the folder lists them.
        skipped: names of files that no reader knows.
        table: every verdict so far.
    """

    def __init__(self, task: str, workbench: Workbench) -> None:
        """List the samples, cheaply; raises TraceError for a wrong `traces.toml`."""
        self._workbench = workbench
        self._folder = workbench.store.folder(task)
        self._views: dict[tuple[int, tuple[str, ...]], TraceView] = {}
        self._traces: dict[int, Trace] = {}
        self._problems: dict[int, str] = {}
        self._loading: dict[int, Future[None]] = {}
        listed = workbench.library.samples(task)
        self.samples: tuple[Sample, ...] = listed.samples
        self.skipped = listed.skipped
        self.table = VerdictTable()
        self._rules: tuple[Checklist, Rules] | None = None
        self._scores: dict[int, tuple[Rules, Mapping[str, Verdict], Score]] = {}

    def trace(self, run: int) -> Trace | None:
        """The run, once it is loaded."""
        return self._traces.get(run)

    def problem(self, run: int) -> str | None:
        """Why a run could not be loaded."""
        return self._problems.get(run)

    def passed(self, run: int) -> bool | None:
        """The official word, as far as it is known without loading the run."""
        trace = self._traces.get(run)
        return self.samples[run].passed if trace is None else trace.outcome.passed

    def verdict(self, checklist: Checklist, point: Checkpoint, run: int) -> Verdict | None:
        """The verdict of an enabled checkpoint; None while it is not decided."""
        if run in self._problems:
            return Verdict(status=Status.UNAVAILABLE, reason=self._problems[run], source=None)
        return self.table.known(point.check, checklist.workdir, str(run))

    def score(self, checklist: Checklist, run: int) -> Score:
        """The score so far: what is not decided yet counts as open."""
        rules = self._rules_of(checklist)
        verdicts = {
            point.id: self.verdict(checklist, point, run) or UNDECIDED for point in rules.enabled
        }
        kept = self._scores.get(run)
        if kept is None or kept[0] is not rules or kept[1] != verdicts:
            kept = self._scores[run] = (rules, verdicts, rules.score(verdicts))
        return kept[2]

    def _rules_of(self, checklist: Checklist) -> Rules:
        if self._rules is None or self._rules[0] is not checklist:
            self._rules = (checklist, Rules(checklist))
        return self._rules[1]

    def is_decided(self, checklist: Checklist, run: int) -> bool:
        """Whether every enabled checkpoint has its verdict."""
        return all(self.verdict(checklist, point, run) is not None for point in enabled(checklist))

    async def load(self, run: int, checklist: Checklist) -> None:
        """Load a run once, whoever asks; one that cannot be read is remembered as a problem."""
        if self._is_settled(run):
            return
        if run not in self._loading:
            root = checklist.environment.root
            base = None if root is None else self._folder / root
            self._loading[run] = get_running_loop().run_in_executor(None, self._load, run, base)
        await shield(self._loading[run])

    def _load(self, run: int, base: Path | None) -> None:
        try:
            self._traces[run] = self._workbench.library.load(self.samples[run], base=base)
        except TraceError as error:
            self._problems[run] = str(error)

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
            missing = self._missing(checklist, runs, first)
            seconds = BATCH_SECONDS
            while missing:
                done = await to_thread(self._decide_batch, checklist, missing, seconds)
                yield tuple(missing[:done])
                del missing[:done]
                seconds = min(2 * seconds, _LONGEST_BATCH)
            waiting = [run for run in runs if not self._is_settled(run)]
            if waiting:
                await self.load(waiting[0], checklist)
                yield ()

    def _is_settled(self, run: int) -> bool:
        return run in self._traces or run in self._problems

    def _missing(self, checklist: Checklist, runs: Sequence[int], first: str | None) -> list[Cell]:
        points = sorted(enabled(checklist), key=lambda point: point.id != first)
        return [
            Cell(point.id, run)
            for run in runs
            if run in self._traces
            for point in points
            if self.verdict(checklist, point, run) is None
        ]

    def _decide_batch(self, checklist: Checklist, cells: Sequence[Cell], seconds: float) -> int:
        """Decide cells in order until the batch's time is up; how many were decided."""
        checks = {point.id: point.check for point in enabled(checklist)}
        deadline = perf_counter() + seconds
        for done, cell in enumerate(cells, start=1):
            view = self._view(cell.run, checklist.workdir)
            self.table.decide(checks[cell.checkpoint], view, str(cell.run))
            if perf_counter() > deadline:
                return done
        return len(cells)

    def _view(self, run: int, workdir: tuple[str, ...]) -> TraceView:
        key = (run, workdir)
        if key not in self._views:
            self._views[key] = TraceView(trace=self._traces[run], workdir=workdir)
        return self._views[key]


def enabled(checklist: Checklist) -> list[Checkpoint]:
    """The checkpoints that are switched on."""
    return [point for point in checklist.checkpoints if point.enabled]
