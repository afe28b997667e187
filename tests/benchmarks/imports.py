"""Importing the app against importing its toolkit."""

import sys
from pathlib import Path
from subprocess import run

from tests.benchmarks.rounds import Claim, measured, report
from tests.benchmarks.terminal import environment

_TIMED = "import time; began = time.perf_counter(); import {}; print(time.perf_counter() - began)"


def main(folder: Path, rounds: int) -> bool:
    """Measure and print; whether the claims hold."""

    def imported(module: str) -> float:
        command = [sys.executable, "-c", _TIMED.format(module)]
        done = run(command, env=environment(folder), capture_output=True, check=True)
        return float(done.stdout)

    seconds = measured(
        {
            "import textual.app": lambda: imported("textual.app"),
            "import ckpt_tui.tui.app": lambda: imported("ckpt_tui.tui.app"),
        },
        3 * rounds,
    )
    claim = Claim(contender="import ckpt_tui.tui.app", reference="import textual.app", bound=1.15)
    return report("Import, in a new process", seconds, [claim])
