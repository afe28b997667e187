"""Score traces under a checklist, without a screen."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.command_runs import CommandAnswers
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.digest import trace_digest
from ckpt_tui.core.scoring import Rules, Score, score
from ckpt_tui.core.sensitivity import evened
from ckpt_tui.core.trace import Outcome, Trace
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Sample
from ckpt_tui.services.checklists import Edition
from ckpt_tui.services.commands import CommandDesk
from ckpt_tui.services.workbench import Workbench


class ScoredRun(Struct, frozen=True, kw_only=True):
    """One run under one edition of its task's checklist; the trace itself is let go.

    Attributes:
        format: name of the reader.
        agent_version: as listed with the sample, else as recorded.
        trace_digest: name of the trace's content; empty where it was not asked for.
        equal: what the score would be if all checkpoints that carry points carried the same.
    """

    task: str
    edition: Edition
    sample: Sample
    format: str
    agent_version: str | None
    outcome: Outcome
    trace_digest: str
    score: Score
    equal: Score


class UnreadRun(Struct, frozen=True, kw_only=True):
    """A run that could not be read, and why, in one sentence."""

    task: str
    sample: Sample
    problem: str


def scored_trace(
    checklist: Checklist, trace: Trace, commands: CommandAnswers | None = None
) -> Score:
    """Decide every enabled checkpoint and score."""
    view = TraceView(trace=trace, workdir=checklist.workdir, commands=commands or {})
    return score(
        checklist,
        {point.id: decided(point.check, view) for point in checklist.checkpoints if point.enabled},
    )


def score_samples(
    workbench: Workbench,
    task: str,
    edition: Edition,
    samples: Sequence[Sample],
    *,
    with_digests: bool,
    commands: CommandDesk | None = None,
) -> Iterator[ScoredRun | UnreadRun]:
    """Score one run after the other, in order; a digest costs a look at the whole trace.

    Without `commands`, what an earlier run of them gave is all that is known.
    """
    desk = commands or CommandDesk(task, workbench.commands)
    base = environment_folder(workbench, task, edition.checklist)
    even = Rules(evened(edition.checklist))
    for sample in samples:
        try:
            trace = workbench.library.load(sample, base=base)
        except TraceError as error:
            yield UnreadRun(task=task, sample=sample, problem=str(error))
            continue
        answers = desk.answers(edition.checklist, trace.environment)
        found = scored_trace(edition.checklist, trace, answers)
        yield ScoredRun(
            task=task,
            edition=edition,
            sample=sample,
            format=trace.format,
            agent_version=sample.agent_version or trace.agent_version,
            outcome=trace.outcome,
            trace_digest=trace_digest(trace) if with_digests else "",
            score=found,
            equal=even.score({item.checkpoint.id: item.verdict for item in found.checkpoints}),
        )


def environment_folder(workbench: Workbench, task: str, checklist: Checklist) -> Path | None:
    """The task's files as the runs found them; None where the checklist names none."""
    root = checklist.environment.root
    return None if root is None else workbench.store.folder(task) / root
