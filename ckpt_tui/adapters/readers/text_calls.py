"""Tool calls that an agent without function calling wrote into its message."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.core.trace import Json

TEXT_SCAFFOLDS: Final = frozenset({"terminus", "openhands"})


class TextCall(NamedTuple):
    """A call as the agent spelled it out; it has no id."""

    name: str
    arguments: Mapping[str, Json]


def text_calls(message: str, scaffold: str) -> tuple[TextCall, ...]:
    """The calls in an agent's message, in order; empty where it holds none."""
    if scaffold == "openhands":
        return tuple(_functions(message))
    if scaffold == "terminus":
        return tuple(_terminus_json(message) or _terminus_xml(message))
    return ()


def _functions(message: str) -> Iterator[TextCall]:
    """Read `<function=name>`, its `<parameter=key>value</parameter>`, `</function>`."""
    for block in message.split("<function=")[1:]:
        name, mark, rest = block.partition(">")
        if not mark or not name.strip():
            continue
        body = rest.partition("</function>")[0]
        arguments: dict[str, Json] = {}
        for parameter in body.split("<parameter=")[1:]:
            key, _, value = parameter.partition(">")
            text = value.rpartition("</parameter>")[0] or value
            arguments[key] = text.removeprefix("\n").removesuffix("\n")
        yield TextCall(name.strip(), arguments)


def _terminus_json(message: str) -> list[TextCall]:
    """Read `{"commands": [{"keystrokes", "duration"}], "task_complete"}` inside other text."""
    start = message.find("{")
    while start >= 0:
        try:
            found, _ = json_tolerant.parse_at(message, start)
        except ValueError:
            return []
        if isinstance(found, Mapping) and "commands" in found:
            return _terminus_calls(found)
        start = message.find("{", start + 1)
    return []


def _terminus_calls(reply: Mapping[str, Json]) -> list[TextCall]:
    commands = reply["commands"]
    calls: list[TextCall] = []
    if isinstance(commands, list | tuple):
        calls = [
            TextCall("bash_command", command)
            for command in commands
            if isinstance(command, Mapping) and "keystrokes" in command
        ]
    if reply.get("task_complete") in (True, "true"):
        calls.append(TextCall("mark_task_complete", {}))
    return calls


def _terminus_xml(message: str) -> Iterator[TextCall]:
    """Read `<keystrokes duration="0.1">ls</keystrokes>` and `<task_complete>true`."""
    for block in message.split("<keystrokes")[1:]:
        head, mark, rest = block.partition(">")
        typed, end, _ = rest.partition("</keystrokes>")
        if not mark or not end:
            continue
        arguments: dict[str, Json] = {"keystrokes": typed}
        _, has_duration, duration = head.partition('duration="')
        if has_duration:
            arguments["duration"] = duration.partition('"')[0]
        yield TextCall("bash_command", arguments)
    if "<task_complete>true</task_complete>" in message:
        yield TextCall("mark_task_complete", {})
