"""One character typed into a pattern, over a hundred traces, until the grid shows what it did."""

import sys
from pathlib import Path
from statistics import median

from tests.benchmarks import no_evaluator
from tests.benchmarks.opening import EDIT, is_decided
from tests.benchmarks.rounds import Claim, report
from tests.benchmarks.terminal import Terminal
from tests.benchmarks.workspaces import TASK, many_runs

TRACES, STEPS = 100, 200
IDLE = "an evaluator that does nothing"
EARLY = "found early in most traces"
NEVER = "found nowhere"
# Only here does every character change what the grid says, as it does with the evaluator above.
TURNS = "found nowhere and found, in turn"
# The same where no earlier search tells anything: every trace is searched whole every other time.
ANEW = "the same, its beginning left open"
# By then every verdict is known: the same cells are painted, and nothing is decided.
AGAIN = ", typed again"
PATTERN = "12 p"
OPEN_PATTERN = "[12]2 p"
# What is typed behind it, a frame each.
_TYPED = {
    IDLE: "assed, 1",
    EARLY: "assed, 1",
    NEVER: "QQQQQQQQ",
    TURNS: "Q?Q?Q?Q?",
    ANEW: "Q?Q?Q?Q?",
}
_QUIET = 0.3
_BACKSPACE = "\x7f"


def main(folder: Path, rounds: int, *, traces: int = TRACES) -> bool:
    """Measure and print; whether the claim holds."""
    workspace = many_runs(folder / "typing", traces, STEPS, PATTERN)
    opened = many_runs(folder / "opened", traces, STEPS, OPEN_PATTERN)
    idle = [sys.executable, no_evaluator.__file__, "edit", TASK]
    seconds: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        for name, typed in _TYPED.items():
            where, pattern = (opened, OPEN_PATTERN) if name == ANEW else (workspace, PATTERN)
            found, again = _answers(where, idle if name == IDLE else EDIT, pattern, typed)
            if number:
                seconds.setdefault(name, []).append(median(found))
                seconds.setdefault(name + AGAIN, []).append(median(again))
    decided = (EARLY, NEVER, TURNS)
    claims = [Claim(contender=name, reference=name + AGAIN, bound=1.15) for name in decided]
    claims.append(Claim(contender=TURNS, reference=IDLE, bound=1.15))
    title = f"A character typed into a pattern, {traces} traces of {STEPS} steps, painted"
    return report(title, seconds, claims)


def _answers(
    workspace: Path, command: list[str], pattern: str, typed: str
) -> tuple[list[float], list[float]]:
    """Seconds for each character, until nothing more comes: typed, erased, and typed again."""
    with Terminal(command, workspace) as terminal:
        begin_to_type(terminal, pattern)
        found = _each_answered(terminal, typed)
        terminal.first_time(lambda lines: any(typed in line for line in lines))
        _each_answered(terminal, _BACKSPACE * len(typed))
        again = _each_answered(terminal, typed)
        terminal.first_time(lambda lines: any(typed in line for line in lines))
        return found, again


def _each_answered(terminal: Terminal, keys: str) -> list[float]:
    answers = (terminal.answered(key, _QUIET) for key in keys)
    return [seconds for seconds in answers if seconds is not None]


def begin_to_type(terminal: Terminal, pattern: str) -> None:
    """Once all is decided, put the cursor behind the first checkpoint's pattern."""
    terminal.first_time(is_decided, at_most=600)
    terminal.read_until_quiet(1)
    terminal.answered("g", _QUIET)
    terminal.press("\r")
    terminal.first_time(lambda lines: any(pattern in line for line in lines))
    _click_behind(terminal, pattern)


def _click_behind(terminal: Terminal, text: str) -> None:
    lines = terminal.shown().splitlines()
    row = next(row for row, line in enumerate(lines) if text in line)
    place = f"{lines[row].index(text) + len(text) + 1};{row + 1}"
    terminal.answered(f"\x1b[<0;{place}M", _QUIET)
    terminal.answered(f"\x1b[<0;{place}m", _QUIET)
    terminal.answered("\x1b[F", _QUIET)
