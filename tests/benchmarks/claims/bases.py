"""Real reports: recordings that lie beside the project, as traces to which a sentence is added."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.core.steps import ListSteps
from ckpt_tui.core.text import compact_json
from ckpt_tui.core.trace import (
    Report,
    Step,
    StepKind,
    ToolCall,
    ToolClass,
    ToolResult,
    Trace,
)
from ckpt_tui.errors import TraceError

AIRLINE = Path("tau_bench_airline") / "gpt-4o-airline-tasks-0-24.json"
DESK = Path("trajectory_judge") / "results" / "raw" / "trajectories.jsonl"
CODING = ("harbor_atif", "harbor_trial", "swe_agent", "mini_swe_agent")


class Base(Struct, frozen=True, kw_only=True):
    """A run whose last message to the user is known.

    Attributes:
        step: of that message.
        label: the fault that was put into it, where its makers say so.
    """

    name: str
    trace: Trace
    step: int
    text: str
    label: str | None = None

    def saying(self, text: str) -> Trace:
        """The same run, with another last message."""
        report = self.trace.report
        if report is not None:
            return replace(self.trace, report=Report(step=report.step, text=text))
        steps = [self.trace.steps[index] for index in range(len(self.trace.steps))]
        steps[self.step] = replace(steps[self.step], message=text)
        return replace(self.trace, steps=ListSteps(steps))

    def with_sentence(self, sentence: str) -> Trace:
        """The same run, whose last message ends with one more sentence."""
        return self.saying(f"{self.text.rstrip()}\n\n{sentence}")


def airline(labelled: Path) -> Iterator[Base]:
    """Conversations of a booking agent with tools."""
    for number, entry in enumerate(json.loads((labelled / AIRLINE).read_text("utf-8"))):
        steps = _numbered(_airline_steps(entry["traj"]))
        step = max(s.index for s in steps if s.kind is StepKind.AGENT and s.message)
        trace = Trace(format="test", steps=ListSteps(steps))
        yield Base(name=f"airline {number}", trace=trace, step=step, text=steps[step].message)


def desk(labelled: Path) -> Iterator[Base]:
    """Runs of a refund desk, each with the kind of fault that was put into it."""
    for line in (labelled / DESK).read_text("utf-8").splitlines():
        entry = json.loads(line)
        said = entry["final_answer"]
        drafts = [_step(StepKind.USER, entry["goal"]), *map(_desk_step, entry["steps"])]
        steps = _numbered([*drafts, _step(StepKind.AGENT, said)])
        last = len(steps) - 1
        yield Base(
            name=entry["trajectory_id"],
            trace=Trace(format="test", steps=ListSteps(steps), report=Report(step=last, text=said)),
            step=last,
            text=said,
            label=entry["label"]["failure_type"],
        )


def coding(traces: Path) -> Iterator[Base]:
    """Runs of coding agents that ended with a report."""
    library = FileTraceLibrary(traces)
    for folder in CODING:
        for sample in library.find(str(traces / folder)).samples:
            try:
                trace = library.load(sample)
            except TraceError:
                continue
            report = trace.report
            if report is not None and len(trace.steps) > 5:
                yield Base(name=sample.label, trace=trace, step=report.step, text=report.text)


def _airline_steps(messages: list[dict]) -> Iterator[Step]:
    kinds = {"user": StepKind.USER, "system": StepKind.SYSTEM, "assistant": StepKind.AGENT}
    for place, message in enumerate(messages):
        if message["role"] not in kinds:
            continue
        # A recording may use the id of a call again, so that only the answers behind it count.
        behind = takewhile(lambda each: each["role"] == "tool", messages[place + 1 :])
        answers = {each["tool_call_id"]: each["content"] for each in behind}
        calls = [
            _call(
                each["function"]["name"],
                json.loads(each["function"]["arguments"]),
                answers.get(each["id"]),
            )
            for each in message.get("tool_calls") or ()
        ]
        yield _step(kinds[message["role"]], message["content"] or "", *calls)


def _desk_step(entry: dict) -> Step:
    call = entry["call"]
    answer = compact_json(entry["observation"])
    return _step(StepKind.AGENT, "", _call(call["tool"], call["args"], answer))


def _step(kind: StepKind, message: str, *calls: ToolCall) -> Step:
    return Step(index=0, native=0, kind=kind, actor=str(kind), message=message, calls=calls)


def _numbered(drafts) -> list[Step]:
    return [replace(step, index=place, native=place) for place, step in enumerate(drafts)]


def _call(name: str, arguments: Mapping, answer: str | None) -> ToolCall:
    return ToolCall(
        id=None,
        name=name,
        tool_class=ToolClass.OTHER,
        arguments=arguments,
        arguments_text=compact_json(arguments),
        result=None if answer is None else ToolResult(text=answer),
    )


LOADERS: Mapping[str, Callable[[Path], Iterator[Base]]] = {
    "airline": airline,
    "desk": desk,
    "coding": coding,
}
