"""Record the sample runs: real commands and real tools on a real copy, then the real verifier.

    python sample_traces/_recorder/record.py [--out DIR] [TASK…]

Needs Python 3.11 or newer, bash and the usual small programs; nothing else.
"""

import argparse
import json
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from repair import record_repair
from script import Script, read_script
from support import record_support

HERE = Path(__file__).resolve().parent
FIRST_RUN = datetime(2026, 12, 7, 9, tzinfo=UTC)
TASKS = {"task_042": record_repair, "task_043": record_repair, "task_044": record_support}
RECORDINGS = {record_repair: "trajectory.json", record_support: "conversation.json"}


def main(words: list[str]) -> int:
    """Record every script; returns the exit code."""
    parser = argparse.ArgumentParser(prog="record.py", description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE.parent, help="where the tasks' runs go")
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="all unless given")
    given = parser.parse_args(words)
    unknown = set(given.tasks) - set(TASKS)
    if unknown:
        parser.error(f"no such task: {', '.join(sorted(unknown))}; there are {', '.join(TASKS)}")
    for number, task in enumerate(TASKS):
        if not given.tasks or task in given.tasks:
            record_task(task, given.out / task, FIRST_RUN + timedelta(weeks=number))
    return 0


def record_task(task: str, out: Path, first: datetime) -> None:
    """Act out every script of a task, a folder each, and list them in traces.toml."""
    scripts = [read_script(path) for path in sorted((HERE / task / "agents").glob("*.toml"))]
    starts = [first + timedelta(hours=number) for number in range(len(scripts))]

    def recorded(script: Script, start: datetime) -> bool:
        folder = out / script.run
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return TASKS[task](HERE / task, script, start, folder)

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        passes = list(pool.map(recorded, scripts, starts))
    entries: list[str] = []
    for script, passed in zip(scripts, passes, strict=True):
        entries.append(listed(script, RECORDINGS[TASKS[task]], passed=passed))
        word = "PASS" if passed else "FAIL"
        print(f"{task} {script.run}: {len(script.moves)} moves, official {word}")
    (out / "traces.toml").write_text("\n".join(entries), encoding="utf-8")


def listed(script: Script, recording: str, *, passed: bool) -> str:
    """The run's entry of traces.toml."""
    lines = [
        "[[trace]]",
        f'path = "{script.run}/{recording}"',
        f"label = {json.dumps(script.label)}",
        f'role = "{script.role}"',
        f'agent_version = "{script.version}"',
        f"trial = {script.trial}",
        f"passed = {'true' if passed else 'false'}",
        f'environment = "{script.run}/environment"',
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
