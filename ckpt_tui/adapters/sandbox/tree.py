"""What a process and all that come from it use too much of, as /proc shows it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.sandbox.limits import MEBI, Limits
from ckpt_tui.adapters.sandbox.watching import refused
from ckpt_tui.core.command_runs import NotRun

_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_SPARE_SHARE: Final = 20
_BEHIND: Final = 10


def excess(root: int, limits: Limits) -> NotRun | None:
    """Why a process and its descendants have to be stopped; None while they may go on."""
    processes, tasks = [root], 0
    for process in processes:
        for threads, children in _family(process):
            tasks += threads
            processes.extend(children)
        if tasks > limits.tasks:
            return refused(f"It started more than {limits.tasks} processes and threads.")
    if _memory(processes, limits.memory) > limits.memory:
        return refused(f"It took more than {limits.memory // MEBI} MiB of memory.")
    return refused("This machine is short of memory.") if _is_machine_short() else None


def give_way(root: int) -> None:
    """Let a process and its descendants run behind all others, so that they can be watched."""
    processes = [root]
    for process in processes:
        processes.extend(child for _, children in _family(process) for child in children)
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, _BEHIND)


def _family(process: int) -> Iterator[tuple[int, Sequence[int]]]:
    """One for each thread of a process, and the processes that it started."""
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError, ValueError):
                words = (thread / "children").read_bytes().decode().split()
                yield 1, [int(word) for word in words]


def _memory(processes: list[int], most: int) -> int:
    """Resident bytes of processes; what they share counts once where it matters."""
    resident = sum(map(_resident, processes))
    # Exact figures cost the kernel a walk over every page.
    return resident if resident <= most else sum(map(_own_share, processes))


def _is_machine_short() -> bool:
    """Whether less than a twentieth of the machine's memory is left."""
    with suppress(OSError, ValueError, KeyError):
        lines = Path("/proc/meminfo").read_bytes().decode().splitlines()
        sizes = {line.partition(":")[0]: int(line.split()[1]) for line in lines}
        return sizes["MemAvailable"] * _SPARE_SHARE < sizes["MemTotal"]
    return False


def _resident(process: int) -> int:
    with suppress(OSError, IndexError, ValueError):
        return int(Path(f"/proc/{process}/statm").read_bytes().decode().split()[1]) * _PAGE
    return 0


def _own_share(process: int) -> int:
    with suppress(OSError, IndexError, ValueError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_bytes().decode().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return _resident(process)
