"""Tasks named on a command line."""

from collections.abc import Sequence

from ckpt_tui.errors import UsageError
from ckpt_tui.services.workbench import Workbench


def named_tasks(workbench: Workbench, tasks: Sequence[str]) -> Sequence[str]:
    """The tasks as named, without repeats, or all of them; raises UsageError for an unknown one."""
    known = workbench.store.tasks()
    for task in tasks:
        if task not in known:
            raise UsageError(f"there is no task {task!r}; known: {', '.join(known) or 'none yet'}")
    return tuple(dict.fromkeys(tasks)) or known
