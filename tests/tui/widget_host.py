"""A tiny app around one widget, and steps to show in it."""

from dataclasses import dataclass, field

from textual.message import Message
from textual.widget import Widget

from ckpt_tui.core.steps import ListSteps
from ckpt_tui.core.trace import (
    FileEdit,
    Step,
    StepKind,
    ToolCall,
    ToolClass,
    ToolResult,
)
from ckpt_tui.tui.guard import SafeApp
from ckpt_tui.tui.toned import TonedScreen
from tests.hostile import PAYLOADS


class Host(SafeApp[None]):
    """Shows one widget and keeps what it says."""

    CSS = "Screen { layout: vertical; }"

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.widget = widget
        self.said: list[Message] = []

    def get_default_screen(self):
        return TonedScreen()

    def compose(self):
        yield self.widget

    def on_mount(self) -> None:
        self.widget.focus()

    def on_rows_moved(self, message: Message) -> None:
        self.said.append(message)

    def on_rows_chosen(self, message: Message) -> None:
        self.said.append(message)

    def on_test_grid_chosen(self, message: Message) -> None:
        self.said.append(message)


def shown(widget: Widget) -> list[str]:
    """The lines of a mounted widget as text, top to bottom."""
    return [widget.render_line(y).text for y in range(widget.scrollable_content_region.height)]


def call(name: str, command: str, result: ToolResult | None, **others: object) -> ToolCall:
    return ToolCall(
        id=None,
        name=name,
        tool_class=ToolClass.SHELL,
        arguments={"command": command},
        arguments_text='{"command":"' + command.replace("\n", "\\n") + '"}',
        command_line=command,
        result=result,
        **others,
    )


def edit(path: str, added: int, removed: int) -> ToolCall:
    return ToolCall(
        id=None,
        name="str_replace_editor",
        tool_class=ToolClass.EDIT,
        arguments={"path": path},
        arguments_text='{"path":"' + path + '"}',
        edits=(FileEdit(path=path, change=None, added=("x",) * added, removed=("y",) * removed),),
        result=ToolResult(text="done"),
    )


@dataclass
class ManySteps(ListSteps):
    """As many steps as wanted, made when looked at; keeps which were."""

    count: int = 100_000
    looked_at: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Step:
        self.looked_at.append(index)
        ran = call(
            "bash", f"pytest -q tests/test_{index}.py", ToolResult(text="", exit_code=index % 2)
        )
        return Step(index=index, native=index, kind=StepKind.AGENT, actor="agent", calls=(ran,))


def _ended(exit_code: int) -> ToolResult:
    return ToolResult(text="1 failed in 0.12s" if exit_code else "done", exit_code=exit_code)


def ordinary_steps() -> list[Step]:
    """A short run with one step of every sort."""
    listed = call("bash", "ls -la && git log --oneline | head", _ended(0))
    failed = call("bash", "python -m pytest -q tests/test_totals.py", _ended(1))
    broken = call("python", "print(1)\nprint(2)", ToolResult(text="boom", is_error=True))
    report = "总计 1,000.00 — 银行家舍入 is the cause ⚠\ufe0f; every test passes, I saw it twice."
    rows = [
        (StepKind.SYSTEM, "system", "You are a careful engineer.\nWork in /workspace.", ()),
        (StepKind.USER, "user", "Ledger totals are off by a cent. Find out why and mend it.", ()),
        (StepKind.AGENT, "agent", "", (listed,)),
        (StepKind.AGENT, "agent", "Let me run the tests", (failed,)),
        (StepKind.AGENT, "agent", "", (edit("ledger/totals.py", 12, 3),)),
        (StepKind.AGENT, "agent", "", (call("bash", "sleep 100", None),)),
        (StepKind.AGENT, "agent", "", (broken, call("bash", "true", _ended(0)))),
        (StepKind.ENVIRONMENT, "terminal", "$ \x1b[32mok\x1b[0m", ()),
        (StepKind.META, "context", "summary of the context so far", ()),
        (StepKind.AGENT, "reviewer", report, ()),
    ]
    return [
        Step(index=number, native=number, kind=kind, actor=actor, message=message, calls=calls)
        for number, (kind, actor, message, calls) in enumerate(rows)
    ]


def hostile_steps() -> list[Step]:
    """One step a payload: in its message, or in tool name, command and result."""
    steps: list[Step] = []
    for _, payload in PAYLOADS:
        for message, calls in (
            (payload, ()),
            ("", (call(payload, payload, ToolResult(text=payload, exit_code=0)),)),
        ):
            steps.append(
                Step(
                    index=len(steps),
                    native=len(steps),
                    kind=StepKind.AGENT,
                    actor=payload,
                    message=message,
                    calls=calls,
                )
            )
    return steps
