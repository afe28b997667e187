"""Whether the process that left something behind still runs."""

import os
from contextlib import suppress
from pathlib import Path


def host_name() -> str:
    """This machine's name; process numbers mean nothing on another one."""
    return os.uname().nodename


def numbering() -> str:
    """Where process numbers mean the same as here: this machine since its start, this container.

    Containers may share a machine's name and a folder, and count their processes apart.
    """
    marks = [host_name()]
    with suppress(OSError):
        # As bytes: a codec that is not loaded yet would have to be, and files may have run out.
        marks.append(Path("/proc/sys/kernel/random/boot_id").read_bytes().decode().strip())
    with suppress(OSError):
        marks.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(marks)


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
    """When the process started, in the kernel's ticks since boot; empty once it has ended.

    Empty also where the system does not tell. With the number it names a process for good, while
    numbers are used again.
    """
    try:
        status = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return ""
    # the program's name stands in brackets and may hold spaces and brackets of its own
    fields = status.rpartition(b")")[2].split()
    # a zombie keeps its number until its parent asks, which some never do
    return "" if fields[0] in (b"Z", b"X") else fields[19].decode("ascii")
