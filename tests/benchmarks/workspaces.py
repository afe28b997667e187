"""Workspaces of one task for the benchmarks, made in a temporary folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.make_traces import write_atif

TASK = "long"

_HEAD = """format = 1
task = "long"
title = "A long run"
workdir = ["/workspace"]
[scoring]
claims = { off = "measured without" }
"""


class Point(NamedTuple):
    """A checkpoint: its id, which is its title as well, and its check as TOML."""

    id: str
    check: str


# What is looked for comes early, late and never; the last searches see the whole run.
_LOOKS = Point(
    "looks", 'kind = "tool_called"\nclass = "shell"\narguments = { command = { has = "rg " } }'
)
_CAUSE = Point("cause", "kind = \"output\"\nmatch = { re = 'totals\\.py:\\d+:\\s+return round' }")
_SAYS = Point("says", 'kind = "text"\nmatch = { re = "(?i)rounds? half|banker.s" }')
_ERROR = Point("error", "kind = \"output\"\nmatch = { re = '\\b(Key|Type|Index)Error: [a-z]+' }")
_PYTEST = Point("pytest", 'kind = "tool_called"\narguments = { command = { has = "pytest" } }')
_CALM = Point(
    "calm", 'kind = "never"\ncheck = { kind = "output", match = { has = "Traceback (most" } }'
)
SEARCHES = (
    _LOOKS,
    _CAUSE,
    Point(
        "order",
        """kind = "before"
first = { kind = "output", match = { has = "FAILED tests/test_totals.py" } }
then = { kind = "tool_called", arguments = { command = { has = "module_5" } } }""",
    ),
    _PYTEST,
    _SAYS,
    _ERROR,
    _CALM,
    Point("short", 'kind = "at_most"\nsteps = 1000000'),
)
MIXED = (
    _LOOKS,
    _CAUSE,
    Point("edits", 'kind = "file_changed"\npath = { glob = "ledger/**" }'),
    Point("tests", 'kind = "tests"\npassed = { ge = 12 }\nwhen = "last"'),
    Point(
        "order",
        """kind = "before"
first = { kind = "output", match = { has = "FAILED tests/test_totals.py" } }
then = { kind = "file_changed", path = { has = "module_5" } }""",
    ),
    _SAYS,
    _ERROR,
    Point(
        "intact", 'kind = "never"\ncheck = { kind = "file_changed", path = { glob = "tests/**" } }'
    ),
)


TWELVE = (
    *MIXED,
    _PYTEST,
    Point("mail", "kind = \"output\"\nmatch = { re = '[\\w.]+@[\\w.]+' }"),
    Point("passed", "kind = \"output\"\nmatch = { re = '(?i)\\d+ passed' }"),
    _CALM,
)


def one_long_run(
    folder: Path, steps: int, points: Sequence[Point] = MIXED, mean_bytes: int = 1500
) -> Path:
    """A workspace with one sample of many steps."""
    write_atif(_task(folder, points) / "run.json", steps, mean_bytes)
    return folder


def many_runs(folder: Path, traces: int, steps: int, pattern: str) -> Path:
    """A workspace with many samples whose first checkpoint looks for a pattern in outputs."""
    typed = Point("typed", f"kind = \"output\"\nmatch = {{ re = '{pattern}' }}")
    runs = _task(folder, (typed, *MIXED))
    for number in range(traces):
        write_atif(runs / f"run{number:03}.json", steps, seed=number)
    return folder


def suite(folder: Path, traces: int, steps: int) -> Path:
    """A workspace with many samples and twelve checkpoints."""
    runs = _task(folder, TWELVE)
    for number in range(traces):
        write_atif(runs / f"run{number:04}.json", steps, seed=number)
    return folder


def _task(folder: Path, points: Sequence[Point]) -> Path:
    place = folder / "checklists" / TASK / "checklist.toml"
    place.parent.mkdir(parents=True)
    text = _HEAD + "".join(map(_block, points))
    place.write_text(text, encoding="utf-8")
    runs = folder / "sample_traces" / TASK
    runs.mkdir(parents=True)
    return runs


def _block(point: Point) -> str:
    head = f'id = "{point.id}"\ntitle = "{point.id}"'
    return f"\n[[checkpoint]]\n{head}\n[checkpoint.check]\n{point.check}\n"
