"""What a scripted agent says and does, read from its TOML file."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a tool: `bash`, `str_replace_editor`, or one of the task's own."""

    tool: str
    arguments: dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One step: what the agent says, what it thinks, and its calls in order.

    Attributes:
        user: what the user says instead; empty in a step of the agent.
    """

    user: str
    say: str
    think: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A scripted agent.

    Attributes:
        run: name of the run's folder.
        role: good, bad, oracle, noop or claims-only.
    """

    run: str
    label: str
    role: str
    agent: str
    version: str
    trial: int
    moves: tuple[Move, ...]


def read_script(path: Path) -> Script:
    """Read one script; raises KeyError where a key is missing."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return Script(
        run=path.stem,
        label=table["label"],
        role=table["role"],
        agent=table["agent"],
        version=table["version"],
        trial=table["trial"],
        moves=tuple(_move(step) for step in table.get("step", [])),
    )


def _move(step: dict[str, Any]) -> Move:
    shell = [{"tool": "bash", "command": step["bash"]}] if "bash" in step else []
    return Move(
        user=step.get("user", "").strip(),
        say=step.get("say", "").strip(),
        think=step.get("think", "").strip(),
        calls=tuple(_call(call) for call in [*shell, *step.get("do", [])]),
    )


def _call(call: dict[str, Any]) -> Call:
    arguments = {name: value for name, value in call.items() if name != "tool"}
    return Call(tool=call["tool"], arguments=arguments)
