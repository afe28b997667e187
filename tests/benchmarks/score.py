"""Scoring a thousand recordings with twelve checks, against a script and against one `rg`.

Processor seconds of all processes, and what each worker holds for itself.
"""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import Event, Thread

from tests.benchmarks import plain_script
from tests.benchmarks.rounds import Claim, measured, report
from tests.benchmarks.terminal import environment
from tests.benchmarks.workspaces import TASK, suite

TRACES, STEPS = 1_000, 200
MOST_MEGABYTES = 40
SCRIPT = "untyped msgspec and re, two processes"
RG = "rg, one pass"
SCORE, AS_JSON = "score", "score --json"
_LOOK_EVERY = 0.05


def main(folder: Path, rounds: int, *, traces: int = TRACES) -> bool:
    """Measure and print; whether the claims hold."""
    workspace = suite(folder / "suite", traces, STEPS)
    recordings = str(workspace / "sample_traces" / TASK)
    scoring = [sys.executable, "-m", "ckpt_tui", "score"]
    memory = _Memory()
    contenders: dict[str, Callable[[], float]] = {
        SCRIPT: partial(_processor, [sys.executable, plain_script.__file__, recordings], workspace),
        SCORE: partial(_processor, scoring, workspace, memory),
        AS_JSON: partial(_processor, [*scoring, "--json"], workspace, memory),
    }
    claims = [Claim(contender=name, reference=SCRIPT, bound=0.25) for name in (SCORE, AS_JSON)]
    if rg := shutil.which("rg"):
        words = (*plain_script.OUTPUTS, *plain_script.ARGUMENTS, *plain_script.MESSAGES)
        search = [rg, "--count", "|".join(f"(?:{word})" for word in words), recordings]
        contenders[RG] = partial(_processor, search, workspace)
        claims += [Claim(contender=name, reference=RG, bound=4) for name in (SCORE, AS_JSON)]
    title = f"Scoring {traces} traces of {STEPS} steps with 12 checks, processor time"
    is_fast = report(title, measured(contenders, rounds), claims)
    if not rg:
        print("  skipped: at most 4 times rg's single pass; rg is not installed")
    return memory.report() and is_fast


class _Memory:
    """The most that any worker held for itself at once, in bytes; 0 where nobody tells."""

    def __init__(self) -> None:
        self._private = self._share = 0

    def watch(self, process: int, is_over: Event) -> None:
        """Look at the process's children again and again."""
        while not is_over.wait(_LOOK_EVERY):
            for child in _children(process):
                private, share = _held(child)
                self._private = max(self._private, private)
                self._share = max(self._share, share)

    def report(self) -> bool:
        """Print it; whether it is little enough."""
        if not self._private:
            print("  skipped: memory of a worker; there was none, or /proc does not tell")
            return True
        is_met = self._private <= MOST_MEGABYTES << 20
        private, share = self._private / (1 << 20), self._share / (1 << 20)
        told = f"{private:.1f} MB of its own, {share:.1f} MB with its share of what is common"
        print(f"  {'met ' if is_met else 'MISS'} a worker: {told}, of {MOST_MEGABYTES} MB")
        return is_met


def _children(process: int) -> Iterator[int]:
    with suppress(OSError):
        yield from map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())


def _held(process: int) -> tuple[int, int]:
    """Bytes that a process alone holds, and those with its share of what others hold too."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    except OSError:
        return 0, 0
    sizes = {name: int(kilobytes) << 10 for name, kilobytes in _SIZE.findall(told)}
    return sizes["Private_Clean"] + sizes["Private_Dirty"], sizes["Pss"]


_SIZE = re.compile(r"^(\w+): +(\d+) kB$", re.MULTILINE)


def _processor(command: list[str], workspace: Path, memory: _Memory | None = None) -> float:
    """Seconds that all processes of a command computed."""
    process = Popen(
        command, cwd=workspace, env=environment(workspace), stdout=DEVNULL, stderr=DEVNULL
    )
    is_over = Event()
    watch = None if memory is None else Thread(target=memory.watch, args=(process.pid, is_over))
    if watch is not None:
        watch.start()
    _, status, used = os.wait4(process.pid, 0)
    is_over.set()
    if watch is not None:
        watch.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime
