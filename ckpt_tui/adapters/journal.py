"""What was typed and not yet written: append-only files in the user's state folder.

Each session has a file of its own for a task. A change is on the disk before `record` returns, so
whatever ends the program, at most the change in flight is lost.
"""

import fcntl
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.durable import content_digest, make_folder, read_bounded
from ckpt_tui.adapters.journal_records import Header, header_record, replayed, splice_record
from ckpt_tui.adapters.processes import is_alive, numbering, start_mark
from ckpt_tui.adapters.staging import sync, write_all
from ckpt_tui.adapters.workspace import task_key
from ckpt_tui.errors import StoreError
from ckpt_tui.ports import JournalEntry

COMPACT_BYTES: Final = 1 << 20

_SUFFIX: Final = ".journal"


class _OpenFile(Struct, kw_only=True):
    """The file that a task's changes go to.

    Attributes:
        text: the text after the last record.
        size: bytes written.
    """

    descriptor: int
    base: str
    text: str
    size: int


class _Left(Struct, frozen=True, kw_only=True):
    """A journal of another session.

    Attributes:
        text: None where no change is whole.
        changed: time stamp of the file, in nanoseconds.
    """

    path: Path
    header: Header
    text: str | None
    changed: int

    @property
    def is_open(self) -> bool:
        """Its session still runs.

        One of another machine or container cannot be looked at, but holds its file locked; where
        no lock reaches that far it counts as over.
        """
        header = self.header
        if header.host != numbering():
            return _is_locked(self.path)
        return is_alive(header.pid) and header.start == start_mark(header.pid)

    @property
    def has_work(self) -> bool:
        """It leads to another text than the one it began from."""
        return self.text is not None and _digest(self.text) != self.header.base


class FileJournal:
    """The journals of one workspace, for one session."""

    def __init__(self, state_folder: Path, workspace: Path) -> None:
        """Keep journals under `state_folder`, apart for every workspace and task."""
        self._folder = state_folder / "journals"
        self._workspace = os.path.realpath(workspace)
        self._open: dict[str, _OpenFile] = {}
        self._own: dict[str, list[Path]] = {}
        self._recovered: dict[str, tuple[JournalEntry | None, frozenset[str]]] = {}

    def record(self, task: str, *, base: str, before: str, after: str) -> None:
        """Append one change, durably; raises StoreError, and then the next change writes all."""
        file = self._open.get(task)
        try:
            if file is None or file.base != base or file.text != before or _is_long(file):
                self._begin(task, base=base, before=before, after=after)
            else:
                _append(file, splice_record(before, after))
                file.text = after
        except OSError as error:
            self._close(task)
            reason = f"{error.strerror or error}: {self._task_folder(task)}"
            raise StoreError(f"the edit journal cannot be written: {reason}") from error

    def recover(self, task: str) -> JournalEntry | None:
        """The newest unsaved work whose session is over; nothing is removed before `clear`."""
        over = [left for left in self._left(task) if not left.is_open]
        replaced = {name for left in over for name in left.header.replaces}
        work = [left for left in over if left.has_work and left.path.name not in replaced]
        newest = max(work, key=lambda left: left.changed, default=None)
        done = {left.path.name for left in over} - {left.path.name for left in work}
        entry = None
        if newest is not None:
            entry = JournalEntry(base=newest.header.base, text=newest.text or "")
            done.add(newest.path.name)
        self._recovered[task] = entry, frozenset(done)
        return entry

    def elsewhere(self, task: str) -> Sequence[str]:
        """The running sessions that hold unwritten work, each as the user may find it."""
        here, found = numbering(), (left for left in self._left(task) if left.is_open)
        headers = [left.header for left in found if left.has_work]
        return [
            f"process {it.pid}"
            if it.host == here
            else f"process {it.pid} on {it.host.partition(' ')[0]}"
            for it in headers
        ]

    def clear(self, task: str) -> None:
        """Remove this session's journal and the one that `recover` returned; raises StoreError."""
        self._close(task)
        folder = self._task_folder(task)
        _, recovered = self._recovered.pop(task, (None, frozenset[str]()))
        try:
            for path in (*self._own.get(task, ()), *(folder / name for name in recovered)):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(
                f"{folder}: a journal cannot be removed: {error.strerror or error}; its text will"
                " be offered again"
            ) from error
        self._own.pop(task, None)

    def _begin(self, task: str, *, base: str, before: str, after: str) -> None:
        self._close(task)
        folder = self._task_folder(task)
        make_folder(folder, mode=0o700)
        path = folder / f"{os.getpid()}-{secrets.token_hex(6)}{_SUFFIX}"
        older = self._own.setdefault(task, [])
        header = self._header(task, base=base, texts=(before, after))
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(path, flags, 0o600)
        file = _OpenFile(descriptor=descriptor, base=base, text=after, size=0)
        self._open[task] = file
        self._own[task] = [*older, path]
        with suppress(OSError):  # where no file can be locked, the process number has to do
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _append(file, header_record(header) + splice_record("", after))
        _sync_folder(folder)
        # what the older files hold is in the new one by now
        for left in older:
            with suppress(OSError):
                left.unlink()
        self._own[task] = [path]

    def _header(self, task: str, *, base: str, texts: tuple[str, str]) -> Header:
        entry, recovered = self._recovered.get(task, (None, frozenset[str]()))
        goes_on = entry is not None and entry.text in texts
        replaces = [path.name for path in self._own[task]]
        return Header(
            workspace=self._workspace,
            task=task,
            base=base,
            pid=os.getpid(),
            host=numbering(),
            start=start_mark(os.getpid()),
            replaces=(*replaces, *(sorted(recovered) if goes_on else ())),
        )

    def _close(self, task: str) -> None:
        file = self._open.pop(task, None)
        if file is not None:
            with suppress(OSError):
                os.close(file.descriptor)

    def _task_folder(self, task: str) -> Path:
        return self._folder / task_key(self._workspace, task)

    def _left(self, task: str) -> Iterator[_Left]:
        own = self._own.get(task, ())
        for path in sorted(self._task_folder(task).glob(f"*{_SUFFIX}")):
            left = None if path in own else _read(path)
            if left is not None:
                yield left


def _read(path: Path) -> _Left | None:
    try:
        journal = replayed(read_bounded(path))
        changed = path.stat().st_mtime_ns
    except (StoreError, OSError):  # removed by its session just now
        return None
    if journal is None:
        return None
    return _Left(path=path, header=journal[0], text=journal[1], changed=changed)


def _is_locked(path: Path) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return isinstance(error, BlockingIOError)
    finally:
        os.close(descriptor)
    return False


def _append(file: _OpenFile, record: bytes) -> None:
    write_all(file.descriptor, record)
    sync(file.descriptor)
    file.size += len(record)


def _is_long(file: _OpenFile) -> bool:
    return file.size > max(COMPACT_BYTES, 4 * len(file.text))


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _digest(text: str) -> str:
    return content_digest(text.encode("utf-8", "surrogatepass"))
