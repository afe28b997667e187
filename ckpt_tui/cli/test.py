"""`ckpt-tui test`."""

from pathlib import Path

import click

from ckpt_tui.cli.output import say, write_json
from ckpt_tui.cli.progress import counted
from ckpt_tui.cli.tasks import named_tasks, skipped_files
from ckpt_tui.errors import CkptError
from ckpt_tui.services.checklists import Edition, current_edition, loss_of
from ckpt_tui.services.commands import CommandDesk, where_trusted
from ckpt_tui.services.testing import (
    MutationTest,
    Tested,
    TriedRun,
    UntriedRun,
    tested,
    tried_runs,
)
from ckpt_tui.services.workbench import Workbench

_FOUND = 1
_UNDECIDED = 3


@click.command(name="test")
@click.argument("task")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def command(folder: Path, task: str, *, as_json: bool) -> int:
    """Put the working copy of TASK to the test: control runs, and runs changed on purpose.

    Exits with 1 when a control fails, a check passes a run that it should not, or one can never
    pass or never fail; else with 3 when a control is missing or came out open, or a checkpoint
    ends alike on all runs or could not be put to the test.
    """
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    [named] = named_tasks(workbench, [task])
    edition = current_edition(workbench, named, working=True)
    if edition.lost:
        say(loss_of(edition.lost, edition.version))
    commands = CommandDesk(named, workbench.commands, where_trusted)
    runs, problems = _tried(workbench, edition, commands)
    test = MutationTest(workbench, edition, runs, commands)
    for _ in counted(test.run(), len(test), "changing runs"):
        pass
    for problem in test.problems:
        say(problem)
    found = tested(edition, runs, test)
    _show(found, as_json=as_json)
    return CkptError.exit_code if problems or test.problems else _code(found)


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


def _show(found: Tested, *, as_json: bool) -> None:
    if as_json:
        from ckpt_tui.services.testing_document import testing_document

        write_json(testing_document(found))
    else:
        from ckpt_tui.cli.test_table import print_test

        print_test(found)


def _code(found: Tested) -> int:
    if found.is_at_fault:
        return _FOUND
    return _UNDECIDED if found.is_open else 0
