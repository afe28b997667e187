"""Record the sample runs of task_042: real commands in a real working copy, then the real verifier.

    python sample_traces/_recorder/record.py [--out DIR]

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

from atif import Recording
from editor import EditRefused, edit
from script import Call, Script, read_script
from workspace import Workspace, fresh_workspace

HERE = Path(__file__).resolve().parent
TASK = "task_042"
FIRST_RUN = datetime(2026, 12, 7, 9, tzinfo=UTC)

SYSTEM = (
    "You are a software engineer. You work in /workspace with the tools bash and "
    "str_replace_editor. When you are done, say what you changed and why."
)


def main(words: list[str]) -> int:
    """Record every script; returns the exit code."""
    parser = argparse.ArgumentParser(prog="record.py", description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE.parent / TASK, help="where the runs go")
    out = parser.parse_args(words).out
    scripts = [read_script(path) for path in sorted((HERE / "agents").glob("*.toml"))]
    starts = [FIRST_RUN + timedelta(hours=number) for number in range(len(scripts))]
    folders = [out / script.run for script in scripts]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        passes = list(pool.map(record, scripts, starts, folders))
    entries: list[str] = []
    for script, passed in zip(scripts, passes, strict=True):
        entries.append(listed(script, passed=passed))
        print(f"{script.run}: {len(script.moves)} moves, official {'PASS' if passed else 'FAIL'}")
    (out / "traces.toml").write_text("\n".join(entries), encoding="utf-8")
    return 0


def record(script: Script, start: datetime, folder: Path) -> bool:
    """Act the script out into a run folder; returns the verifier's word."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    recording = Recording(script, TASK, start)
    recording.say("system", SYSTEM)
    recording.say("user", (HERE / "prompt.md").read_text(encoding="utf-8").strip())
    with fresh_workspace(HERE / "program") as workspace:
        for move in script.moves:
            answered = [(call, answer(workspace, call)) for call in move.calls]
            recording.act(move.say, move.think, answered)
        workspace.copy_to(folder / "environment")
    text = json.dumps(recording.document(), indent=1) + "\n"
    (folder / "trajectory.json").write_text(text, encoding="utf-8")
    log, exit_code = verify(folder / "environment")
    (folder / "verifier.txt").write_text(log, encoding="utf-8")
    return exit_code == 0


def answer(workspace: Workspace, call: Call) -> dict[str, object]:
    """Carry out a call; returns the content of its result and what else is known of it."""
    if call.tool == "bash":
        output, exit_code = workspace.run(str(call.arguments["command"]))
        return {"content": output, "extra": {"exit_code": exit_code}}
    try:
        return {"content": edit(workspace, call.arguments)}
    except EditRefused as refusal:
        return {"content": str(refusal), "extra": {"is_error": True}}


def verify(final: Path) -> tuple[str, int]:
    """Run shipped and hidden tests on a copy of a final working copy; returns log and exit code.

    The tests and the data are the original ones, whatever the agent made of them.
    """
    with fresh_workspace(final) as workspace:
        for name in ("tests", "data"):
            shutil.rmtree(workspace.root / name, ignore_errors=True)
            shutil.copytree(HERE / "program" / name, workspace.root / name)
        shutil.copytree(HERE / "verifier", workspace.root / "tests", dirs_exist_ok=True)
        return workspace.run("python -m unittest")


def listed(script: Script, *, passed: bool) -> str:
    """The run's entry of traces.toml."""
    lines = [
        "[[trace]]",
        f'path = "{script.run}/trajectory.json"',
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
