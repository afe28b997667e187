"""Runs made from a recorded one: cut short, without some steps, with other calls or files."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ckpt_tui.core.breakdown import Breakdown, Grade
from ckpt_tui.core.command_runs import CommandAnswers, CommandResult
from ckpt_tui.core.mutations.final_files import AlteredFiles
from ckpt_tui.core.position import Position
from ckpt_tui.core.steps import ListSteps
from ckpt_tui.core.trace import (
    FinalEnvironment,
    Gap,
    Outcome,
    Report,
    RunStatus,
    Step,
    StepKind,
    ToolCall,
    Trace,
    Usage,
)
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.core.view import TraceView

# Of a step that is in no recording.
_NOWHERE = -1


def steps_of(view: TraceView) -> tuple[Step, ...]:
    """Every step, decoded once a view."""
    steps = view.steps
    return view.kept(steps_of, lambda: tuple(steps[place] for place in range(len(steps))))


def beginning(view: TraceView, length: int) -> TraceView:
    """The run as if it had ended behind its first steps; what it left is then not known."""
    return view.kept((beginning, length), lambda: _beginning(view, length))


def rebuilt(view: TraceView, steps: Iterable[Step]) -> TraceView:
    """The run with these steps in this order; its report and its gaps go with their steps."""
    ordered = tuple(steps)
    places = {step.index: place for place, step in enumerate(ordered) if step.index != _NOWHERE}
    trace = view.trace
    return _seen(
        view,
        replace(
            trace,
            steps=ListSteps(replace(step, index=place) for place, step in enumerate(ordered)),
            report=_moved_report(trace.report, places),
            gaps=tuple(_moved_gaps(trace.gaps, places, len(ordered))),
        ),
    )


def without_steps(view: TraceView, dropped: Iterable[int]) -> TraceView:
    """The run without some steps."""
    gone = frozenset(dropped)
    return rebuilt(view, (step for step in steps_of(view) if step.index not in gone))


def with_steps(view: TraceView, place: int, more: Iterable[Step]) -> TraceView:
    """The run with more steps before the one at `place`; their own indexes do not count."""
    steps = steps_of(view)
    new = [replace(step, index=_NOWHERE, native="inserted") for step in more]
    return rebuilt(view, (*steps[:place], *new, *steps[place:]))


def with_calls(view: TraceView, calls: Mapping[Position, Sequence[ToolCall]]) -> TraceView:
    """The run with calls replaced, each by any number of others."""
    touched = {position.step for position in calls}
    return rebuilt(
        view,
        (
            replace(step, calls=tuple(_other_calls(step, calls))) if step.index in touched else step
            for step in steps_of(view)
        ),
    )


def with_facts(
    view: TraceView,
    *,
    environment: FinalEnvironment | UnsetType | None = UNSET,
    outcome: Outcome | UnsetType = UNSET,
    usage: Usage | UnsetType = UNSET,
    seconds: float | UnsetType = UNSET,
) -> TraceView:
    """The run with something else known of its end."""
    facts = {"environment": environment, "outcome": outcome, "usage": usage, "seconds": seconds}
    told = {name: value for name, value in facts.items() if value is not UNSET}
    return _seen(view, replace(view.trace, **told))


def refused(view: TraceView) -> TraceView:
    """The run of which the official verifier, and every command, says the opposite of yes."""
    outcome = view.trace.outcome
    breakdown = outcome.breakdown
    said_no = replace(
        outcome,
        passed=False if outcome.passed else outcome.passed,
        value=None if outcome.value is None else 0.0,
        breakdown=None if breakdown is None else graded(breakdown, Grade.PASSED, Grade.FAILED),
    )
    failed: CommandAnswers = {
        argv: CommandResult(exit_code=int(answer.exit_code == 0), output="")
        for argv, answer in view.commands.items()
        if isinstance(answer, CommandResult)
    }
    trace = replace(view.trace, outcome=said_no)
    return TraceView(trace=trace, workdir=view.workdir, commands=failed)


def with_report(view: TraceView, change: Callable[[str], str]) -> TraceView:
    """The run whose agent reports otherwise; one without a report gets one in a step of its own."""
    report = view.trace.report
    if report is None:
        text = change("")
        step = Step(index=0, native=0, kind=StepKind.AGENT, actor=_agent(view), message=text)
        longer = with_steps(view, len(view.steps), [step])
        told = Report(step=len(view.steps), text=text)
        return _seen(view, replace(longer.trace, report=told))
    text = change(report.text)
    steps = list(steps_of(view))
    old = steps[report.step]
    steps[report.step] = replace(old, message=text if old.message else "")
    trace = rebuilt(view, steps).trace
    return _seen(view, replace(trace, report=Report(step=report.step, text=text)))


def without(view: TraceView, evidence: Sequence[Evidence]) -> TraceView:
    """The run in which nothing of some evidence was said, done, or left behind."""
    files = [it.part.removeprefix("file:") for it in evidence if it.step is None]
    placed = [(it.step, it.part) for it in evidence if it.step is not None]
    calls = {Position(step, call_of(part)): () for step, part in placed if is_call(part)}
    silent = frozenset((step, part) for step, part in placed if not is_call(part))
    left = with_calls(view, calls) if calls else view
    left = _unsaid(left, silent) if silent else left
    return with_files(left, dict.fromkeys(files)) if files else left


def with_files(view: TraceView, contents: Mapping[str, bytes | None]) -> TraceView:
    """The run that left some files otherwise; None: alone. As it was, where none is known."""
    base = view.trace.environment
    if base is None:
        return view
    return with_facts(view, environment=AlteredFiles(base=base, contents=contents))


def with_initial(view: TraceView, paths: Iterable[str]) -> TraceView:
    """The run that left some files as it found them."""
    base = view.trace.environment
    if base is None:
        return view
    contents = {path: base.read_initial(path) for path in paths}
    untouched = frozenset(contents)
    files = AlteredFiles(base=base, contents=contents, untouched=untouched)
    return with_facts(view, environment=files)


def graded(breakdown: Breakdown, old: Grade, new: Grade) -> Breakdown:
    """A breakdown in which every test of one grade has another."""
    tests = tuple(
        replace(test, grade=new) if test.grade is old else test for test in breakdown.tests
    )
    return replace(breakdown, tests=tests)


def is_call(part: str) -> bool:
    """Whether a part of evidence is one of a call."""
    return part.startswith("calls[")


def call_of(part: str) -> int:
    """The number of the call that a part of evidence is in."""
    return int(part[len("calls[") : part.index("]")])


def _unsaid(view: TraceView, silent: frozenset[tuple[int, str]]) -> TraceView:
    is_reported = any(part == "report" for _, part in silent)
    fields = {"message": "message", "report": "message", "reasoning": "reasoning"}
    steps = list(steps_of(view))
    for place, part in silent:
        if part in fields:
            steps[place] = replace(steps[place], **{fields[part]: ""})
    left = rebuilt(view, steps)
    return _seen(view, replace(left.trace, report=None)) if is_reported else left


def _beginning(view: TraceView, length: int) -> TraceView:
    if length >= len(view.steps):
        return view
    trace = rebuilt(view, steps_of(view)[:length]).trace
    return _seen(
        view,
        replace(
            trace,
            status=RunStatus.UNKNOWN,
            submitted=None,
            outcome=Outcome(),
            environment=None,
            usage=Usage(),
            seconds=None,
            gaps=tuple(gap for gap in trace.gaps if gap.last is not None),
        ),
    )


def _seen(view: TraceView, trace: Trace) -> TraceView:
    # What a command gave holds for the files that it was run over, and for no others.
    is_same = trace.environment is view.trace.environment
    commands: CommandAnswers = view.commands if is_same else {}
    return TraceView(trace=trace, workdir=view.workdir, commands=commands)


def _other_calls(step: Step, calls: Mapping[Position, Sequence[ToolCall]]) -> Iterable[ToolCall]:
    for number, call in enumerate(step.calls):
        yield from calls.get(Position(step.index, number), (call,))


def _moved_report(report: Report | None, places: Mapping[int, int]) -> Report | None:
    if report is None or report.step not in places:
        return None
    return replace(report, step=places[report.step])


def _moved_gaps(gaps: Sequence[Gap], places: Mapping[int, int], length: int) -> Iterable[Gap]:
    """The gaps that touch a step that is left; those behind the end stay behind it."""
    for gap in gaps:
        last = max(places, default=0) if gap.last is None else gap.last
        touched = [place for index, place in places.items() if gap.first <= index <= last]
        if gap.last is None:
            yield replace(gap, first=min(touched, default=max(length - 1, 0)))
        elif touched:
            yield replace(gap, first=min(touched), last=max(touched))


def _agent(view: TraceView) -> str:
    steps = view.steps
    actors = (
        actor
        for kind, actor in zip(steps.kinds, steps.actors, strict=True)
        if kind is StepKind.AGENT
    )
    return next(actors, "agent")
