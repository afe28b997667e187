"""Reads what node's own test runner prints (https://nodejs.org/api/test.html): spec and TAP."""

from typing import Final

from msgspec import Struct, field

from ckpt_tui.core.testruns_summary import (
    RunnerOutput,
    SeenNames,
    TestSummary,
    line_end,
    number,
    plain_lines,
    unique,
    within,
)

_FIGURES: Final = ("tests", "suites", "pass", "fail", "cancelled", "skipped", "todo")
_MARKS: Final = ("# ", "\N{INFORMATION SOURCE} ")
_STATES: Final = {"✔": True, "✖": False, "ok": True, "not ok": False}


class _Seen(Struct):
    """What stands in front of the next summary.

    `figures` are the summary's lines so far; `suites` are names that hold other tests.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    suites: set[str] = field(default_factory=set[str])
    figures: dict[str, int] = field(default_factory=dict[str, int])
    start: int = 0
    last: str = ""


def read_node(output: str) -> RunnerOutput:
    """Every summary of node's runner in an output, in order; linear in the output.

    A summary is a block of lines that begins with `tests` and ends with `duration_ms`; in TAP,
    what a test prints is marked.
    """
    seen = _Seen()
    summaries: list[TestSummary] = []
    for start, line in plain_lines(output):
        label, _, figure = line[2:].partition(" ") if line.startswith(_MARKS) else ("", "", "")
        count = number(figure)
        if label == "duration_ms" and {"tests", "pass", "fail"} <= seen.figures.keys():
            summaries.append(_summary((seen.start, line_end(output, start)), seen))
            seen = _Seen()
        elif label in _FIGURES and count is not None:
            if label == "tests":
                seen.start, seen.figures = start, {}
            seen.figures[label] = count
        elif line:
            seen.figures = {}
            _note(line.strip(), seen)
    return RunnerOutput(
        tuple(summaries), SeenNames(_named(seen.passing, seen), unique(seen.failing))
    )


def _note(text: str, seen: _Seen) -> None:
    """What a line says of single tests."""
    if text.startswith("▶ "):
        seen.suites.add(_without_time(text[2:]))
    elif text == "type: 'suite'":
        seen.suites.add(seen.last)
    state = next((state for state in _STATES if text.startswith(f"{state} ")), "")
    if not state:
        return
    name, _, directive = text[len(state) + 1 :].partition(" # ")
    if state in {"ok", "not ok"}:
        index, dash, name = name.partition(" - ")
        if not dash or number(index) is None:
            return
    seen.last = _without_time(name)
    if not directive.upper().startswith(("SKIP", "TODO")) and seen.last != "failing tests:":
        (seen.passing if _STATES[state] else seen.failing).append(seen.last)


def _without_time(text: str) -> str:
    front, bracket, time = text.rpartition(" (")
    return front if bracket and time.endswith("ms)") else text


def _named(names: list[str], seen: _Seen) -> tuple[str, ...]:
    return unique([name for name in names if name not in seen.suites])


def _summary(span: tuple[int, int], seen: _Seen) -> TestSummary:
    figures = seen.figures
    passed, failed = figures["pass"], figures["fail"] + figures.get("cancelled", 0)
    shown = within(list(_named(seen.passing, seen)), passed)
    missed = within(list(_named(seen.failing, seen)), failed)
    return TestSummary(
        span=span,
        passed=passed,
        failed=failed,
        skipped=figures.get("skipped", 0),
        others=figures.get("todo", 0),
        passing=shown,
        failing=missed,
        names_all_passing=len(shown) == passed,
        names_all_failing=len(missed) == failed,
    )
