"""`ckpt-tui lint`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ckpt_tui.cli.output import say, write, write_json
from ckpt_tui.cli.progress import counted
from ckpt_tui.cli.tasks import named_tasks, skipped_files
from ckpt_tui.core.display import plain
from ckpt_tui.core.linting.finding import Finding
from ckpt_tui.core.trace import Json
from ckpt_tui.errors import CkptError
from ckpt_tui.services.linting import Linted, lint
from ckpt_tui.services.workbench import Workbench


@click.command(name="lint")
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_obj
def command(folder: Path, tasks: tuple[str, ...], *, as_json: bool) -> int:
    """Say what makes the list of each TASK (of all tasks) grade other than meant.

    Looks at the working copies, and at how the sample runs do under them. Exits with 1 when it
    finds something.
    """
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    named = named_tasks(workbench, tasks)
    problems: list[str] = []
    looked = list(counted(_looked(workbench, named, problems), len(named), "list"))
    if as_json:
        write_json([_document(each.task, it) for each in looked for it in each.found])
    else:
        for each in looked:
            _print(each)
    return CkptError.exit_code if problems else int(any(each.found for each in looked))


def _looked(workbench: Workbench, tasks: Sequence[str], problems: list[str]) -> Iterator[Linted]:
    """Look at list after list; what cannot be read is said, the others go on."""
    for task in tasks:
        try:
            linted = lint(workbench, task)
        except CkptError as error:
            problems.append(str(error))
            say(str(error))
            continue
        if linted.skipped:
            say(f"{task}: {skipped_files(linted.skipped)}")
        for reason in linted.unread:
            say(f"{task}: left out a run: {reason}")
        yield linted


def _print(linted: Linted) -> None:
    if not linted.found:
        write(f"{linted.task}: nothing found")
    for finding in linted.found:
        about = "" if finding.checkpoint is None else f" {finding.checkpoint}"
        write(f"{linted.task}{about}: {finding.rule}: {plain(finding.detail)}")


def _document(task: str, finding: Finding) -> Json:
    return {
        "task": task,
        "checkpoint": finding.checkpoint,
        "rule": str(finding.rule),
        "detail": finding.detail,
    }
