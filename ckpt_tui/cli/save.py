"""`ckpt-tui save`."""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

import click

from ckpt_tui.cli.output import say, write
from ckpt_tui.errors import CkptError
from ckpt_tui.ports import Sample
from ckpt_tui.services.checklists import Edition
from ckpt_tui.services.workbench import Workbench

if TYPE_CHECKING:
    from ckpt_tui.core.controls import ControlRun

_PATIENCE_SECONDS: Final = 5.0


@click.command(name="save")
@click.argument("task")
@click.option("-m", "--message", required=True, metavar="WHY", help="Why this version exists.")
@click.pass_obj
def command(folder: Path, task: str, message: str) -> None:
    """Seal the working copy of TASK as its next version."""
    from ckpt_tui.services.checklists import current_edition, loss_of, move_of
    from ckpt_tui.services.manuscript import Manuscript
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    before = len(workbench.store.versions(task))
    edition = current_edition(workbench, task, working=True)
    if edition.lost:
        say(loss_of(edition.lost, edition.version))
    if edition.moved:
        say(move_of(edition.moved, edition.version))
    version = Manuscript(task, workbench).save(message)
    write(f"v{version.number} {'sealed' if version.number > before else 'already says this'}")
    for unnoted in version.warnings:
        say(unnoted)
    _warn(workbench, edition)


def _warn(workbench: Workbench, edition: Edition) -> None:
    """Say what the sample runs hold against the list, as far as that is known soon enough."""
    from ckpt_tui.core.sealing import warning

    try:
        samples = workbench.library.samples(edition.checklist.task).samples
    except CkptError as error:
        say(f"control runs cannot be tried: {error}")
        return
    end = monotonic() + _PATIENCE_SECONDS
    marked = _tried(workbench, edition, [it for it in samples if it.role is not None], end)
    unmarked = [it for it in samples if it.role is None]
    others = None if marked is None else _tried(workbench, edition, unmarked, end)
    sentence = warning(edition.checklist, marked, others)
    if sentence is not None:
        say(sentence)


def _tried(
    workbench: Workbench, edition: Edition, samples: Sequence[Sample], end: float
) -> "Sequence[ControlRun] | None":
    """The runs under the list; None where that takes too long."""
    from ckpt_tui.services.testing import control_runs

    if not samples:
        return ()
    seconds = max(0.0, end - monotonic())
    return workbench.within(lambda: control_runs(workbench, edition, samples), seconds)
