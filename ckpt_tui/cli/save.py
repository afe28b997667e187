"""`ckpt-tui save`."""

from pathlib import Path

import click

from ckpt_tui.cli.output import say, write


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
