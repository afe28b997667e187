"""From a key press to the last byte of what it changes on screen."""

from pathlib import Path
from statistics import median

from tests.benchmarks.opening import EDIT, is_decided
from tests.benchmarks.rounds import Claim, report
from tests.benchmarks.terminal import Terminal
from tests.benchmarks.workspaces import SEARCHES, one_long_run

STEPS = 100_000
BOUND = 0.008
_PRESSES = 9
_QUIET = 0.15


def main(folder: Path, rounds: int, *, steps: int = STEPS) -> bool:
    """Measure and print; whether the claims hold."""
    workspace = one_long_run(folder / "keys", steps, SEARCHES)
    seconds: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        with Terminal(EDIT, workspace) as terminal:
            terminal.first_time(is_decided, at_most=120)
            terminal.read_until_quiet(0.5)
            terminal.answered("g", _QUIET)
            for name, key in (
                ("l, another step", "l"),
                ("h, another step", "h"),
                ("j, another checkpoint", "j"),
            ):
                # The last checkpoint is never reached: there a key changes nothing.
                presses = len(SEARCHES) - 3 if key == "j" else _PRESSES
                found = [took for _ in range(presses) if (took := terminal.answered(key, _QUIET))]
                if number and found:
                    seconds.setdefault(name, []).append(median(found))
    claims = [Claim(contender=name, bound=BOUND) for name in seconds]
    return report(f"Key to frame, {steps} steps, 120 x 40", seconds, claims)
