"""Forks, one a line on stdin, children that save once: the victims of the kill-point tests.

    saving_child.py ACTION WORKSPACE LOCKS

Prints the number of each child, which saves as soon as it gets SIGUSR1, and then how it ended: the
code below, or minus the signal. Forking spares each of some hundred victims the start of Python.
"""

import ctypes
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import filelock  # noqa: F401 (loaded before the fork, once)

from ckpt_tui.adapters.checklist_files import FileChecklistStore
from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.adapters.durable import content_digest
from ckpt_tui.errors import ConflictError, StoreError

TASK = "task_042"
OLD = "title = 'old'\n" * 2000
NEW = "title = 'the new text'\n" * 2500
SEALED = "title = 'new'\n"

SAVED, WARNED, REFUSED, CONFLICT, TRACEBACK = 0, 10, 11, 12, 13

_SET_PTRACER = 0x59616D61


def careless(path: Path) -> tuple[str, ...]:
    path.write_text(NEW)
    return ()


def action_of(name: str, store: FileChecklistStore) -> Callable[[], tuple[str, ...]]:
    """What a child does; returns the warnings."""
    return {
        "careless": lambda: careless(store.folder(TASK) / "checklist.toml"),
        "replace": lambda: (
            store.write_working(TASK, NEW, base=content_digest(OLD.encode())).warnings
        ),
        "create": lambda: store.write_working(TASK, NEW, base=None).warnings,
        "seal": lambda: store.seal(TASK, SEALED, "why").warnings,
    }[name]


def victim(act: Callable[[], tuple[str, ...]]) -> int:
    # no read: attaching begins it anew, and it would be taken for the first of the save
    signal.sigwait({signal.SIGUSR1})
    try:
        return WARNED if act() else SAVED
    except ConflictError:
        return CONFLICT
    except StoreError:
        return REFUSED
    except BaseException:  # noqa: BLE001 (told to the test, which fails on it)
        traceback.print_exc()
        return TRACEBACK


def main(name: str, root: Path, locks: Path) -> None:
    act = action_of(name, FileChecklistStore(root, SystemClock(), "a child", locks=locks))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    while os.read(0, 1):
        pid = os.fork()
        if pid == 0:
            # where Yama is on, only a consenting process may be traced by a stranger
            ctypes.CDLL(None).prctl(_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
            os.write(1, f"{os.getpid()}\n".encode())
            os._exit(victim(act))
        _, status = os.waitpid(pid, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
