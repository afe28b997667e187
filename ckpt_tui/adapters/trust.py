"""Which commands the user agreed to: one append-only file a task in the state folder."""

import os
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.durable import make_folder, read_bounded
from ckpt_tui.adapters.staging import write_all
from ckpt_tui.adapters.workspace import task_key
from ckpt_tui.errors import StoreError

# Without O_NONBLOCK, opening a pipe waits for a reader for ever.
_APPENDING: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK


class FileTrust:
    """The agreements of one workspace, a name a line; it counts for the folder it lies in only.

    A line that a crash cut off is the name of nothing, so that is asked about again.
    """

    def __init__(self, state_folder: Path, workspace: Path) -> None:
        self._folder = state_folder / "trust"
        self._workspace = workspace

    def trusted(self, task: str) -> frozenset[str]:
        """Names of what was agreed to."""
        try:
            lines = read_bounded(self._path(task)).decode("ascii", "replace")
        except StoreError:
            return frozenset()
        return frozenset(lines.split())

    def trust(self, task: str, names: frozenset[str]) -> None:
        """Remember an agreement; raises StoreError."""
        path = self._path(task)
        # The line end in front: what a crash cut off must not run into the next name.
        lines = "".join(f"\n{name}" for name in sorted(names)) + "\n"
        try:
            make_folder(self._folder, mode=0o700)
            descriptor = os.open(path, _APPENDING, 0o600)
            try:
                write_all(descriptor, lines.encode())
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StoreError(f"{path}: cannot be written: {error.strerror or error}") from error

    def _path(self, task: str) -> Path:
        return self._folder / task_key(self._workspace, task)
