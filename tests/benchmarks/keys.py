"""From a key press to the last byte of what it changes on screen."""

import sys
from pathlib import Path
from statistics import median

from tests.benchmarks import minimal_app
from tests.benchmarks.opening import EDIT, is_decided
from tests.benchmarks.rounds import Claim, report
from tests.benchmarks.terminal import Terminal
from tests.benchmarks.workspaces import SEARCHES, one_long_run

STEPS = 100_000
BOUND = 0.008
# Stands beside the claims to show how fast this machine is just now; nothing is claimed of it.
TOOLKIT = "minimal Textual app, one line changes"
# The last checkpoint is never reached: there `j` would change nothing.
_KEYS = {
    "l, another step": "l" * 9,
    "h, another step": "h" * 9,
    "j, another checkpoint": "j" * (len(SEARCHES) - 3),
}
_QUIET = 0.15


def main(folder: Path, rounds: int, *, steps: int = STEPS) -> bool:
    """Measure and print; whether the claims hold."""
    workspace = one_long_run(folder / "keys", steps, SEARCHES)
    seconds: dict[str, list[float]] = {name: [] for name in (TOOLKIT, *_KEYS)}
    for number in range(rounds + 1):
        found = {TOOLKIT: _toolkit(folder), **_edit(workspace)}
        for name in found if number else ():
            seconds[name].append(found[name])
    claims = [Claim(contender=name, bound=BOUND) for name in _KEYS]
    return report(f"Key to frame, {steps} steps, 120 x 40", seconds, claims)


def _toolkit(folder: Path) -> float:
    with Terminal([sys.executable, minimal_app.__file__], folder) as terminal:
        terminal.first_time(lambda lines: minimal_app.SHOWN in lines[0])
        return _answer(terminal, "l" * 9)


def _edit(workspace: Path) -> dict[str, float]:
    with Terminal(EDIT, workspace) as terminal:
        terminal.first_time(is_decided, at_most=120)
        terminal.read_until_quiet(0.5)
        terminal.answered("g", _QUIET)
        return {name: _answer(terminal, keys) for name, keys in _KEYS.items()}


def _answer(terminal: Terminal, keys: str) -> float:
    found = [terminal.answered(key, _QUIET) for key in keys]
    return median([seconds for seconds in found if seconds is not None])
