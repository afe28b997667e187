"""One writer at a time: a lock beside the user's state, held only while a file is replaced."""

import fcntl
import hashlib
import os
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.durable import make_folder, read_bounded
from ckpt_tui.errors import StoreError

LOCK_SECONDS = 5.0
_TRY_SECONDS: Final = 0.05
_AGAIN: Final = "try again when it is done"


@contextmanager
def exclusive(path: Path, locks: Path, *, seconds: float = LOCK_SECONDS) -> Generator[None]:
    """Hold the lock of `path`, which need not exist; the lock file lies in the folder `locks`.

    The lock is not on the file itself: after the file was replaced, two writers would hold the
    locks of two different files. Where no lock file can be made, the folder of `path` itself is
    locked: what was typed is to be saved whatever the state folder is like. Raises StoreError,
    naming the holder, when it is not free in time.
    """
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
        with _folder_held(path, seconds):
            yield
        return
    try:
        with suppress(OSError):  # only there to make a message better
            holder_file.write_text(f"process {os.getpid()} on {os.uname().nodename}", "utf-8")
        yield
    finally:
        with suppress(OSError):  # the file is written, and closing frees the lock in any case
            lock.release()


@contextmanager
def _folder_held(path: Path, seconds: float) -> Generator[None]:
    """Hold the folder that `path` is or lies in; it has to be there."""
    folder = path if path.is_dir() else path.parent
    deadline = time.monotonic() + seconds
    try:
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be locked: {error.strerror or error}") from error
    try:
        while not _is_locked(held, folder):
            if time.monotonic() > deadline:
                reason = f"another program has been writing here for {seconds:g} seconds; {_AGAIN}"
                raise StoreError(f"{folder}: {reason}")
            time.sleep(_TRY_SECONDS)  # noqa: TID251 (the system tells nobody when it is free)
        yield
    finally:
        os.close(held)


def _is_locked(held: int, folder: Path) -> bool:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise StoreError(f"{folder}: cannot be locked: {error.strerror or error}") from error
    return True


def _holder(holder_file: Path) -> str:
    try:
        return read_bounded(holder_file, 1000).decode("utf-8", "replace") or "another program"
    except StoreError:
        return "another program"
