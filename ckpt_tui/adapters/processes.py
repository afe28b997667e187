"""Whether the process that left something behind still runs."""

import os
from pathlib import Path


def host_name() -> str:
    """This machine's name; process numbers mean nothing on another one."""
    return os.uname().nodename


def is_alive(pid: int) -> bool:
    """Whether a process of that number runs on this machine."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def start_mark(pid: int) -> str:
    """When the process started, in the kernel's ticks since boot; empty where that is not told.

    With the number it names a process for good: numbers are used again.
    """
    try:
        status = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return ""
    # the program's name stands in brackets and may hold spaces and brackets of its own
    return status.rpartition(b")")[2].split()[19].decode("ascii")
