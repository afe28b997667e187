"""Reads what jest's default and verbose reporters print (https://jestjs.io, versions 20 to 30)."""

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

_SUITES: Final = "Test Suites: "
_TESTS: Final = "Tests: "
_WORDS: Final = frozenset({"failed", "skipped", "todo", "passed", "total"})
_PASSES: Final = ("✓ ", "√ ")
_FAILS: Final = ("✕ ", "\N{MULTIPLICATION SIGN} ")
_NEITHER: Final = ("○ ", "✎ ")
_NOT_RUN: Final = "Test suite failed to run"
_JOINT: Final = " › "


class _Seen(Struct):
    """What stands in front of the next summary.

    `suites` are the counts of a `Test Suites:` line whose `Tests:` line has not come yet.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    files: list[str] = field(default_factory=list[str])
    broken: list[str] = field(default_factory=list[str])
    file: str = ""
    outline: Outline = field(default_factory=lambda: Outline(_JOINT))
    in_tree: bool = False
    suites: tuple[int, dict[str, int]] | None = None


def read_jest(output: str) -> RunnerOutput:
    """Every jest summary of an output, in order; linear in the output.

    What tests print stands further in than a summary, so it is never taken for one. There is none
    where no file came to run its tests.
    """
    seen = _Seen()
    summaries: list[TestSummary] = []
    for start, line in plain_lines(output):
        if line.startswith(_SUITES):
            counts = _counts(line[len(_SUITES) :])
            seen.suites = None if counts is None else (start, counts)
        elif line.startswith(_TESTS) and seen.suites is not None:
            counts = _counts(line[len(_TESTS) :])
            if counts is not None and (counts["total"] or not seen.suites[1].get("failed")):
                span = (seen.suites[0], line_end(output, start))
                summaries.append(_summary(span, seen.suites[1], counts, seen))
                seen = _Seen()
        else:
            _note(line, seen)
    return RunnerOutput(
        tuple(summaries), SeenNames(unique(seen.passing), unique([*seen.failing, *seen.broken]))
    )


def _counts(text: str) -> dict[str, int] | None:
    """The counts of `1 failed, 2 passed, 3 total` or `1 skipped, 0 of 1 total`."""
    counts: dict[str, int] = {}
    for part in text.strip().split(", "):
        words = part.split(" ")
        figure = number(words[0])
        if figure is None or words[-1] not in _WORDS or len(words) not in {2, 4}:
            return None
        counts[words[-1]] = figure
    return counts if "total" in counts else None


def _note(line: str, seen: _Seen) -> None:
    """Remember what a line says of single tests."""
    state, _, rest = line.lstrip().partition(" ")
    if state in {"PASS", "FAIL"} and rest and not line.startswith("  "):
        seen.file = rest.split(" (")[0].strip()
        seen.outline, seen.in_tree = Outline(_JOINT), True
        if state == "PASS":
            seen.files.append(seen.file)
        return
    if line.startswith("  ● "):
        seen.in_tree = False
        _note_heading(line[4:], seen)
    elif seen.in_tree and line:
        _note_tree(line, seen)


def _note_heading(heading: str, seen: _Seen) -> None:
    if heading == _NOT_RUN:
        seen.broken.append(seen.file or heading)
    elif _JOINT in heading:
        seen.failing.append(heading)


def _note_tree(line: str, seen: _Seen) -> None:
    """A line of the tree that `--verbose` prints, or that a single file prints by itself."""
    text = line.lstrip()
    depth = len(line) - len(text)
    seen.outline.close(depth)
    if not depth:
        seen.in_tree = False
    elif text.startswith((*_PASSES, *_FAILS)):
        name = seen.outline.name(_without_time(text[2:]))
        (seen.passing if text.startswith(_PASSES) else seen.failing).append(name)
    elif not text.startswith(_NEITHER):
        seen.outline.open(depth, text)


def _without_time(text: str) -> str:
    front, bracket, time = text.rpartition(" (")
    return front if bracket and time.endswith(("ms)", " s)")) else text


def _summary(
    span: tuple[int, int], suites: dict[str, int], counts: dict[str, int], seen: _Seen
) -> TestSummary:
    passed, wrong = counts.get("passed", 0), counts.get("failed", 0)
    # A file that could not be run has no tests to count as failed.
    broken = unique(seen.broken)
    unrun = max(len(broken), suites.get("failed", 0) - wrong)
    unrun = min(unrun, suites.get("failed", 0))
    shown = within(seen.passing, passed)
    missed = within(seen.failing, wrong)
    is_whole = len(missed) == wrong and len(broken) == unrun
    return TestSummary(
        span=span,
        passed=passed,
        failed=wrong + unrun,
        skipped=counts.get("skipped", 0),
        others=counts.get("todo", 0),
        passing=unique([*shown, *seen.files]),
        failing=(*missed, *broken),
        names_all_passing=len(shown) == passed,
        names_all_failing=is_whole,
    )
