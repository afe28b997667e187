"""Commands without a sandbox, for whoever asks for it: a copy and bounds, but no walls."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from time import monotonic
from typing import Final

from ckpt_tui.adapters.sandbox import reaper, tree
from ckpt_tui.adapters.sandbox.copying import write_folder
from ckpt_tui.adapters.sandbox.limits import MEBI, Limits
from ckpt_tui.adapters.sandbox.watching import Watched, followed, refused
from ckpt_tui.command_ports import CommandOrder
from ckpt_tui.core.command_files import TASK, WORK, moved
from ckpt_tui.core.command_runs import CommandAnswer, NotRun
from ckpt_tui.core.verdict import Status

_GRACE_SECONDS: Final = 5.0
# How much longer than a look at the disk the time until the next one is.
_PAUSE: Final = 10


def run(order: CommandOrder, limits: Limits, is_unwanted: Callable[[], bool]) -> CommandAnswer:
    """The command's result, or why there is none; raises TraceError for files not known."""
    program = order.argv[0]
    if "/" not in program and which(program) is None:
        reason = f"This machine has no program {program}."
        return NotRun(status=Status.UNAVAILABLE, reason=reason)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        _lay_out(order, folder, limits)
        words = [moved(word, {at: f"{folder}{at}" for at in (WORK, TASK)}) for word in order.argv]
        return _run(words, folder, limits, is_unwanted)


def _lay_out(order: CommandOrder, folder: Path, limits: Limits) -> None:
    write_folder(order, folder, limits)
    for name in (WORK, TASK, "/home"):
        Path(f"{folder}{name}").mkdir(exist_ok=True)


def _run(
    words: list[str], folder: Path, limits: Limits, is_unwanted: Callable[[], bool]
) -> CommandAnswer:
    output, printing = os.pipe()
    try:
        process = subprocess.Popen(  # noqa: S603 (what it runs is the point)
            [sys.executable, "-I", str(Path(reaper.__file__).resolve()), *words],
            stdin=subprocess.DEVNULL,
            stdout=printing,
            stderr=printing,
            cwd=f"{folder}{WORK}",
            env=_variables(folder),
            start_new_session=True,
        )
    finally:
        os.close(printing)
    disk = _Disk(process, folder, limits)
    try:
        watched = Watched(
            process=process,
            output=output,
            marks=None,
            look=lambda _: tree.excess(process.pid, limits) or disk.excess(),
            kill=lambda: _kill(process),
        )
        return followed(watched, limits, is_unwanted).answer()
    finally:
        os.close(output)


class _Disk:
    """What a command has written into its folders; looked at often, but not most of the time."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path, limits: Limits) -> None:
        self._process = process
        self._folder = folder
        self._limits = limits
        self._next = 0.0

    def excess(self) -> NotRun | None:
        """Why the command has to be stopped, or has no result; None where it may go on."""
        begin = monotonic()
        if begin < self._next and self._process.returncode is None:
            return None
        sizes = list(_sizes(self._folder))
        self._next = monotonic() + _PAUSE * (monotonic() - begin)
        if sum(sizes) > self._limits.disk:
            return refused(f"It wrote more than {self._limits.disk // MEBI} MiB.")
        if len(sizes) > self._limits.files:
            return refused(f"It made more than {self._limits.files:,} files.")
        return None


def _sizes(folder: Path) -> Iterator[int]:
    """Bytes on disk of all files below a folder."""
    for root, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                yield os.lstat(f"{root}/{name}").st_blocks * 512


def _variables(folder: Path) -> dict[str, str]:
    """Nothing of the user's own but where programs lie."""
    path = os.environ.get("PATH", os.defpath)
    home = f"{folder}/home"
    return {"PATH": path, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "TERM": "dumb"}


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Let the reaper end what is left; where it does not, end the reaper."""
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
