"""One writer at a time: two locks, held only while a file is replaced.

One is a file beside the user's state, which says who holds it; the other is the folder that is
written to, which also keeps apart those who have no such file, or one in a home of their own.
"""

import fcntl
import hashlib
import os
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.durable import make_folder, read_bounded
from ckpt_tui.adapters.looks import is_folder
from ckpt_tui.errors import StoreError

LOCK_SECONDS = 5.0
_TRY_SECONDS: Final = 0.05
_AGAIN: Final = "try again when it is done"


@contextmanager
def exclusive(path: Path, locks: Path, *, seconds: float = LOCK_SECONDS) -> Generator[None]:
    """Hold the locks of `path`, which need not exist; the lock file lies in the folder `locks`.

    The lock is not on the file itself: after the file was replaced, two writers would hold the
    locks of two different files. One of the two locks is enough: what was typed is to be saved
    whatever the state folder is like, and some network drives lock no folders. Raises StoreError,
    naming the holder where it is known, when it is not free in time.
    """
    deadline = time.monotonic() + seconds
    with (
        _file_held(path, locks, seconds) as has_file,
        _folder_held(path, deadline, seconds) as refused,
    ):
        if refused and not has_file:
            folder = _folder(path)
            raise StoreError(f"{folder}: cannot be locked: {refused}; nothing was written")
        yield


@contextmanager
def _file_held(path: Path, locks: Path, seconds: float) -> Generator[bool]:
    """Hold the lock file; whether there is one."""
    import filelock  # noqa: PLC0415 (its import takes longer than a save, and most runs never save)

    lock_file = (
        locks / f"{hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]}.lock"
    )
    holder_file = lock_file.with_suffix(".holder")
    lock = filelock.FileLock(lock_file, timeout=seconds, mode=0o600)
    is_made = True
    try:
        make_folder(locks, mode=0o700)
        lock.acquire()
    except filelock.Timeout as error:
        raise StoreError(
            f"{path}: {_holder(holder_file)} has been writing it for {seconds:g} seconds; {_AGAIN}"
        ) from error
    except (StoreError, OSError):
        is_made = False
    if not is_made:
        yield False
        return
    try:
        with suppress(OSError):  # only there to make a message better
            holder_file.write_text(f"process {os.getpid()} on {os.uname().nodename}", "utf-8")
        yield True
    finally:
        with suppress(OSError):  # the file is written, and closing frees the lock in any case
            lock.release()


@contextmanager
def _folder_held(path: Path, deadline: float, seconds: float) -> Generator[str]:
    """Hold the folder that `path` is or lies in; why it cannot be locked, empty where it is."""
    folder = _folder(path)
    try:
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        yield error.strerror or str(error)
        return
    try:
        yield _refusal(held, folder, deadline, seconds)
    finally:
        with suppress(OSError):  # as above
            os.close(held)


def _refusal(held: int, folder: Path, deadline: float, seconds: float) -> str:
    """Lock an open folder; why the system does not, empty where it does."""
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                reason = f"another program has been writing here for {seconds:g} seconds; {_AGAIN}"
                raise StoreError(f"{folder}: {reason}") from None
            time.sleep(_TRY_SECONDS)  # noqa: TID251 (the system tells nobody when it is free)
        except OSError as error:
            return error.strerror or str(error)
        else:
            return ""


def _folder(path: Path) -> Path:
    return path if is_folder(path) else path.parent


def _holder(holder_file: Path) -> str:
    try:
        return read_bounded(holder_file, 1000).decode("utf-8", "replace") or "another program"
    except StoreError:
        return "another program"
