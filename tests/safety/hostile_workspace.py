"""A workspace in which every text that somebody else chose may carry a payload."""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.hostile import PAYLOADS

TASK: Final = "task_042"

LIST_SLOTS: Final = (
    "task title", "checkpoint title", "note", "pin", "meta key", "meta value", "claims", "pattern",
    "tool name", "argument value", "question", "file path", "comment",
)  # fmt: skip
TRACE_SLOTS: Final = (
    "message", "reasoning", "called tool", "argument name", "argument", "command", "result",
    "edited path", "edited text", "agent name", "model", "notes", "report", "error",
)  # fmt: skip
SAMPLE_SLOTS: Final = ("label", "trace path", "agent version")
SLOTS: Final = (*LIST_SLOTS, *TRACE_SLOTS, *SAMPLE_SLOTS)

# Payloads in the names of one run: with a run each, most of the time would go into deciding them.
_A_RUN: Final = 4


@dataclass(frozen=True, slots=True)
class Words:
    """What stands in the slots: the payload where one is to be, a harmless word elsewhere."""

    slots: frozenset[str]

    def at(self, slot: str, payload: str) -> str:
        assert slot in SLOTS
        return payload if slot in self.slots else "word"


def hostile_workspace(
    folder: Path,
    payloads: Sequence[str] = tuple(payload for _, payload in PAYLOADS),
    slots: Sequence[str] = SLOTS,
) -> Path:
    """One task: for each payload a checkpoint and two steps of the first run, for some a run."""
    words = Words(frozenset(slots))
    checklist = folder / "checklists" / TASK / "checklist.toml"
    checklist.parent.mkdir(parents=True)
    writable = [payload for payload in payloads if _is_utf8(payload)] or ["word"]
    checklist.write_text(checklist_text(words, writable), encoding="utf-8", newline="")
    samples = folder / "sample_traces" / TASK
    samples.mkdir(parents=True)
    (samples / "main.json").write_text(trace_text(words, payloads))
    blocks = ['[[trace]]\npath = "main.json"\nrole = "bad"\npassed = false\n']
    for number, start in enumerate(range(0, len(writable), _A_RUN)):
        payload = "".join(writable[start : start + _A_RUN])
        name = f"{number}/{file_name(words.at('trace path', payload))}.json"
        (samples / name).parent.mkdir(parents=True)
        (samples / name).write_text(trace_text(words, [payload]))
        blocks.append(
            f"[[trace]]\npath = {quoted(name)}\nlabel = {quoted(words.at('label', payload))}\n"
            f"agent_version = {quoted(words.at('agent version', payload))}\npassed = true\n"
        )
    (samples / "traces.toml").write_text("\n".join(blocks), encoding="utf-8")
    return folder


def unlisted_workspace(folder: Path) -> Path:
    """Runs without a list, so that their files' names, which need not be text, are their labels."""
    checklist = folder / "checklists" / TASK / "checklist.toml"
    checklist.parent.mkdir(parents=True)
    checklist.write_text(checklist_text(Words(frozenset()), ["word"]), encoding="utf-8")
    samples = folder / "sample_traces" / TASK
    samples.mkdir(parents=True)
    trace = trace_text(Words(frozenset()), ["word"]).encode()
    for number, name in enumerate(byte_names()):
        for suffix, content in ((b".json", trace), (b".txt", b"no trace")):
            (samples / os.fsdecode(b"%02d" % number + name + suffix)).write_bytes(content)
    return folder


def byte_names() -> list[bytes]:
    """Names of files that hold payloads, and bytes that are no UTF-8."""
    names = [file_name(payload).encode("utf-8", "surrogatepass") for _, payload in PAYLOADS]
    return [*names, b"\xff\xfe", b"\x9b2J\x9d0;pwned\x9c", b"caf\xe9"]


def file_name(payload: str) -> str:
    """The payload without what no file name holds."""
    return payload.replace("\x00", "").replace("/", "|")


