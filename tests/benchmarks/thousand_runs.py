"""One character typed into a pattern, over a thousand traces, against a loop of `re`.

What a character decides may take a moment here; the character itself has to be there at once.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median

from tests.benchmarks import plain_loop
from tests.benchmarks.edited_check import AGAIN, OPEN_PATTERN, begin_to_type
from tests.benchmarks.opening import EDIT
from tests.benchmarks.rounds import Claim, report
from tests.benchmarks.terminal import Terminal
from tests.benchmarks.workspaces import TASK, many_runs

TRACES, STEPS = 1_000, 200
LOOP = "re, step by step"
TURNS = "found nowhere and found, in turn"
ECHO = "the character itself, the slowest of each round"
# A letter a round: what was decided once is never decided again.
_LETTERS = "QXZWVUYKJG"
_QUIET = 0.5


def main(folder: Path, rounds: int, *, traces: int = TRACES) -> bool:
    """Measure and print; whether the claims hold. There are ten rounds at most."""
    workspace = many_runs(folder / "thousand", traces, STEPS, OPEN_PATTERN)
    recordings = str(workspace / "sample_traces" / TASK)
    seconds: dict[str, list[float]] = {name: [] for name in (LOOP, TURNS, TURNS + AGAIN, ECHO)}
    with Terminal(EDIT, workspace) as terminal:
        begin_to_type(terminal, OPEN_PATTERN)
        for letter in _LETTERS[:rounds]:
            seconds[LOOP].append(_loop(recordings, letter))
            keys = f"{letter}?" * 4
            typed, echoes = _typed(terminal, keys)
            erased, more = _typed(terminal, "\x7f" * len(keys))
            seconds[TURNS].append(median(typed))
            seconds[TURNS + AGAIN].append(median(erased))
            seconds[ECHO].append(max(*echoes, *more))
    claims = [
        Claim(contender=TURNS, reference=LOOP, bound=0.15),
        Claim(contender=TURNS, bound=0.150),
        Claim(contender=ECHO, bound=0.010),
    ]
    title = f"A character typed into a pattern, {traces} traces of {STEPS} steps"
    return report(title, seconds, claims)


def _loop(recordings: str, letter: str) -> float:
    argv = [sys.executable, plain_loop.__file__, recordings, f"{OPEN_PATTERN}{letter}"]
    told = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    return float(told.split()[0])


def _typed(terminal: Terminal, keys: str) -> tuple[list[float], list[float]]:
    """Seconds of each key until all is decided, and until the first of what it changes."""
    whole: list[float] = []
    echoes: list[float] = []
    for key in keys:
        before = len(terminal.pieces)
        pressed = terminal.now
        seconds = terminal.answered(key, _QUIET)
        if seconds is not None:
            whole.append(seconds)
            echoes.append(terminal.pieces[before].seconds - pressed)
    return whole, echoes
