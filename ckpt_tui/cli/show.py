"""`ckpt-tui show`."""

import sys
from pathlib import Path

import click

from ckpt_tui.cli.output import write
from ckpt_tui.core.display import plain


@click.command(name="show")
@click.argument("name", metavar="TASK[@VERSION]")
@click.pass_obj
def command(folder: Path, name: str) -> None:
    """Print the working copy of TASK, or a sealed version: task_042@3, @v3 or @v0003."""
    from ckpt_tui.services.checklists import sealed_edition, version_named
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    task, at, version = name.partition("@")
    if at:
        sealed = sealed_edition(workbench, task, version_named(workbench, task, version))
        text = workbench.format.unsealed(sealed.text)
    else:
        text = workbench.store.working(task).text
    # A pipe gets the very bytes; a terminal gets what is safe to show.
    if sys.stdout.isatty():
        write(plain(text, lines=True))
    else:
        sys.stdout.buffer.write(text.encode())
