"""One writer at a time: a lock beside the user's state, held only while a file is replaced."""

import hashlib
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ckpt_tui.adapters.durable import make_folder, read_bounded
from ckpt_tui.errors import StoreError

LOCK_SECONDS = 5.0


@contextmanager
def exclusive(path: Path, locks: Path, *, seconds: float = LOCK_SECONDS) -> Generator[None]:
    """Hold the lock of `path`, which need not exist; the lock file lies in the folder `locks`.

    The lock is not on the file itself: after the file was replaced, two writers would hold the
    locks of two different files. Raises StoreError, naming the holder, when it is not free in
    time.
    """
    import filelock  # noqa: PLC0415 (its import takes longer than a save, and most runs never save)

    lock_file = (
        locks / f"{hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]}.lock"
    )
    holder_file = lock_file.with_suffix(".holder")
    make_folder(locks, mode=0o700)
    lock = filelock.FileLock(lock_file, timeout=seconds, mode=0o600)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise StoreError(
            f"{path}: {_holder(holder_file)} has been writing it for {seconds:g} seconds;"
            " try again when it is done"
        ) from error
    except OSError as error:
        raise StoreError(
            f"{path}: the lock in {locks} cannot be taken: {error.strerror or error};"
            " make that folder writable"
        ) from error
    try:
        with suppress(OSError):  # only there to make a message better
            holder_file.write_text(f"process {os.getpid()} on {os.uname().nodename}", "utf-8")
        yield
    finally:
        with suppress(OSError):  # the file is written, and closing frees the lock in any case
            lock.release()


def _holder(holder_file: Path) -> str:
    try:
        return read_bounded(holder_file, 1000).decode("utf-8", "replace") or "another program"
    except StoreError:
        return "another program"
