"""Reads what mocha's reporters for people print (https://mochajs.org, versions 2 to 11)."""

from typing import Final

from msgspec import Struct, field

from ckpt_tui.core.testruns_outline import Outline
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

_PASSES: Final = ("✓ ", "✔ ", "√ ")
_JOINT: Final = " > "


class _Seen(Struct):
    """What stands in front of the next summary."""

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    outline: Outline = field(default_factory=lambda: Outline(_JOINT))


class _Figures(Struct):
    """The lines of a summary, `2 passing (13ms)` and those that are not zero, and their place."""

    start: int
    stop: int
    counts: dict[str, int]


def read_mocha(output: str) -> RunnerOutput:
    """Every mocha summary of an output up to the first with failures; linear in the output.

    An empty line stands in front of a summary, not always of what a test prints. Behind failures
    stand their messages as the tests spell them, which may look like anything.
    """
    seen, figures = _Seen(), None
    summaries: list[TestSummary] = []
    is_behind_gap = True
    for start, line in plain_lines(output):
        label, count = _figure(line)
        if figures is not None and label in {"pending", "failing"}:
            figures.stop = line_end(output, start)
            figures.counts[label] = count
            continue
        if figures is not None:
            if figures.counts.get("failing"):
                break
            summaries.append(_summary(figures, seen))
            seen, figures = _Seen(), None
        if label == "passing" and is_behind_gap:
            figures = _Figures(start, line_end(output, start), {label: count})
        elif line:
            _note(line, seen)
        is_behind_gap = not line
    if figures is not None:
        _note_headings(output[figures.stop :], figures.counts.get("failing", 0), seen)
        summaries.append(_summary(figures, seen))
        seen = _Seen()
    return RunnerOutput(tuple(summaries), SeenNames(unique(seen.passing), unique(seen.failing)))


def _figure(line: str) -> tuple[str, int]:
    """The word and the number of `  2 passing (13ms)`; empty and 0 for any other line."""
    if not line.startswith("  ") or line[2:3] == " ":
        return "", 0
    words = line.split()
    count = number(words[0])
    is_timed = len(words) == 3 and words[2][0] == "(" and words[2][-1] == ")"  # noqa: PLR2004
    if count is None or len(words) < 2 or words[1] not in {"passing", "pending", "failing"}:  # noqa: PLR2004
        return "", 0
    is_figure = is_timed if words[1] == "passing" else len(words) == 2  # noqa: PLR2004
    return (words[1], count) if is_figure else ("", 0)


def _note(line: str, seen: _Seen) -> None:
    """A line of the tree of tests."""
    text = line.lstrip()
    depth = len(line) - len(text)
    seen.outline.close(depth)
    index, bracket, name = text.partition(") ")
    if text.startswith(_PASSES):
        seen.passing.append(seen.outline.name(_without_time(text[2:])))
    elif bracket and number(index) is not None:
        seen.failing.append(seen.outline.name(name))
    elif depth and not text.startswith("- "):
        seen.outline.open(depth, text)


def _without_time(text: str) -> str:
    front, bracket, time = text.rpartition(" (")
    return front if bracket and time.endswith("ms)") else text


def _note_headings(details: str, count: int, seen: _Seen) -> None:
    """The failures that are explained, `1) sum` and `adds wrong:` below it, one more in each."""
    names: list[str] = []
    is_open = False
    for _, line in plain_lines(details):
        text = line.strip()
        if line.startswith(f"  {len(names) + 1}) ") and not is_open:
            names.append(text.partition(") ")[2])
            is_open = not text.endswith(":")
        elif is_open and text:
            names[-1] = _JOINT.join([names[-1], text])
            is_open = not text.endswith(":")
    found = [name.removesuffix(":") for name in names[:count]]
    seen.failing = found if len(found) == count else seen.failing


def _summary(figures: _Figures, seen: _Seen) -> TestSummary:
    passed, failed = figures.counts["passing"], figures.counts.get("failing", 0)
    shown, missed = within(seen.passing, passed), within(seen.failing, failed)
    return TestSummary(
        span=(figures.start, figures.stop),
        passed=passed,
        failed=failed,
        skipped=figures.counts.get("pending", 0),
        passing=shown,
        failing=missed,
        names_all_passing=len(shown) == passed,
        names_all_failing=len(missed) == failed,
    )