def checklist_text(words: Words, payloads: Sequence[str]) -> str:
    head = [
        f"# {shown_in_comment(words.at('comment', ''.join(payloads)))}",
        "format = 1",
        f"task = {quoted(TASK)}",
        f"title = {quoted(words.at('task title', ''.join(payloads)))}",
        "[scoring]",
        'gate = "none"',
        f"claims = {{ off = {quoted(words.at('claims', ''.join(payloads)))} }}",
        "[meta]",
        *(
            f"{quoted(f'{number}' + words.at('meta key', payload))} = "
            f"{quoted(words.at('meta value', payload))}"
            for number, payload in enumerate(payloads)
        ),
    ]
    points = [_checkpoint(words, number, payload) for number, payload in enumerate(payloads)]
    return "\n".join([*head, *points])


def _checkpoint(words: Words, number: int, payload: str) -> str:
    checks = _checks(words, payload)
    return "\n".join(
        [
            "[[checkpoint]]",
            f'id = "point-{number}"',
            f"title = {quoted(words.at('checkpoint title', payload))}",
            f"note = {quoted(words.at('note', payload))}",
            f"pins = [{quoted('file:' + words.at('pin', payload))}]",
            "points = 1" if number else "points = 2",
            "[checkpoint.check]",
            checks[number % len(checks)],
            "",
        ]
    )


def _checks(words: Words, payload: str) -> tuple[str, ...]:
    """One check a kind, as the lines of its table."""
    pattern = words.at("pattern", payload)
    tool = f"tool = {quoted(words.at('tool name', payload))}"
    argument = quoted(words.at("argument value", payload))
    has = f"match = {{ has = {quoted(pattern)} }}"
    found = f"match = {{ re = {quoted(re.escape(pattern))} }}"
    question = f"question = {quoted(words.at('question', payload))}"
    return (
        f'kind = "output"\n{tool}\n{has}',
        f'kind = "tool_called"\n{tool}\narguments = {{ "word" = {argument} }}',
        f'kind = "file_changed"\npath = {quoted(words.at("file path", payload))}',
        f'kind = "text"\npart = "message"\n{has}',
        f'kind = "judge"\n{question}\nasserts = "presence"\nsees = ["final_report"]',
        f'kind = "not"\n[checkpoint.check.check]\nkind = "output"\n{found}',
    )


def trace_text(words: Words, payloads: Sequence[str]) -> str:
    """An ATIF document: for each payload a step that says and runs it, and one that edits it."""
    steps: list[dict[str, Any]] = [{"source": "user", "message": "word"}]
    for payload in payloads:
        steps += (_said(words, payload), _edited(words, payload))
    steps.append({"source": "agent", "message": words.at("report", "".join(payloads))})
    document = {
        "schema_version": "ATIF-v1.6",
        "session_id": "s",
        "agent": {
            "name": words.at("agent name", payloads[0]),
            "version": "1",
            "model_name": words.at("model", payloads[0]),
        },
        "notes": words.at("notes", payloads[0]),
        "steps": [{"step_id": number, **step} for number, step in enumerate(steps, 1)],
    }
    return json.dumps(document)


def _said(words: Words, payload: str) -> dict[str, Any]:
    called = {
        "tool_call_id": "c",
        "function_name": words.at("called tool", payload),
        "arguments": {
            words.at("argument name", payload): words.at("argument", payload),
            "command": words.at("command", payload),
        },
    }
    return {
        "source": "agent",
        "model_name": words.at("model", payload),
        "message": words.at("message", payload),
        "reasoning_content": words.at("reasoning", payload),
        "tool_calls": [called],
        "observation": {
            "results": [{"source_call_id": "c", "content": words.at("result", payload)}]
        },
    }


def _edited(words: Words, payload: str) -> dict[str, Any]:
    called = {
        "tool_call_id": "e",
        "function_name": "str_replace_editor",
        "arguments": {
            "command": "str_replace",
            "path": words.at("edited path", payload),
            "old_str": words.at("edited text", payload),
            "new_str": f"new {words.at('edited text', payload)}",
        },
    }
    failed = {"source_call_id": "e", "content": f"ERROR: {words.at('error', payload)}"}
    return {
        "source": "agent",
        "message": "",
        "tool_calls": [called],
        "observation": {"results": [failed]},
    }


def quoted(text: str) -> str:
    """A TOML string."""
    return '"' + "".join(_escaped(character) for character in text) + '"'


def shown_in_comment(text: str) -> str:
    """What TOML allows of a text in a comment: no controls but tabs."""
    return "".join(char for char in text if char >= " " and char != "\x7f")


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if " " <= character <= "~":
        return character
    code = ord(character)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _is_utf8(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
