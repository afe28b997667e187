"""Conversations with a user: calls answered by the task's own desk, recorded as chat messages."""

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from script import Call, Move, Script
from workspace import fresh_workspace


class Desk:
    """A desk that runs as a process of its own, over a store."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def answer(self, tool: str, arguments: dict[str, object]) -> dict[str, object]:
        """Have one call answered; returns content and whether it is an error."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        print(json.dumps({"tool": tool, "arguments": arguments}), file=stdin, flush=True)
        return json.loads(stdout.readline())


@contextmanager
def open_desk(program: Path, store: Path) -> Generator[Desk, None, None]:
    """A desk at work; raises CalledProcessError where it fell over."""
    argv = [sys.executable, "-S", str(program), str(store)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(argv, text=True, encoding="utf-8", **pipes) as process:
        yield Desk(process)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, argv)


def record_support(task: Path, script: Script, start: datetime, folder: Path) -> bool:
    """Act the conversation out into a run folder; returns the verifier's word."""
    del start  # chat messages carry no times
    policy = (task / "prompt.md").read_text(encoding="utf-8").strip()
    messages: list[dict[str, object]] = [{"role": "system", "content": policy}]
    with fresh_workspace(task / "program") as workspace:
        with open_desk(task / "desk.py", workspace.root) as desk:
            tools = json.loads(str(desk.answer("list_tools", {})["content"]))
            for move in script.moves:
                messages += spoken(move, desk, len(messages))
        workspace.copy_to(folder / "environment")
    log, passed = verify(task, folder / "environment")
    (folder / "verifier.txt").write_text(log, encoding="utf-8")
    document = {
        "task_id": task.name,
        "model": script.agent,
        "tools": tools,
        "messages": messages,
        "reward": float(passed),
    }
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    (folder / "conversation.json").write_text(text, encoding="utf-8")
    return passed


def spoken(move: Move, desk: Desk, number: int) -> list[dict[str, object]]:
    """The messages of one step: the user's, or the agent's with the answers to its calls."""
    if move.user:
        return [{"role": "user", "content": move.user}]
    message: dict[str, object] = {"role": "assistant", "content": move.say or None}
    if move.think:
        message["reasoning_content"] = move.think
    names = [f"call_{number}_{place}" for place, _ in enumerate(move.calls, start=1)]
    if names:
        message["tool_calls"] = [
            called(name, call) for name, call in zip(names, move.calls, strict=True)
        ]
    answers = [
        answered(name, call, desk) for name, call in zip(names, move.calls, strict=True)
    ]
    return [message, *answers]


def called(name: str, call: Call) -> dict[str, object]:
    function = {"name": call.tool, "arguments": json.dumps(call.arguments)}
    return {"id": name, "type": "function", "function": function}


def answered(name: str, call: Call, desk: Desk) -> dict[str, object]:
    answer = desk.answer(call.tool, call.arguments)
    message = {
        "role": "tool", "tool_call_id": name, "name": call.tool, "content": answer["content"],
    }
    return {**message, "is_error": True} if answer["is_error"] else message


def verify(task: Path, final: Path) -> tuple[str, bool]:
    """Hold the final store against the first one; returns log and word."""
    program = task / "verifier" / "check.py"
    argv = [sys.executable, "-S", str(program), str(task / "program"), str(final)]
    done = subprocess.run(argv, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    return done.stdout, done.returncode == 0
