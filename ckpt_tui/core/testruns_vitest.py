"""Reads what vitest's reporters for people print (https://vitest.dev, versions 0.30 to 4)."""

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

_WORDS: Final = frozenset({"failed", "passed", "skipped", "todo"})
_PASSES: Final = ("✓ ", "√ ")
_FAILS: Final = ("\N{MULTIPLICATION SIGN} ", "✗ ")
_RULE: Final = "⎯"
_ENDS: Final = frozenset({"Start at", "Duration"})


class _Seen(Struct):
    """What stands in front of the next summary.

    `files` are the counts of a `Test Files` line and where it begins, `tests` those of the
    `Tests` line behind it and where that ends; `errors` is how many errors happened outside of
    tests, `suites` how many files could not be run; `headed` are failures that are explained.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    headed: list[str] = field(default_factory=list[str])
    broken: list[str] = field(default_factory=list[str])
    green: list[str] = field(default_factory=list[str])
    suites: int = 0
    errors: int = 0
    files: tuple[int, dict[str, int]] | None = None
    tests: tuple[int, dict[str, int]] | None = None


def read_vitest(output: str) -> RunnerOutput:
    """Every vitest summary of an output, in order; linear in the output.

    A summary ends with the line that says when the run began, which tells it from what a test
    prints. There is none where no file came to run its tests.
    """
    seen = _Seen()
    summaries: list[TestSummary] = []
    for start, line in plain_lines(output):
        label, _, rest = line.strip().partition("  ")
        if label in {"Test Files", "Tests", "Errors"}:
            _note_figures(label, rest.strip(), (start, line_end(output, start)), seen)
        elif seen.files is not None and seen.tests is not None and label in _ENDS:
            if seen.tests[1] or not seen.files[1].get("failed"):
                summaries.append(_summary(seen.files, seen.tests, seen))
                seen = _Seen()
        else:
            _note(line, seen)
    failing = [*(seen.headed or seen.failing), *seen.broken]
    return RunnerOutput(tuple(summaries), SeenNames(unique(seen.passing), unique(failing)))


def _note_figures(label: str, text: str, span: tuple[int, int], seen: _Seen) -> None:
    if label == "Errors":
        seen.errors = number(text.partition(" ")[0]) or seen.errors
        return
    counts = _counts(text)
    if counts is None:
        return
    if label == "Test Files":
        seen.files, seen.tests = (span[0], counts), None
    elif seen.files is not None:
        seen.tests = (span[1], counts)


def _counts(text: str) -> dict[str, int] | None:
    """The counts of `1 failed | 3 passed (4)`; empty for `no tests`."""
    if text == "no tests":
        return {}
    body, bracket, total = text.rpartition(" (")
    if not bracket or number(total.removesuffix(")")) is None:
        return None
    counts: dict[str, int] = {}
    for part in body.split(" | "):
        figure, _, word = part.partition(" ")
        found = number(figure)
        if found is None or word not in _WORDS:
            return None
        counts[word] = found
    return counts


def _note(line: str, seen: _Seen) -> None:
    """Remember what a line says of single tests, files, or errors outside of tests."""
    text = line.strip()
    if text.startswith(_RULE):
        _note_rule(text.strip(f"{_RULE} "), seen)
    elif text.startswith("FAIL "):
        _note_failing(text[5:].strip(), seen)
    elif text.startswith((*_PASSES, *_FAILS)) and " > " in text:
        name = _without_time(text[2:].strip())
        (seen.passing if text.startswith(_PASSES) else seen.failing).append(name)
    elif text.startswith(_PASSES) and line.startswith(" ") and " (" in text:
        seen.green.append(text[2:].strip().partition(" (")[0].strip())


def _note_rule(heading: str, seen: _Seen) -> None:
    """`Failed Suites 1` or `Unhandled Errors`, which stand in a rule across the screen."""
    words = heading.rpartition(" ")
    if words[0] == "Failed Suites":
        seen.suites = number(words[2]) or 0
    elif heading.startswith("Unhandled "):
        seen.errors += 1


def _note_failing(rest: str, seen: _Seen) -> None:
    file, bracket, _ = rest.partition(" [ ")
    if bracket:
        seen.broken.append(file)
    elif " > " in rest:
        seen.headed.append(rest)


def _without_time(text: str) -> str:
    front, _, last = text.rpartition(" ")
    return front.rstrip() if front and number(last.removesuffix("ms")) is not None else text


def _summary(
    files: tuple[int, dict[str, int]], tests: tuple[int, dict[str, int]], seen: _Seen
) -> TestSummary:
    (start, file_counts), (stop, counts) = files, tests
    passed, wrong = counts.get("passed", 0), counts.get("failed", 0)
    # A file that could not be run has no tests to count as failed.
    red = file_counts.get("failed", 0)
    unrun = min(max(seen.suites, red - wrong), red)
    failed = wrong + unrun + seen.errors
    shown = within(seen.passing, passed)
    missed, broken = within(seen.headed or seen.failing, wrong), within(seen.broken, unrun)
    return TestSummary(
        span=(start, stop),
        passed=passed,
        failed=failed,
        skipped=counts.get("skipped", 0),
        others=counts.get("todo", 0),
        passing=unique([*shown, *seen.green]),
        failing=(*missed, *broken),
        names_all_passing=len(shown) == passed,
        names_all_failing=len(missed) + len(broken) == failed,
    )
