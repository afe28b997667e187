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
from ckpt_tui.core.trace import Change, StepKind, Steps, ToolCall
from ckpt_tui.core.view import TraceView

_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_TITLE_LENGTH: Final = 60
# No cut is left to hang on these.
_LOOSE: Final = " ,;:.&|-"
_REACH: Final = 32
_WHOSE: Final = {
    StepKind.SYSTEM: "what the agent was told to begin with",
    StepKind.USER: "the user's word",
    StepKind.AGENT: "the agent's word",
    StepKind.ENVIRONMENT: "what the environment said unasked",
    StepKind.META: "a note of the recording",
}


def drafts(view: TraceView, step: int) -> tuple[Checkpoint, ...]:
    """One checkpoint a kind that fits the step, its fields filled; empty without calls."""
    found = [_checkpoint(title, check) for title, check in _checks(view, step)]
    return tuple(dict.fromkeys(found))


def no_draft(steps: Steps, step: int) -> str:
    """Why nothing is drafted from a step without calls, and from which one near it would be."""
    said = f"step {step} is {_WHOSE[steps.kinds[step]]}, and p drafts from what a call did"
    near = _nearest_call(steps, step)
    return said if near is None else f"{said}: the nearest is in step {near}"


def _nearest_call(steps: Steps, step: int) -> int | None:
    around = (step + side * away for away in range(1, _REACH) for side in (-1, 1))
    inside = (place for place in around if 0 <= place < len(steps))
    return next((place for place in inside if steps[place].calls), None)


def _checks(view: TraceView, step: int) -> Iterator[tuple[str, Check]]:
    for run in test_runs(view).of_step(step):
        yield f"runs {run.line}", _tests(run)
    for change in file_changes(view):
        if change.position.step == step:
            kinds = () if change.change is None else (change.change,)
            verb = change.change or Change.EDIT
            check = FileChanged(path=Equals(change.path), change=kinds)
            yield f"{verb}s {change.path}", check
    for call in view.trace.steps[step].calls:
        yield f"calls {call.name} {_main_text(call)}", _tool_called(call)
        line = _telling_line(call)
        if line:
            yield (
                f"{call.name} shows {line}",
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


def _checkpoint(text: str, check: Check) -> Checkpoint:
    title = _short(text)
    words = "".join(char if char in _LETTERS else " " for char in title.lower()).split()
    identifier = "-".join(words[:4])[:40] or "checkpoint"
    point = Checkpoint(id=identifier, title=title, check=check)
    return replace(point, id=identifier if identifier[0].isalnum() else f"c-{identifier}")


def _main_text(call: ToolCall) -> str:
    if call.command_line is not None:
        return call.command_line
    return call.edits[0].path if call.edits else ""


def _short(text: str) -> str:
    """The text on one line, cut behind a word; within one where that is most of the line."""
    # Of a long text no more is looked at than can be seen.
    line = " ".join(text[: _TITLE_LENGTH * 8].split())
    if len(line) <= _TITLE_LENGTH:
        return line
    room = line[:_TITLE_LENGTH]
    words = room.rpartition(" ")[0]
    kept = words if len(words) > _TITLE_LENGTH // 2 else room[:-1]
    return f"{kept.rstrip(_LOOSE)}…"
