"""Opening a file that somebody else wrote: regular files only, and never waiting for one."""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class NotAFileError(OSError):
    """A pipe, a socket or a device stands where a file should."""


@contextmanager
def opened(path: Path, *, follow: bool = True, is_buffered: bool = True) -> Generator[BinaryIO]:
    """A regular file, open for reading; raises OSError.

    With `follow` off, a symbolic link is not opened. Without a buffer it takes three calls of the
    system less, and a read may give less than was asked for, or None.
    """
    # without O_NONBLOCK, opening a pipe waits for a writer for ever
    descriptor = os.open(path, _FLAGS if follow else _FLAGS | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(descriptor, "rb", buffering=-1 if is_buffered else 0) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotAFileError(f"{path} is no regular file")
        yield file
