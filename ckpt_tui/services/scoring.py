"""Score traces under a checklist, without a screen."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.command_runs import CommandAnswers
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.digest import trace_digest
from ckpt_tui.core.scoring import Rules, Score, score
from ckpt_tui.core.sensitivity import evened
from ckpt_tui.core.trace import Outcome, Trace
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Sample, TraceLibrary
from ckpt_tui.services.checklists import Edition
from ckpt_tui.services.commands import CommandDesk, commands_of
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
    return score(checklist, _verdicts(checklist, trace, commands or {}))


def _verdicts(
    checklist: Checklist, trace: Trace, commands: CommandAnswers
) -> Mapping[str, Verdict]:
    view = TraceView(trace=trace, workdir=checklist.workdir, commands=commands)
    return {
        point.id: decided(point.check, view) for point in checklist.checkpoints if point.enabled
    }


def score_samples(
    workbench: Workbench,
    task: str,
    edition: Edition,
    samples: Sequence[Sample],
    *,
    with_digests: bool,
    commands: CommandDesk | None = None,
) -> Iterator[ScoredRun | UnreadRun]:
    """Score runs, in their order; a digest costs a look at the whole trace.

    Without `commands`, what an earlier run of them gave is all that is known.
    """
    desk = commands or CommandDesk(task, workbench.commands)
    base = environment_folder(workbench, task, edition.checklist)
    scorer = _Scorer(workbench.library, base, desk, task, edition)

    def decided_run(number: int) -> "_DecidedRun | str":
        return scorer.decided(samples[number], with_digest=with_digests)

    if commands_of(edition.checklist):
        # Each may take all of the machine that it is allowed to.
        runs = map(decided_run, range(len(samples)))
    else:
        runs = workbench.spread(decided_run, len(samples))
    return map(scorer.scored, samples, runs)


class _DecidedRun(Struct, frozen=True, kw_only=True):
    """What a score is worked out from: less to send between processes than the scores are."""

    format: str
    agent_version: str | None
    outcome: Outcome
    trace_digest: str
    verdicts: Mapping[str, Verdict]


class _Scorer:
    """Scores run after run of one task under one edition."""

    def __init__(
        self,
        library: TraceLibrary,
        base: Path | None,
        desk: CommandDesk,
        task: str,
        edition: Edition,
    ) -> None:
        self._library = library
        self._base = base
        self._desk = desk
        self._task = task
        self._edition = edition
        self._has_commands = bool(commands_of(edition.checklist))
        self._rules, self._even = Rules(edition.checklist), Rules(evened(edition.checklist))

    def decided(self, sample: Sample, *, with_digest: bool) -> _DecidedRun | str:
        """The verdicts, or why the run cannot be read."""
        try:
            trace = self._library.load(sample, base=self._base)
        except TraceError as error:
            return str(error)
        checklist = self._edition.checklist
        return _DecidedRun(
            format=trace.format,
            agent_version=sample.agent_version or trace.agent_version,
            outcome=trace.outcome,
            trace_digest=trace_digest(trace) if with_digest else "",
            verdicts=_verdicts(checklist, trace, self._answers(trace)),
        )

    def _answers(self, trace: Trace) -> CommandAnswers:
        if not self._has_commands:
            return {}
        return self._desk.answers(self._edition.checklist, trace.environment)

    def scored(self, sample: Sample, run: _DecidedRun | str) -> ScoredRun | UnreadRun:
        if isinstance(run, str):
            return UnreadRun(task=self._task, sample=sample, problem=run)
        return ScoredRun(
            task=self._task,
            edition=self._edition,
            sample=sample,
            format=run.format,
            agent_version=run.agent_version,
            outcome=run.outcome,
            trace_digest=run.trace_digest,
            score=self._rules.score(run.verdicts),
            equal=self._even.score(run.verdicts),
        )


def environment_folder(workbench: Workbench, task: str, checklist: Checklist) -> Path | None:
    """The task's files as the runs found them; None where the checklist names none."""
    root = checklist.environment.root
    return None if root is None else workbench.store.folder(task) / root
