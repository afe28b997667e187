"""Small traces for tests, written the way they read.

trace(user("hi"), agent("on it", call("bash", {"command": "ls"}, result="a.py", exit_code=0)))
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from ckpt_tui.core.steps import ListSteps
from ckpt_tui.core.text import compact_json
from ckpt_tui.core.trace import (
    Change,
    FileEdit,
    Json,
    Report,
    Step,
    StepKind,
    ToolCall,
    ToolClass,
    ToolResult,
    Trace,
)
from ckpt_tui.core.view import TraceView

CLASSES = {
    "bash": ToolClass.SHELL,
    "read_file": ToolClass.READ,
    "edit_file": ToolClass.EDIT,
    "grep": ToolClass.SEARCH,
    "submit": ToolClass.SUBMIT,
}


def call(
    name: str,
    arguments: Mapping[str, Json] | None = None,
    *,
    result: str | ToolResult | None = "",
    exit_code: int | None = None,
    edits: tuple[FileEdit, ...] = (),
    tool_class: ToolClass | None = None,
) -> ToolCall:
    """A call and its answer; `result=None` leaves it unanswered.

    `{"": text}` are arguments that could not be parsed.
    """
    arguments = {} if arguments is None else arguments
    kind = tool_class or CLASSES.get(name, ToolClass.OTHER)
    command = arguments.get("command") if kind is ToolClass.SHELL else None
    if isinstance(result, str):
        result = ToolResult(text=result, exit_code=exit_code)
    unparsed = arguments.get("")
    return ToolCall(
        id=None,
        name=name,
        tool_class=kind,
        arguments=arguments,
        arguments_text=unparsed if isinstance(unparsed, str) else compact_json(arguments),
        command_line=command if isinstance(command, str) else None,
        edits=edits,
        result=result,
    )


def bash(command: str, output: str = "", exit_code: int | None = 0) -> ToolCall:
    """A shell call that was answered."""
    return call("bash", {"command": command}, result=output, exit_code=exit_code)


def edit(
    path: str,
    *,
    removed: tuple[str, ...] = (),
    added: tuple[str, ...] = (),
    change: Change | None = Change.EDIT,
) -> ToolCall:
    """An edit tool's call that worked."""
    spelled = FileEdit(path=path, change=change, removed=removed, added=added)
    return call("edit_file", {"path": path}, result="done", edits=(spelled,))


def agent(message: str = "", *calls: ToolCall, reasoning: str = "", actor: str = "agent") -> Step:
    return Step(
        index=0,
        native=0,
        kind=StepKind.AGENT,
        actor=actor,
        message=message,
        reasoning=reasoning,
        calls=calls,
    )


def user(message: str) -> Step:
    return Step(index=0, native=0, kind=StepKind.USER, actor="user", message=message)


def system(message: str) -> Step:
    return Step(index=0, native=0, kind=StepKind.SYSTEM, actor="system", message=message)


def environment(message: str) -> Step:
    return Step(index=0, native=0, kind=StepKind.ENVIRONMENT, actor="environment", message=message)


def copied(step: Step) -> Step:
    """The same step, repeated from an earlier context."""
    return replace(step, is_copied=True)


def trace(*steps: Step, report: str | None = None, **facts: object) -> Trace:
    """A trace of these steps, numbered; native numbers are 1-based.

    `report` is carried by the last step. Other facts are fields of `Trace`.
    """
    numbered = [replace(step, index=index, native=index + 1) for index, step in enumerate(steps)]
    told = None if report is None else Report(step=len(steps) - 1, text=report)
    return Trace(format="test", steps=ListSteps(numbered), report=told, **facts)  # type: ignore[arg-type]


def view(*steps: Step, workdir: tuple[str, ...] = (), **facts: object) -> TraceView:
    """The view of `trace(*steps, **facts)`."""
    return TraceView(trace=trace(*steps, **facts), workdir=workdir)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Files:
    """A recorded final environment that is held in memory."""

    files: Mapping[str, bytes]
    is_complete: bool = True
    changes: Mapping[str, Change] | None = None
    patch: str = ""
    initial: Mapping[str, bytes] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    digest: str = "sha256:" + "0" * 64

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(sorted({*self.files, *self.digests}))

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def read_initial(self, path: str) -> bytes | None:
        return self.initial.get(path)

    def listed_sha256(self, path: str) -> str | None:
        return self.digests.get(path)
