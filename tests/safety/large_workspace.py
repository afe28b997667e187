"""A workspace with a recording so large that a process of its own works on it."""

import json
from pathlib import Path

from ckpt_tui.adapters.large_runs import LARGE

TASK = "large"
STEPS = 40
# The one step that says it.
NEEDLE, FOUND_AT = "the needle is here", 31

_CHECKLIST = f"""format = 1
task = "{TASK}"
title = "A large run"
[scoring]
claims = {{ off = "tried without" }}

[[checkpoint]]
id = "found"
title = "Finds the needle"
[checkpoint.check]
kind = "output"
match = {{ has = "{NEEDLE}" }}

[[checkpoint]]
id = "tests"
title = "Runs tests"
[checkpoint.check]
kind = "tests"
failed = 0

[[checkpoint]]
id = "calm"
title = "Leaves the tests alone"
[checkpoint.check]
kind = "never"
check = {{ kind = "file_changed", path = {{ glob = "tests/**" }} }}
"""


def large_workspace(folder: Path) -> Path:
    """One task with one large recording and a list of three checkpoints."""
    place = folder / "checklists" / TASK / "checklist.toml"
    place.parent.mkdir(parents=True)
    place.write_text(_CHECKLIST)
    runs = folder / "sample_traces" / TASK
    runs.mkdir(parents=True)
    line = "ledger/totals.py:41:    return round(sum(amounts), 2)\n"
    filling = line * (LARGE // (STEPS - 1) // len(line) + 1)
    steps = [{"step_id": 1, "source": "user", "message": "Find it."}]
    steps += [_step(number, filling) for number in range(2, STEPS + 1)]
    document = {"schema_version": "ATIF-v1.7", "agent": {"name": "demo"}, "steps": steps}
    (runs / "run.json").write_text(json.dumps(document))
    return folder


def _step(number: int, filling: str) -> dict[str, object]:
    said = f"{filling}{NEEDLE}\n" if number == FOUND_AT + 1 else filling
    call = {"tool_call_id": "c", "function_name": "bash", "arguments": {"command": "cat all"}}
    return {
        "step_id": number,
        "source": "agent",
        "message": "On.",
        "tool_calls": [call],
        "observation": {"results": [{"source_call_id": "c", "content": said}]},
    }
