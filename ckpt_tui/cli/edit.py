"""`ckpt-tui edit`."""

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ckpt_tui.errors import StoreError, UsageError

if TYPE_CHECKING:
    from ckpt_tui.process_ports import Executor
    from ckpt_tui.services.authoring import AuthoringSession
    from ckpt_tui.services.stranded import Stranded


@click.command(name="edit")
@click.argument("task")
@click.pass_obj
def command(folder: Path, task: str) -> int:
    """Write and reorder the checkpoints of TASK beside its recorded traces."""
    # Nothing that is loaded to begin with is garbage; looking for it costs a tenth of the start.
    gc.disable()
    titles = _titles(folder, task)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("edit needs a terminal; `ckpt-tui score` and `show` work without one")
    if os.environ.get("TERM") == "dumb":
        raise UsageError("edit needs a terminal that moves its cursor; TERM=dumb names one without")
    # Textual draws on stderr.
    encoding = sys.stderr.encoding
    if "utf" not in encoding.lower():
        raise UsageError(f"edit draws in UTF-8, and the locale says {encoding}; set LANG=C.UTF-8")
    # Textual reads it once, when it is imported; at 60 frames a key press would wait 8 ms longer.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    with ExitStack() as ending:
        executor = _executor(folder, task)
        if executor is not None:
            ending.callback(executor.close)
        from ckpt_tui.tui.app import CkptApp

        opens = partial(_open, folder, task, executor)
        app = CkptApp(task, titles, opens, ending.close, _collect)
        code = app.run()
    if app.fault is not None:
        app.fault.add_note("What was typed is kept and offered again.")
        raise app.fault
    return code or app.return_code or 0


def _titles(folder: Path, task: str) -> Sequence[tuple[str, str]]:
    """What the first frame lists, read without the parts that take long to load.

    Raises CkptError where there is no such task, before there is a screen.
    """
    from ckpt_tui.adapters.checklist_outline import working_outline
    from ckpt_tui.adapters.workspace import find_workspace

    found = working_outline(find_workspace(folder), task)
    return _checked_titles(folder, task) if found is None else found.points


def _checked_titles(folder: Path, task: str) -> Sequence[tuple[str, str]]:
    from ckpt_tui.adapters.checklist_outline import outline
    from ckpt_tui.services.stranded import has_work_left
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(folder)
    try:
        return outline(workbench.store.working(task).text).points
    except StoreError:
        # What an earlier session left needs no file under it.
        if has_work_left(task, workbench):
            return ()
        raise


def _executor(folder: Path, task: str) -> "Executor | None":
    """Where large runs are worked on; begun before anything else is loaded."""
    from ckpt_tui.adapters.large_runs import may_have_large_ones
    from ckpt_tui.adapters.workspace import find_workspace

    workspace = find_workspace(folder)
    if not may_have_large_ones(workspace, task):
        return None
    from ckpt_tui.adapters.executor import start_executor

    return start_executor(workspace, task)


def _open(folder: Path, task: str, executor: "Executor | None") -> "AuthoringSession | Stranded":
    from ckpt_tui.services.stranded import opened_session
    from ckpt_tui.wiring import open_workbench

    return opened_session(task, open_workbench(folder, executor))


def _collect() -> None:
    gc.freeze()
    gc.enable()
