"""Workspaces of one task for the benchmarks, made once a run in a temporary folder."""

from pathlib import Path

from tests.benchmarks.make_traces import write_atif

TASK = "long"

HEAD = """format = 1
task = "long"
title = "A long run"
workdir = ["/workspace"]
[scoring]
claims = { off = "measured without" }
"""

# Kinds of every sort; what is sought comes early, late, never, and often without fitting.
MIXED = (
    ("looks", 'kind = "tool_called"\nclass = "shell"\narguments = { command = { has = "rg " } }'),
    ("cause", r"""kind = "output"
match = { re = 'totals\.py:\d+:\s+return round' }"""),
    ("edits", 'kind = "file_changed"\npath = { glob = "ledger/**" }'),
    ("tests", 'kind = "tests"\npassed = { ge = 12 }\nwhen = "last"'),
    ("order", """kind = "before"
first = { kind = "output", match = { has = "FAILED tests/test_totals.py" } }
then = { kind = "file_changed", path = { has = "module_5" } }"""),
    ("says", r"""kind = "text"
match = { re = "(?i)rounds? half|banker.s" }"""),
    ("error", r"""kind = "output"
match = { re = '\b(Key|Type|Index)Error: [a-z]+' }"""),
    ("intact", 'kind = "never"\ncheck = { kind = "file_changed", path = { glob = "tests/**" } }'),
)  # fmt: skip


def one_long_run(folder: Path, steps: int, mean_bytes: int = 1500) -> Path:
    """A workspace with one sample of many steps and a checklist of mixed kinds."""
    checklist = HEAD + "".join(_checkpoint(name, check) for name, check in MIXED)
    runs = _task(folder, checklist)
    write_atif(runs / "run.json", steps, mean_bytes)
    return folder


def many_runs(folder: Path, traces: int, steps: int, pattern: str) -> Path:
    """A workspace with many samples whose first checkpoint looks for a pattern in outputs."""
    first = _checkpoint("typed", f"kind = \"output\"\nmatch = {{ re = '{pattern}' }}")
    others = "".join(_checkpoint(name, check) for name, check in MIXED)
    runs = _task(folder, HEAD + first + others)
    for number in range(traces):
        write_atif(runs / f"run{number:03}.json", steps, seed=number)
    return folder


def _checkpoint(name: str, check: str) -> str:
    return f'\n[[checkpoint]]\nid = "{name}"\ntitle = "{name}"\n[checkpoint.check]\n{check}\n'


def _task(folder: Path, checklist: str) -> Path:
    place = folder / "checklists" / TASK / "checklist.toml"
    place.parent.mkdir(parents=True)
    place.write_text(checklist, encoding="utf-8")
    runs = folder / "sample_traces" / TASK
    runs.mkdir(parents=True)
    return runs
