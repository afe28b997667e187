"""Checkpoints drafted from a step of a trace, the most telling kind first."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.changes import file_changes
from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.file_changed import FileChanged
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.checks.tool_called import CallStatus, ToolCalled
from ckpt_tui.core.match import AtLeast, Equals, Has, Match
from ckpt_tui.core.testruns import TestRun, test_runs
from ckpt_tui.core.trace import Change, ToolCall
from ckpt_tui.core.view import TraceView

_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_TITLE_LENGTH: Final = 60


def drafts(view: TraceView, step: int) -> tuple[Checkpoint, ...]:
    """One checkpoint a kind that fits the step, its fields filled; empty without calls."""
    found = [_checkpoint(title, check) for title, check in _checks(view, step)]
    return tuple(dict.fromkeys(found))


def _checks(view: TraceView, step: int) -> Iterator[tuple[str, Check]]:
    for run in test_runs(view).of_step(step):
        yield f"runs {_short(run.line)}", _tests(run)
    for change in file_changes(view):
        if change.position.step == step:
            kinds = () if change.change is None else (change.change,)
            verb = change.change or Change.EDIT
            check = FileChanged(path=Equals(change.path), change=kinds)
            yield f"{verb}s {change.path}", check
    for call in view.trace.steps[step].calls:
        yield f"calls {call.name} {_short(_main_text(call))}".strip(), _tool_called(call)
        line = _telling_line(call)
        if line:
            yield (
                f"{call.name} shows {_short(line)}",
                Output(tool=Equals(call.name), match=Has(line)),
            )


def _tests(run: TestRun) -> Check:
    if run.failing:
        return Tests(failing=Has(run.failing[0]))
    passed: Match | None = None if run.passed is None else AtLeast(run.passed)
    return Tests(failed=None if run.failed is None else Equals(run.failed), passed=passed)


def _tool_called(call: ToolCall) -> Check:
    arguments = tuple(
        (path, Has(str(value).strip()) if call.command_line == value else Equals(value))
        for path, value in call.arguments.items()
        if isinstance(value, str | int | float) and path != "" and len(str(value)) <= 200  # noqa: PLR2004 (longer ones are contents, not names)
    )[:2]
    failed = call.result is not None and (
        call.result.is_error or call.result.exit_code not in (None, 0)
    )
    status = CallStatus.ANY if failed else CallStatus.OK
    return ToolCalled(tool=Equals(call.name), arguments=arguments, status=status)


def _telling_line(call: ToolCall) -> str:
    """The last line of a result that says anything, cut where it grows long."""
    if call.result is None:
        return ""
    lines = (line.strip() for line in reversed(call.result.text[-2000:].split("\n")))
    return next((line[:_TITLE_LENGTH].strip() for line in lines if line), "")


def _checkpoint(title: str, check: Check) -> Checkpoint:
    words = "".join(char if char in _LETTERS else " " for char in title.lower()).split()
    identifier = "-".join(words[:4])[:40] or "checkpoint"
    point = Checkpoint(id=identifier, title=title[:_TITLE_LENGTH], check=check)
    return replace(point, id=identifier if identifier[0].isalnum() else f"c-{identifier}")


def _main_text(call: ToolCall) -> str:
    if call.command_line is not None:
        return call.command_line
    return call.edits[0].path if call.edits else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TITLE_LENGTH else f"{line[: _TITLE_LENGTH - 1]}…"
