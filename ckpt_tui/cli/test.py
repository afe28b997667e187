"""`ckpt-tui test`."""

from collections.abc import Sequence
from pathlib import Path

import click

from ckpt_tui.cli.output import say, write_json
from ckpt_tui.cli.progress import counted
from ckpt_tui.cli.tasks import named_tasks, skipped_files
from ckpt_tui.core.controls import Controls
from ckpt_tui.core.mutations.tried import Tally
from ckpt_tui.errors import CkptError
from ckpt_tui.services.checklists import Edition, current_edition, loss_of
from ckpt_tui.services.commands import CommandDesk, where_trusted
from ckpt_tui.services.testing import MutationTest, TriedRun, UntriedRun, held_controls, tried_runs
from ckpt_tui.services.workbench import Workbench

_FOUND = 1
_UNDECIDED = 3


@click.command(name="test")
@click.argument("task")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def command(folder: Path, task: str, *, as_json: bool) -> int:
    """Put the working copy of TASK to the test: control runs, and runs changed on purpose.

    Exits with 1 when a control fails or a check passes a run that it should not; else with 3 when
    a control is missing or came out open, or a checkpoint could not be put to the test.
    """
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    [named] = named_tasks(workbench, [task])
    edition = current_edition(workbench, named, working=True)
    if edition.lost:
        say(loss_of(edition.lost, edition.version))
    commands = CommandDesk(named, workbench.commands, where_trusted)
    runs, problems = _tried(workbench, edition, commands)
    controls = held_controls(edition.checklist, runs)
    test = MutationTest(workbench, edition, runs, commands)
    for _ in counted(test.run(), len(test), "changing runs"):
        pass
    for problem in test.problems:
        say(problem)
    _show(named, edition, controls, test, as_json=as_json)
    is_unread = problems or test.problems
    return CkptError.exit_code if is_unread else _code(controls, test.tallies())


def _tried(
    workbench: Workbench, edition: Edition, commands: CommandDesk
) -> tuple[list[TriedRun], int]:
    """The sample runs, scored, and how many could not be read; each of those is said."""
    listed = workbench.library.samples(edition.checklist.task)
    if listed.skipped:
        say(skipped_files(listed.skipped))
    if not listed.samples:
        say(f"no sample traces; put some into sample_traces/{edition.checklist.task}/")
    found = tried_runs(workbench, edition, listed.samples, commands)
    runs: list[TriedRun] = []
    problems = 0
    for run in counted(found, len(listed.samples), "scoring run"):
        if isinstance(run, UntriedRun):
            say(run.problem)
            problems += 1
        else:
            runs.append(run)
    return runs, problems


def _show(
    task: str, edition: Edition, controls: Controls, test: MutationTest, *, as_json: bool
) -> None:
    tallies, unchanged = test.tallies(), test.unchanged()
    if as_json:
        from ckpt_tui.services.testing_document import testing_document

        write_json(testing_document(task, edition, controls, tallies, unchanged))
    else:
        from ckpt_tui.cli.test_table import print_test

        print_test(task, edition.label, controls, tallies, unchanged)


def _code(controls: Controls, tallies: Sequence[Tally]) -> int:
    if controls.failed or any(tally.survivors for tally in tallies):
        return _FOUND
    is_untested = any(tally.untested for tally in tallies)
    return _UNDECIDED if controls.is_open or is_untested else 0
