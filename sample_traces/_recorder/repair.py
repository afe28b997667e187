"""Runs in which a program is mended: commands and edits in a working copy, recorded as ATIF."""

import json
import shutil
from datetime import datetime
from pathlib import Path

from atif import Recording
from editor import EditRefused, edit
from script import Call, Script
from workspace import Workspace, fresh_workspace

SYSTEM = (
    "You are a software engineer. You work in /workspace with the tools bash and "
    "str_replace_editor. When you are done, say what you changed and why."
)


def record_repair(task: Path, script: Script, start: datetime, folder: Path) -> bool:
    """Act the script out into a run folder; returns the verifier's word."""
    recording = Recording(script, task.name, start)
    recording.say("system", SYSTEM)
    recording.say("user", (task / "prompt.md").read_text(encoding="utf-8").strip())
    with fresh_workspace(task / "program") as workspace:
        for move in script.moves:
            answered = [(call, answer(workspace, call)) for call in move.calls]
            recording.act(move.say, move.think, answered)
        workspace.copy_to(folder / "environment")
    text = json.dumps(recording.document(), indent=1) + "\n"
    (folder / "trajectory.json").write_text(text, encoding="utf-8")
    log, exit_code = verify(task, folder / "environment")
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


def verify(task: Path, final: Path) -> tuple[str, int]:
    """Run shipped and hidden tests on a copy of a final working copy; returns log and exit code.

    The tests and the data are the original ones, whatever the agent made of them.
    """
    with fresh_workspace(final) as workspace:
        for name in ("tests", "data"):
            shutil.rmtree(workspace.root / name, ignore_errors=True)
            shutil.copytree(task / "program" / name, workspace.root / name)
        shutil.copytree(task / "verifier", workspace.root / "tests", dirs_exist_ok=True)
        return workspace.run("python -m unittest")
