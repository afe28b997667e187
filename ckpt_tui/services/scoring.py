"""Score traces under a checklist, without a screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.digest import trace_digest
from ckpt_tui.core.scoring import Score, score
from ckpt_tui.core.trace import Trace
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Sample
from ckpt_tui.services.checklists import Edition
from ckpt_tui.services.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRun:
    """One run under one edition of its task's checklist."""

    task: str
    edition: Edition
    sample: Sample
    trace: Trace
    score: Score

    @property
    def trace_digest(self) -> str:
        """Name of the trace's content."""
        return trace_digest(self.trace)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadRun:
    """A run that could not be read, and why, in one sentence."""

    task: str
    sample: Sample
    problem: str


def scored_trace(checklist: Checklist, trace: Trace) -> Score:
    """Decide every enabled checkpoint and score."""
    view = TraceView(trace=trace, workdir=checklist.workdir)
    return score(
        checklist,
        {point.id: decided(point.check, view) for point in checklist.checkpoints if point.enabled},
    )


def score_samples(
    workbench: Workbench, task: str, edition: Edition, samples: Sequence[Sample]
) -> Iterator[ScoredRun | UnreadRun]:
    """Score one run after the other, in order."""
    base = environment_folder(workbench, task, edition.checklist)
    for sample in samples:
        try:
            trace = workbench.library.load(sample, base=base)
        except TraceError as error:
            yield UnreadRun(task=task, sample=sample, problem=str(error))
            continue
        yield ScoredRun(
            task=task,
            edition=edition,
            sample=sample,
            trace=trace,
            score=scored_trace(edition.checklist, trace),
        )


def environment_folder(workbench: Workbench, task: str, checklist: Checklist) -> Path | None:
    """The task's files as the runs found them; None where the checklist names none."""
    root = checklist.environment.root
    return None if root is None else workbench.store.folder(task) / root
