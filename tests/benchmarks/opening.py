"""From the command to its first frame, and to the frame in which everything shown is decided."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from subprocess import run
from time import perf_counter

from ckpt_tui.tui.present import UNDECIDED
from tests.benchmarks import decode_and_search, minimal_app
from tests.benchmarks.rounds import Claim, measured, report
from tests.benchmarks.terminal import Terminal, environment
from tests.benchmarks.workspaces import MIXED, SEARCHES, TASK, one_long_run

MINIMAL = "minimal Textual app, first frame"
REFERENCE = "decode and search once, bare process"
SMALL, MIDDLE, LARGE = 100, 1_000, 100_000


def main(folder: Path, rounds: int, *, large: int = LARGE) -> bool:
    """Measure and print; whether the claims hold."""
    few = one_long_run(folder / "few", SMALL)
    some = one_long_run(folder / "some", MIDDLE)
    many = one_long_run(folder / "many", large)
    searched = one_long_run(folder / "searched", large, SEARCHES)
    minimal = [sys.executable, minimal_app.__file__]
    contenders: dict[str, Callable[[], float]] = {
        MINIMAL: partial(_shown, minimal, folder, _has(minimal_app.SHOWN)),
        REFERENCE: partial(_decoded, many),
        f"first frame, {SMALL} steps": partial(_shown, EDIT, few, _has(MIXED[0].id)),
        f"first frame, {large} steps": partial(_shown, EDIT, many, _has(MIXED[0].id)),
        f"decided, {SMALL} steps": partial(_shown, EDIT, few, is_decided),
        f"decided, {MIDDLE} steps": partial(_shown, EDIT, some, is_decided),
        f"decided, {large} steps, searches only": partial(_shown, EDIT, searched, is_decided),
        f"decided, {large} steps, all kinds": partial(_shown, EDIT, many, is_decided),
    }
    claims = [
        Claim(contender=f"first frame, {SMALL} steps", reference=MINIMAL, bound=1.25),
        Claim(contender=f"first frame, {large} steps", reference=MINIMAL, bound=1.25),
        Claim(contender=f"decided, {SMALL} steps", reference=MINIMAL, bound=2),
        Claim(contender=f"decided, {MIDDLE} steps", reference=MINIMAL, bound=2),
        Claim(contender=f"decided, {large} steps, searches only", reference=REFERENCE, bound=1.5),
        Claim(contender=f"decided, {large} steps, all kinds", reference=REFERENCE, bound=1.5),
    ]
    return report("Opening, 120 x 40", measured(contenders, rounds), claims)


EDIT = [sys.executable, "-m", "ckpt_tui", "edit", TASK]


def _shown(command: list[str], folder: Path, is_wanted: Callable[[list[str]], bool]) -> float:
    with Terminal(command, folder) as terminal:
        return terminal.first_time(is_wanted, at_most=120)


def _has(text: str) -> Callable[[list[str]], bool]:
    return lambda lines: any(text in line for line in lines)


def is_decided(lines: list[str]) -> bool:
    """The Edit screen with its list and its grid, and no verdict that is still to come."""
    is_there = any("Checklist" in line for line in lines) and any(
        "Grid" in line or "grid" in line for line in lines
    )
    return is_there and not any(UNDECIDED.glyph in line for line in lines)


def _decoded(workspace: Path) -> float:
    recording = workspace / "sample_traces" / TASK / "run.json"
    command = [sys.executable, decode_and_search.__file__, str(recording)]
    began = perf_counter()
    run(command, env=environment(workspace), capture_output=True, check=True)
    return perf_counter() - began
