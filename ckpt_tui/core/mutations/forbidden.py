"""Runs in which what a check forbids has happened after all."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.breakdown import Grade
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.counting import least
from ckpt_tui.core.checks.ending import AtMost, OutcomeCheck
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.file_changed import FileChanged, Span
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.text import Part, Speaker, Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.checks.verifier_test import VerifierTest
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.match import AtMostValue, Equals
from ckpt_tui.core.mutations.final_files import AlteredFiles
from ckpt_tui.core.mutations.literals import literal
from ckpt_tui.core.mutations.mutants import (
    graded,
    rebuilt,
    with_facts,
    with_report,
    with_steps,
)
from ckpt_tui.core.mutations.occurrences import (
    acting,
    call,
    made_changes,
    made_up,
    own,
    paths,
    speaking,
)
from ckpt_tui.core.mutations.tried import Mutation, Tried, was_killed
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Change, FileEdit, Step, ToolClass, ToolResult
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView

_MOST: Final = 20
# No run is made longer than by this, whatever a limit allows.
_LONGEST: Final = 10_000


def insertions(check: Check, view: TraceView) -> Iterator[Tried]:
    """What the check forbids, done at the end of the run, as far as it can be made up."""
    for part, detail in _forbidding(check):
        for left in _offended(part, view):
            killed = was_killed(decided(check, left), lambda _: True)
            if killed is not None:
                place = _place(view)
                yield Tried(mutation=Mutation.INSERT, step=place, is_killed=killed, detail=detail)
                break


def _forbidding(check: Check) -> Iterator[tuple[Check, str]]:
    """The parts of a check that forbid something, whatever else it wants."""
    match check:
        case AllOf(checks=inner):
            for each in inner:
                yield from _forbidding(each)
        case AtMost():
            yield from _limits(check)
        case OnlyAfter():
            yield check, "passes when it happens again without a guard of its own"
        case ToolCalled() | Ran() if check.count is not None and least(check.count) is None:
            yield check, "passes when it happens more often"
        case Never() | Not() | File(exists=False):
            yield check, "passes when the forbidden thing is done"
        case _:
            return


def _limits(check: AtMost) -> Iterator[tuple[Check, str]]:
    """Each limit alone."""
    for name in ("steps", "tokens", "seconds", "dollars", "errors"):
        limit = getattr(check, name)
        if limit is not None:
            yield AtMost(**{name: limit}), f"passes when {name} go over the limit"


def _offended(part: Check, view: TraceView) -> Iterator[TraceView]:
    """Runs that break what a part forbids."""
    match part:
        case Never(check=inner) | Not(check=inner):
            yield from _met(inner, view)
        case File():
            yield from _left_behind(replace(part, exists=True), view)
        case AtMost():
            yield from _excesses(part, view)
        case OnlyAfter():
            yield from _repeated(part.then, view, 2)
        case ToolCalled() | Ran():
            yield from _repeated(replace(part, count=None), view, _too_many(part))
        case _:
            return


def _met(check: Check, view: TraceView) -> Iterator[TraceView]:
    """Runs in which a check is met for certain, made from one in which it may not be."""
    match check:
        case FileChanged(scope=Span.NET) | File():
            yield from _left_behind(check, view)
        case VerifierTest() | OutcomeCheck():
            yield from _approved(check, view)
        case Text(part=Part.REPORT):
            wanted = literal(check.match)
            if wanted is not None:
                yield with_report(view, lambda text: f"{text}\n{wanted}")
        case AnyOf(checks=inner):
            for each in inner:
                yield from _met(each, view)
        case ToolCalled() | Ran() if check.count is not None:
            number = min(least(check.count) or 1, _MOST)
            yield from _repeated(replace(check, count=None), view, number)
        case _:
            yield from _repeated(check, view, 1)


def _repeated(check: Check, view: TraceView, number: int) -> Iterator[TraceView]:
    """Runs in which a check is met so many times more, one after the other, at the end."""
    bare = with_facts(view, environment=None)
    for step in (*own(check, view), *made_up(check, view)):
        if decided(check, rebuilt(bare, [step])).status is Status.PASS:
            yield _longer(view, [step] * number)


def _too_many(check: ToolCalled | Ran) -> int:
    match check.count:
        case AtMostValue(bound=bound) | Equals(value=int(bound)):
            return min(int(bound) + 1, _MOST)
        case _:
            return _MOST


def _place(view: TraceView) -> int:
    """Where something is done last: before the step that carries the report."""
    report = view.trace.report
    return len(view.steps) if report is None else report.step


def _approved(check: VerifierTest | OutcomeCheck, view: TraceView) -> Iterator[TraceView]:
    """The run that the official verifier is content with."""
    outcome = view.trace.outcome
    breakdown = outcome.breakdown
    content = replace(
        outcome,
        passed=True,
        breakdown=None if breakdown is None else graded(breakdown, Grade.FAILED, Grade.PASSED),
    )
    left = with_facts(view, outcome=content)
    if decided(check, left).status is Status.PASS:
        yield left


def _left_behind(check: FileChanged | File, view: TraceView) -> Iterator[TraceView]:
    """Runs that leave such a file behind, or such a change of one."""
    base = view.trace.environment
    if base is None:
        return
    changes = made_changes(check, view) if isinstance(check, FileChanged) else _files(check, view)
    for change in changes:
        is_gone = change.change is Change.DELETE
        before = base.read(change.path) or b""
        after = before if isinstance(check, FileChanged) else b""
        content = None if is_gone else after + encode("\n".join(("", *change.added, "")))
        files = AlteredFiles(
            base=base,
            contents={change.path: content},
            made={change.path: change.change or Change.EDIT},
            diff=_diff(change),
        )
        left = with_facts(view, environment=files)
        if decided(check, left).status is Status.PASS:
            yield left


def _files(check: File, view: TraceView) -> Iterator[FileEdit]:
    """Files that fit, as far as their text can be made up."""
    wanted = "something" if check.text is None else literal(check.text)
    if wanted is not None:
        for path in paths(check.path, view):
            yield FileEdit(path=path, change=Change.CREATE, added=(wanted,))


def _diff(change: FileEdit) -> str:
    lines = [f"-{line}" for line in change.removed] + [f"+{line}" for line in change.added]
    old = "/dev/null" if change.change is Change.CREATE else f"a/{change.path}"
    new = "/dev/null" if change.change is Change.DELETE else f"b/{change.path}"
    counts = f"@@ -1,{len(change.removed)} +1,{len(change.added)} @@"
    return "\n".join([f"--- {old}", f"+++ {new}", counts, *lines, ""])


def _excesses(limit: AtMost, view: TraceView) -> Iterator[TraceView]:
    usage = view.trace.usage
    idle = replace(speaking(Speaker.AGENT), message="…")
    if limit.steps is not None and limit.steps < _LONGEST:
        yield _longer(view, [idle] * (limit.steps + 1))
    if limit.errors is not None and limit.errors < _LONGEST:
        failed = ToolResult(text="it did not work", is_error=True)
        broken = acting(call(ToolClass.OTHER, "tool", {}, failed))
        yield _longer(view, [broken] * (limit.errors + 1))
    if limit.tokens is not None:
        yield with_facts(view, usage=replace(usage, input=limit.tokens + 1, output=0))
    if limit.seconds is not None:
        yield with_facts(view, seconds=limit.seconds + 1)
    if limit.dollars is not None:
        yield with_facts(view, usage=replace(usage, dollars=limit.dollars + 1))


def _longer(view: TraceView, steps: Iterable[Step]) -> TraceView:
    return with_steps(view, _place(view), steps)
