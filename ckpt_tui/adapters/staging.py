"""Temporary files beside their target: written whole, synced, swapped in, and swept when left."""

import errno
import fcntl
import os
import secrets
import signal
import stat
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.processes import is_alive, numbering

MARK: Final = "ckpt-tui"
STALE_SECONDS: Final = 24 * 3600

_CHUNK: Final = 1 << 20
_AT_FDCWD: Final = -100
_RENAME_EXCHANGE: Final = 2


class Staged(Struct, frozen=True, kw_only=True):
    """A temporary file, synced and read back.

    Attributes:
        inode: tells our file from one that the swap put under the same name.
        lost: what of the target's attributes it could not take over, one sentence each.
    """

    path: Path
    inode: int
    lost: tuple[str, ...]


def stage(target: Path, content: bytes, like: os.stat_result | None) -> Staged:
    """Write the bytes beside `target`, with the attributes of the file there if there is one.

    Raises OSError, and then leaves nothing behind.
    """
    path = target.with_name(f"{_prefix(target)}{_host_tag()}.{os.getpid()}.{secrets.token_hex(4)}")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o666 if like is None else 0o600)
    try:
        try:
            inode = os.fstat(descriptor).st_ino
            write_all(descriptor, content)
            lost = () if like is None else tuple(_not_taken_over(descriptor, target, like))
            sync(descriptor)
            os.lseek(descriptor, 0, os.SEEK_SET)
            if read_up_to(descriptor, len(content) + 1) != content:
                raise OSError(errno.EIO, "the disk gives back something else than was written")
        finally:
            os.close(descriptor)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    return Staged(path=path, inode=inode, lost=lost)


def discard(staged: Staged) -> None:
    """Remove the temporary file, unless its name holds the author's file by now."""
    with suppress(OSError):
        if staged.path.lstat().st_ino == staged.inode:
            staged.path.unlink()


def sweep(target: Path) -> None:
    """Remove what killed saves of `target` left; the caller holds its lock."""
    prefix = _prefix(target)
    with suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and _is_stale(entry, entry.name[len(prefix) :]):
                with suppress(OSError):
                    Path(entry.path).unlink()


def exchange(left: Path, right: Path) -> bool:
    """Swap two names in one step; False where the system or the file system cannot.

    Raises FileNotFoundError where one of them is gone.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes  # noqa: PLC0415 (takes longer to load than all of this module)

    libc = ctypes.CDLL(None, use_errno=True)
    swap = getattr(libc, "renameat2", None)
    if swap is None:
        return False
    names = os.fsencode(left), os.fsencode(right)
    if swap(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE) == 0:
        return True
    if ctypes.get_errno() == errno.ENOENT:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(right))
    return False


def is_being_written(descriptor: int) -> bool:
    """Whether another program has the file open to write, as far as the system tells.

    On Linux such programs are kept waiting from here until the descriptor is closed.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        # a program that comes to write is announced by a signal; SIGIO, the usual one, would end us
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:  # most causes mean that this file system knows no leases
        return error.errno == errno.EAGAIN
    return False


def sync(descriptor: int) -> None:
    """Have the file's bytes on the disk, not in its cache; raises OSError."""
    if sys.platform == "darwin":
        # only there does fsync stop at the drive's cache
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fsync(descriptor)


def write_all(descriptor: int, content: bytes) -> None:
    """Write every byte, however few the system takes at a time; raises OSError."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_up_to(descriptor: int, limit: int) -> bytes:
    """Read to the end of the file, or `limit` bytes; raises OSError."""
    chunks: list[bytes] = []
    while limit > 0 and (chunk := os.read(descriptor, min(limit, _CHUNK))):
        chunks.append(chunk)
        limit -= len(chunk)
    return b"".join(chunks)


def _prefix(target: Path) -> str:
    return f".{target.name}.{MARK}."


def _host_tag() -> str:
    return f"{zlib.crc32(os.fsencode(numbering())):08x}"


def _is_stale(entry: os.DirEntry[str], tag: str) -> bool:
    host, _, rest = tag.partition(".")
    pid = rest.partition(".")[0]
    if not pid.isdecimal():
        return False
    if host == _host_tag() and (int(pid) == os.getpid() or not is_alive(int(pid))):
        return True
    found = entry.stat(follow_symlinks=False)
    return stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime > STALE_SECONDS


def _not_taken_over(descriptor: int, target: Path, like: os.stat_result) -> Iterator[str]:
    if like.st_nlink > 1:
        yield f"{target} had {like.st_nlink} hard links; the other names keep the old text"
    mine = os.fstat(descriptor)
    if (mine.st_uid, mine.st_gid) != (like.st_uid, like.st_gid):
        try:
            os.fchown(descriptor, like.st_uid, like.st_gid)
        except OSError:
            yield f"{target} belongs to you now; its owner or group could not be kept"
    try:
        os.fchmod(descriptor, stat.S_IMODE(like.st_mode))
    except OSError:
        yield f"{target}: its mode {stat.S_IMODE(like.st_mode):04o} could not be kept"
    if sys.platform.startswith("linux"):
        lost = [name for name in _attributes(target) if not _is_copied(name, target, descriptor)]
        if lost:
            yield f"{target}: its extended attributes {', '.join(lost)} could not be kept"


def _attributes(target: Path) -> list[str]:
    try:
        return os.listxattr(target)
    except OSError:
        return []


def _is_copied(name: str, target: Path, descriptor: int) -> bool:
    try:
        os.setxattr(descriptor, name, os.getxattr(target, name))
    except OSError:
        return False
    return True
