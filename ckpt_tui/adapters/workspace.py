"""Where things lie: the workspace above a folder, and the user's state folder."""

import hashlib
import os
import string
from pathlib import Path

from ckpt_tui.adapters.looks import is_file, is_folder
from ckpt_tui.errors import UsageError

SETTINGS_NAME = "ckpt-tui.toml"
CHECKLISTS_NAME = "checklists"
TRACES_NAME = "sample_traces"

TASK_ID_LIMIT = 128
_TASK_ID_START = frozenset(string.ascii_letters + string.digits)
_TASK_ID_CHARACTERS = _TASK_ID_START | frozenset("._-")
# Windows opens a device for these names, whatever follows the first dot.
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))]
)


def find_workspace(start: Path) -> Path:
    """The nearest folder upward that holds `ckpt-tui.toml` or `checklists/`.

    Absolute, symbolic links resolved. Raises UsageError where `start` is no folder or no folder
    above it is a workspace.
    """
    folder = Path(os.path.realpath(start))
    if not is_folder(folder):
        raise UsageError(f"{start}: there is no such folder; name an existing one with -C DIR")
    for candidate in (folder, *folder.parents):
        if is_folder(candidate / CHECKLISTS_NAME) or is_file(candidate / SETTINGS_NAME):
            return candidate
    raise UsageError(
        f"{folder}: neither this folder nor one above it holds {SETTINGS_NAME} or"
        f" {CHECKLISTS_NAME}/; go to your workspace, name it with -C DIR, or begin one here"
        f" with `mkdir {CHECKLISTS_NAME}`"
    )


def is_task_id(name: str) -> bool:
    """Whether a name can be a task's: a letter or digit, then letters, digits, `.`, `_`, `-`."""
    return (
        0 < len(name) <= TASK_ID_LIMIT
        and name[0] in _TASK_ID_START
        and _TASK_ID_CHARACTERS.issuperset(name)
        and name.split(".", 1)[0].lower() not in _DEVICES
    )


def checked_task(task: str) -> str:
    """The task's id as given; raises UsageError where it cannot be one."""
    if is_task_id(task):
        return task
    raise UsageError(
        f"{task!a} is no task id: it begins with a letter or digit, goes on with letters,"
        f" digits, `.`, `_` and `-`, has at most {TASK_ID_LIMIT} characters and is not the name of"
        " a device (con, nul, …)"
    )


def state_folder() -> Path:
    """The user's folder for journals, locks and trust; it need not exist yet."""
    import platformdirs  # noqa: PLC0415 (half the start-up time of a command that needs no folder)

    return platformdirs.user_state_path("ckpt-tui", appauthor=False)


def cache_folder() -> Path:
    """The user's folder for what can be made again; it need not exist yet."""
    import platformdirs  # noqa: PLC0415 (as above)

    return platformdirs.user_cache_path("ckpt-tui", appauthor=False)


def task_key(workspace: Path | str, task: str) -> str:
    """A file name that stands for one task of one workspace in the state folder."""
    named = f"{workspace}\0{task}".encode("utf-8", "surrogateescape")
    return hashlib.sha256(named).hexdigest()[:32]


def how_to_begin(task: str, name: str) -> str:
    """What to write, and into which file, to have a checklist."""
    return (
        f'write {name} to begin one: format = 1, task = "{task}",'
        " and a [[checkpoint]] with id, title and check"
    )
