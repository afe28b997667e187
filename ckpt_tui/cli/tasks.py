"""Tasks named on a command line, and what is said of their files."""

from collections.abc import Sequence

from ckpt_tui.adapters.workspace import CHECKLISTS_NAME, checked_task, how_to_begin
from ckpt_tui.cli.output import say
from ckpt_tui.errors import UsageError
from ckpt_tui.services.workbench import Workbench

_NAMED = 3


def named_tasks(workbench: Workbench, tasks: Sequence[str]) -> Sequence[str]:
    """The tasks as named, without repeats, or all of them, which may be none, and is said then.

    Raises UsageError for an unknown one, with what to write to have it.
    """
    known = workbench.store.tasks()
    for task in tasks:
        if task not in known:
            raise UsageError(
                f"there is no task {task!r}; known: {', '.join(known) or 'none yet'};"
                f" {_beginning(checked_task(task))}"
            )
    if not known:
        say(f"there is no task yet; {_beginning('TASK')}")
    return tuple(dict.fromkeys(tasks)) or known


def _beginning(task: str) -> str:
    return how_to_begin(task, f"{CHECKLISTS_NAME}/{task}/checklist.toml")


def skipped_files(skipped: Sequence[str]) -> str:
    """That no reader knows some files: how many, and the first few by name."""
    more = len(skipped) - _NAMED
    shown = ", ".join(skipped[:_NAMED])
    names = f"{shown} and {more} more" if more > 0 else shown
    return f"skipped what no reader knows: {len(skipped)} ({names})"
