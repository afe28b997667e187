"""Reads that cannot hang, and writes that a crash, a full disk or a second writer cannot tear.

The recipe of a write: the bytes go to a temporary file in the same folder, are synced and read
back; then the two names are swapped in one step and the folder is synced. What the swap took out
is compared with what the writer had read, so that a file that somebody else wrote meanwhile is put
back instead of lost. At no moment does the name hold anything but a whole text.
"""

import hashlib
import os
import stat
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters import staging
from ckpt_tui.errors import CkptError, ConflictError, StoreError

READ_LIMIT: Final = 64 * 1024 * 1024

_TRIES: Final = 75
_PAUSE_SECONDS: Final = 0.004
_REST_SECONDS: Final = 0.01
_KINDS: Final = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class Saved(Struct, frozen=True, kw_only=True):
    """A write that is in place.

    Attributes:
        digest: of the bytes, as `content_digest` makes it.
        warnings: what could not be kept or confirmed, one sentence each.
    """

    digest: str
    warnings: tuple[str, ...] = ()


def content_digest(content: bytes) -> str:
    """The name of a content: `sha256:` and 64 hex digits."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def read_bounded(path: Path, limit: int = READ_LIMIT) -> bytes:
    """The bytes of a regular file of at most `limit` bytes, as they stood at one moment.

    Raises StoreError, at once, for a folder, pipe or device, for a longer file and where the disk
    refuses; after a third of a second where another program does not stop writing the file.
    """
    return _read(path, limit, rest_seconds=0.0)


def read_settled(path: Path, limit: int = READ_LIMIT) -> bytes:
    """Like `read_bounded`, but a file touched this very moment is given time to be written whole.

    An editor that saves in place empties the file first; nothing else tells the empty moment.
    """
    return _read(path, limit, rest_seconds=_REST_SECONDS)


def replace_durably(path: Path, content: bytes, *, base: str) -> Saved:
    """Replace the file whose content is named `base`; the caller holds its lock.

    Raises ConflictError where the file has another content by now or is gone, StoreError where the
    disk refuses; either way the file is as it was.
    """
    with _refusals(path):
        target = _target(path)
        if not os.access(target, os.W_OK):
            raise StoreError(f"{path} is read-only; nothing was written")
        staging.sweep(target)
        staged = staging.stage(target, content, target.stat())
        try:
            _require(base, target, target)
            _swap_in(staged, target, base=base)
        except BaseException:
            staging.discard(staged)
            raise
    return Saved(digest=content_digest(content), warnings=(*staged.lost, *_unsynced(target.parent)))


def create_durably(path: Path, content: bytes) -> Saved:
    """Write a file that must not exist yet; the caller holds its lock.

    Raises ConflictError where it exists, StoreError where the disk refuses; either way the folder
    is as it was.
    """
    with _refusals(path):
        staging.sweep(path)
        staged = staging.stage(path, content, None)
        try:
            _put_new(staged.path, path)
        finally:
            staging.discard(staged)
    return Saved(digest=content_digest(content), warnings=tuple(_unsynced(path.parent)))


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and those above it, durably; raises StoreError."""
    with _refusals(folder):
        if folder.is_dir():
            return
        make_folder(folder.parent, mode)
        folder.mkdir(mode, exist_ok=True)
    # no warning: the file that is written next is synced, and says so, with its own folder
    _unsynced(folder.parent)


def _read(path: Path, limit: int, *, rest_seconds: float) -> bytes:
    try:
        for _ in range(_TRIES):
            content, is_whole = _read_once(path, limit, rest_seconds)
            if is_whole:
                return content
            time.sleep(_PAUSE_SECONDS)  # noqa: TID251 (an in-place writer needs a moment)
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from error
    raise StoreError(f"{path}: another program keeps writing it; try again when it is done")


def _read_once(path: Path, limit: int, rest_seconds: float) -> tuple[bytes, bool]:
    descriptor = _opened(path)
    try:
        before = os.fstat(descriptor)
        age = time.time() - before.st_mtime
        # the size is not believed: files of /proc say 0, and a file may grow while it is read
        content = staging.read_up_to(descriptor, limit + 1)
        after = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    if len(content) > limit:
        raise StoreError(f"{path} is larger than {limit:,} bytes, the most that is read")
    return content, _stamp(before) == _stamp(after) and not 0 <= age < rest_seconds


def _opened(path: Path) -> int:
    # NONBLOCK: opening a pipe must not wait for its writer
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    raise StoreError(f"{path} is {_kind(mode)}, not a file")


def _stamp(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _kind(mode: int) -> str:
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "a special file")


def _target(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError as error:
        raise ConflictError(f"{path} is gone from the disk; nothing was written") from error


def _swap_in(staged: staging.Staged, target: Path, *, base: str) -> None:
    if not staging.exchange(staged.path, target):
        staged.path.replace(target)
        return
    # by now the temporary name holds what stood there at the moment of the swap
    try:
        _require(base, staged.path, target)
    except (OSError, CkptError):
        staged.path.replace(target)
        raise
    with suppress(OSError):  # the next save sweeps it
        staged.path.unlink()


def _require(base: str, path: Path, target: Path) -> None:
    descriptor = _opened(path)
    try:
        is_written = staging.is_being_written(descriptor)
        is_base = content_digest(staging.read_up_to(descriptor, READ_LIMIT)) == base
        # a second look, for whoever came while it was read
        if is_written or staging.is_being_written(descriptor):
            raise StoreError(
                f"{target} is being written by another program; nothing was written: try again when"
                " it is done"
            )
    finally:
        os.close(descriptor)
    if not is_base:
        raise ConflictError(f"{target} changed on disk since it was read; nothing was written")


def _put_new(staged: Path, path: Path) -> None:
    try:
        path.hardlink_to(staged)
    except FileExistsError as error:
        raise ConflictError(f"{path} exists already; nothing was written") from error
    except OSError:  # a file system without links; the lock keeps our own writers apart
        if os.path.lexists(path):
            raise ConflictError(f"{path} exists already; nothing was written") from None
        staged.replace(path)


def _unsynced(folder: Path) -> list[str]:
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            staging.sync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        cause = error.strerror or error
        return [f"saved, but {folder} could not be synced ({cause}): a power cut may undo it"]
    return []


@contextmanager
def _refusals(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{path}: cannot be written: {error.strerror or error}; what is on disk is as it was"
        ) from error
