"""Runs a command and outlives all that comes from it; a program of its own, started by its path.

`reaper.py PROGRAM ARGUMENT…` ends as the command does. Told to terminate, or orphaned, it ends
whatever is left of it first.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

_DEATH_SIGNAL: Final = 1
_ADOPTS_ORPHANS: Final = 36
_CANNOT_START: Final = 126
_TOLD: Final = (signal.SIGTERM, signal.SIGCHLD)


def main(words: list[str]) -> int:
    """Run the command; its exit code, 128 and the signal's number where a signal ended it."""
    # Waited for, not handled: a signal that came just before the wait for the command would be
    # handled only after it.
    signal.signal(signal.SIGCHLD, _noted)
    signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD)
    with suppress(OSError, AttributeError):
        system = ctypes.CDLL(None)
        system.prctl(_ADOPTS_ORPHANS, 1, 0, 0, 0)
        system.prctl(_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    try:
        command = os.posix_spawnp(
            words[0],
            words,
            os.environ,
            setsid=True,
            setsigmask=(),
            setsigdef=(signal.SIGTERM, signal.SIGPIPE),
        )
    except OSError as error:
        print(f"{words[0]}: {error.strerror}", file=sys.stderr)  # noqa: T201 (its output)
        return _CANNOT_START
    try:
        return _followed(command)
    finally:
        _end_all(command)


def _noted(*_: object) -> None:
    """Some systems drop a signal that nobody handles, waited for or not."""


def _followed(command: int) -> int:
    """The exit code of the command, or of having been told to end before it."""
    while signal.sigwait(_TOLD) == signal.SIGCHLD:
        # One signal may stand for several that ended.
        process, status = os.waitpid(-1, os.WNOHANG)
        while process:
            if process == command:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code
            process, status = os.waitpid(-1, os.WNOHANG)
    return 128 + signal.SIGTERM


def _end_all(command: int) -> None:
    """Kill until nobody is left: what a dying process leaves behind comes to this one."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(command, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            for process in _children():
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            os.waitpid(-1, 0)


def _children() -> list[int]:
    own = os.getpid()
    with suppress(OSError, ValueError):
        text = Path(f"/proc/{own}/task/{own}/children").read_bytes().decode()
        return [int(word) for word in text.split()]
    return []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
