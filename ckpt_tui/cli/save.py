"""`ckpt-tui save`."""

from pathlib import Path
from typing import Final

import click

from ckpt_tui.cli.output import say, write
from ckpt_tui.core.controls import warning
from ckpt_tui.errors import CkptError
from ckpt_tui.services.checklists import Edition
from ckpt_tui.services.workbench import Workbench

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
    _warn_of_controls(workbench, task, edition)


def _warn_of_controls(workbench: Workbench, task: str, edition: Edition) -> None:
    """Say which control runs the list gets wrong, or that this is not known soon enough."""
    from ckpt_tui.services.testing import run_controls

    def told() -> str:
        try:
            return warning(run_controls(workbench, task, edition)) or ""
        except CkptError as error:
            return f"control runs cannot be tried: {error}"

    found = workbench.within(told, _PATIENCE_SECONDS)
    sentence = warning(None) if found is None else found
    if sentence:
        say(sentence)
