"""Builds a workbench over the disk: the only module that knows concrete adapters."""

from collections.abc import Callable, Iterator
from getpass import getuser
from pathlib import Path

from ckpt_tui.adapters.checklist_files import FileChecklistStore
from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.adapters.command_results import FileResults
from ckpt_tui.adapters.deletions import FileDeletions
from ckpt_tui.adapters.journal import FileJournal
from ckpt_tui.adapters.sandbox.runners import SandboxRunner, UnconfinedRunner
from ckpt_tui.adapters.settings import read_stages
from ckpt_tui.adapters.task_files import FolderTaskFiles
from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.adapters.trust import FileTrust
from ckpt_tui.adapters.watching import WatchfilesWatch
from ckpt_tui.adapters.workspace import cache_folder, find_workspace, state_folder
from ckpt_tui.core.trace import Json
from ckpt_tui.ports import TraceLibrary
from ckpt_tui.process_ports import Executor, Made
from ckpt_tui.services.commands import CommandTools
from ckpt_tui.services.workbench import Workbench


def open_workbench(folder: Path, executor: Executor | None = None) -> Workbench:
    """The workspace that holds a folder; raises UsageError for none, or for wrong settings."""
    root = find_workspace(folder)
    state = state_folder()
    store = FileChecklistStore(root, SystemClock(), _author())
    return Workbench(
        name=str(root),
        format=TomlFormat(),
        store=store,
        library=FileTraceLibrary(root),
        journal=FileJournal(state, root),
        deletions=FileDeletions(state, root),
        watch=WatchfilesWatch(),
        stages=read_stages(root),
        commands=CommandTools(
            files=FolderTaskFiles(store.folder),
            trust=FileTrust(state, root),
            results=FileResults(cache_folder()),
            sandbox=SandboxRunner(),
            unconfined=UnconfinedRunner(),
        ),
        spread=_spread,
        within=_within,
        executor=executor,
    )


def open_library(folder: Path) -> TraceLibrary:
    """Recordings anywhere, named as they are seen from a folder; no workspace is needed."""
    return FileTraceLibrary(folder)


def checklist_schema() -> dict[str, Json]:
    """The JSON Schema of the checklist file."""
    return TomlFormat().schema()


def _spread(make: Callable[[int], Made], count: int, /) -> Iterator[Made]:
    # The screen has no use for it, and starts sooner without.
    from ckpt_tui.adapters.workers import in_order  # noqa: PLC0415

    return in_order(make, count)


def _within(make: Callable[[], Made], seconds: float, /) -> Made | None:
    from ckpt_tui.adapters.workers import within  # noqa: PLC0415 (as above)

    return within(make, seconds)


def _author() -> str:
    """The name that a sealed version carries; a machine without one says so."""
    try:
        return getuser()
    except (OSError, KeyError):
        return "unknown"
