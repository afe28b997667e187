"""`ckpt-tui score`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from ckpt_tui.adapters.looks import is_there
from ckpt_tui.cli.agreeing import policy_here
from ckpt_tui.cli.output import say, write_json
from ckpt_tui.cli.progress import counted
from ckpt_tui.cli.tasks import named_tasks, skipped_files
from ckpt_tui.errors import CkptError, UsageError
from ckpt_tui.ports import Sample
from ckpt_tui.services.checklists import Edition, current_edition, loss_of, move_of
from ckpt_tui.services.commands import CommandDesk, trusting
from ckpt_tui.services.scoring import ScoredRun, UnreadRun, score_samples
from ckpt_tui.services.trace_arguments import named_traces
from ckpt_tui.services.workbench import Workbench

_FAIL_ON: Mapping[str, Callable[[ScoredRun], bool]] = {
    "veto": lambda run: run.score.vetoed,
    "fail": lambda run: run.score.strict is False,
    "open": lambda run: run.score.score is None,
}


@click.command(name="score")
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@click.option(
    "--traces",
    multiple=True,
    metavar="GLOB",
    help="Score these recordings, not the task's samples.",
)
@click.option("--working", is_flag=True, help="Use the working copy, not the last sealed version.")
@click.option(
    "--fail-on",
    type=click.Choice(sorted(_FAIL_ON)),
    multiple=True,
    help="Exit 1 when any run is like that, and when no run of a task was scored.",
)
@click.option(
    "--trust-commands", is_flag=True, help="Run the list's `command` checks without asking."
)
@click.option("--unsandboxed", is_flag=True, help="Run them without a sandbox.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_obj
def command(  # noqa: PLR0913 (one argument an option)
    folder: Path,
    tasks: tuple[str, ...],
    traces: tuple[str, ...],
    fail_on: tuple[str, ...],
    *,
    working: bool,
    trust_commands: bool,
    unsandboxed: bool,
    as_json: bool,
) -> int:
    """Score the sample traces of each TASK (all tasks when none is named)."""
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    desk = partial(
        CommandDesk,
        tools=workbench.commands,
        policy=trusting if trust_commands else policy_here(),
        is_confined=not unsandboxed,
    )
    jobs = _Jobs(workbench, desk, working=working, with_digests=as_json)
    named = _named(workbench, tasks)
    runs = list(jobs.scored(named, traces))
    if as_json:
        from ckpt_tui.services.score_document import score_document

        write_json([score_document(run) for run in runs])
    else:
        from ckpt_tui.cli.score_table import print_scores

        print_scores(runs)
    if jobs.failed:
        return CkptError.exit_code
    found = any(_FAIL_ON[word](run) for word in fail_on for run in runs)
    return int(found or bool(fail_on and _unscored(named, runs)))


def _unscored(tasks: Sequence[str], runs: Sequence[ScoredRun]) -> bool:
    """Whether nothing is known of a task, which is not fine; it is said."""
    missing = [task for task in tasks if all(run.task != task for run in runs)]
    if missing or not tasks:
        say(f"--fail-on: no run was scored of {', '.join(missing) or 'any task'}, so this fails")
        return True
    return False


class _Jobs:
    """Scores task after task; what cannot be read is said, the others go on."""

    def __init__(
        self,
        workbench: Workbench,
        desk: Callable[[str], CommandDesk],
        *,
        working: bool,
        with_digests: bool,
    ) -> None:
        self._workbench = workbench
        self._desk = desk
        self._working = working
        self._with_digests = with_digests
        self.failed = False

    def scored(self, tasks: Sequence[str], traces: Sequence[str]) -> Iterator[ScoredRun]:
        for task in tasks:
            try:
                edition = current_edition(self._workbench, task, working=self._working)
                samples = self._samples(task, traces)
            except CkptError as error:
                self._fail(str(error))
                continue
            self._narrate(task, edition)
            yield from self._runs(task, edition, samples)

    def _runs(self, task: str, edition: Edition, samples: Sequence[Sample]) -> Iterator[ScoredRun]:
        found = score_samples(
            self._workbench,
            task,
            edition,
            samples,
            with_digests=self._with_digests,
            commands=self._desk(task),
        )
        for run in counted(found, len(samples), f"{task}: run"):
            if isinstance(run, UnreadRun):
                self._fail(run.problem)
            else:
                yield run

    def _samples(self, task: str, traces: Sequence[str]) -> Sequence[Sample]:
        if traces:
            listed = named_traces(self._workbench, traces)
        else:
            listed = self._workbench.library.samples(task)
        if listed.skipped:
            say(f"{task}: {skipped_files(listed.skipped)}")
        if not listed.samples:
            say(f"{task}: no sample traces; put some into sample_traces/{task}/")
        return listed.samples

    def _narrate(self, task: str, edition: Edition) -> None:
        if edition.lost:
            say(f"{task}: {loss_of(edition.lost, edition.version)}")
        if edition.moved:
            say(f"{task}: {move_of(edition.moved, edition.version)}")

    def _fail(self, problem: str) -> None:
        self.failed = True
        say(problem)


def _named(workbench: Workbench, tasks: tuple[str, ...]) -> Sequence[str]:
    known = workbench.store.tasks()
    for task in tasks:
        if task not in known and is_there(Path(task)):
            raise UsageError(
                f"{task} is no task; to score it, write --traces '{task}' behind a task"
            )
    return named_tasks(workbench, tasks)
