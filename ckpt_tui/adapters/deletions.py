"""Which checkpoints were deleted in the app: one append-only file a task in the state folder."""

import os
from pathlib import Path

from ckpt_tui.adapters.durable import make_folder, read_bounded
from ckpt_tui.adapters.staging import write_all
from ckpt_tui.adapters.workspace import task_key
from ckpt_tui.errors import StoreError


class FileDeletions:
    """The log of one workspace, an id a line; losing it only makes a question be asked again."""

    def __init__(self, state_folder: Path, workspace: Path) -> None:
        self._folder = state_folder / "deletions"
        self._workspace = workspace

    def deleted(self, task: str) -> frozenset[str]:
        """Ids of checkpoints that an author deleted in the app, on this machine."""
        try:
            lines = read_bounded(self._path(task)).decode("utf-8", "replace")
        except StoreError:
            return frozenset()
        return frozenset(lines.split())

    def note(self, task: str, identifiers: frozenset[str]) -> None:
        """Remember that an author deleted them; raises StoreError."""
        path = self._path(task)
        lines = "".join(f"{identifier}\n" for identifier in sorted(identifiers))
        try:
            make_folder(self._folder, mode=0o700)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            try:
                write_all(descriptor, lines.encode())
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StoreError(f"{path}: cannot be written: {error.strerror or error}") from error

    def _path(self, task: str) -> Path:
        return self._folder / task_key(self._workspace, task)
