"""`ckpt-tui log`."""

from pathlib import Path

import click

from ckpt_tui.cli.output import say, write, write_json
from ckpt_tui.cli.tasks import named_tasks
from ckpt_tui.core.display import plain
from ckpt_tui.core.trace import Json
from ckpt_tui.ports import VersionInfo


@click.command(name="log")
@click.argument("task")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_obj
def command(folder: Path, task: str, *, as_json: bool) -> None:
    """List the sealed versions of TASK, newest first."""
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    named_tasks(workbench, [task])
    versions = list(reversed(workbench.store.versions(task)))
    if as_json:
        write_json([_document(version) for version in versions])
        return
    if not versions:
        say(f"{task} has no sealed version yet; `ckpt-tui save {task} -m WHY` makes one")
    for version in versions:
        write(
            f"v{version.number:<4} {version.digest[7:13]}  {plain(version.time)}  "
            f"{plain(version.author)}  {plain(version.message)}"
        )


def _document(version: VersionInfo) -> dict[str, Json]:
    return {
        "version": version.number,
        "digest": version.digest,
        "parent": version.parent,
        "author": version.author,
        "time": version.time,
        "message": version.message,
    }
