"""Reads what CMake's `ctest` prints (https://cmake.org, versions 2.8 to 4)."""

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

_SKIPS: Final = ("***Skipped", "***Not Run (Disabled)")
_SUMMARY_WORDS: Final = 9


class _Run(Struct):
    """Tests that were told, and the summary line behind them with its failed and all tests.

    `listed` are those that did not run and `red` those that failed by the lists behind it.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    skipped: list[str] = field(default_factory=list[str])
    listed: dict[str, str] = field(default_factory=dict[str, str])
    red: list[str] = field(default_factory=list[str])
    span: tuple[int, int] = (0, 0)
    counts: tuple[int, int] | None = None


def read_ctest(output: str) -> RunnerOutput:
    """Every ctest summary of an output, in order; linear in the output."""
    runs = [_Run()]
    for start, line in plain_lines(output):
        counts = _counts(line)
        result = _result(line)
        if (counts is not None or result is not None) and runs[-1].counts is not None:
            runs.append(_Run())
        if counts is not None:
            runs[-1].span, runs[-1].counts = (start, line_end(output, start)), counts
        elif result is not None:
            _note(*result, runs[-1])
        elif runs[-1].counts is not None and line.startswith((" ", "\t")):
            _note_listed(line.strip(), runs[-1])
    rest = runs[-1] if runs[-1].counts is None else _Run()
    found = tuple(_summary(run, run.counts) for run in runs if run.counts is not None)
    return RunnerOutput(found, SeenNames(unique(rest.passing), unique(rest.failing)))


def _counts(line: str) -> tuple[int, int] | None:
    """Failed and all of `50% tests passed, 1 tests failed out of 2`; None for any other line."""
    words = line.split(" ")
    if len(words) != _SUMMARY_WORDS or not words[0].endswith("%"):
        return None
    is_line = words[1:3] == ["tests", "passed,"] and words[4:8] in (
        ["tests", "failed", "out", "of"],
        ["test", "failed", "out", "of"],
    )
    failed, total = number(words[3]), number(words[8])
    if not is_line or failed is None or total is None or failed > total:
        return None
    return failed, total


def _result(line: str) -> tuple[str, str] | None:
    """Name and result of `1/2 Test #1: good ......   Passed    0.00 sec`."""
    place, found, rest = line.strip().partition(" Test ")
    first, slash, last = place.partition("/")
    label, colon, behind = rest.partition(": ")
    is_test = found and slash and number(first) is not None and number(last) is not None
    name, dots, result = behind.partition(" ..")
    return (name, result) if is_test and colon and "#" in label and dots else None


def _note(name: str, result: str, run: _Run) -> None:
    if " Passed " in result:
        run.passing.append(name)
    elif any(mark in result for mark in _SKIPS):
        run.skipped.append(name)
    else:
        run.failing.append(name)


def _note_listed(text: str, run: _Run) -> None:
    """`4 - skippy (Skipped)` or `2 - bad (Failed)`."""
    index, dash, rest = text.partition(" - ")
    name, bracket, why = rest.rpartition(" (")
    if number(index) is None or not dash or not bracket:
        return
    if why in {"Skipped)", "Disabled)"}:
        run.listed[name] = why
    else:
        run.red.append(name)


def _summary(run: _Run, counts: tuple[int, int]) -> TestSummary:
    """A skipped test is among all that ctest counts, a disabled one is not."""
    failed, total = counts
    skipped = unique([*run.skipped, *run.listed])
    disabled = sum(why == "Disabled)" for why in run.listed.values())
    passed = max(0, total - failed - (len(skipped) - disabled))
    shown = within(run.passing, passed)
    missed = within([*run.failing, *run.red], failed)
    return TestSummary(
        span=run.span,
        passed=passed,
        failed=failed,
        skipped=len(skipped),
        passing=shown,
        failing=missed,
        names_all_passing=len(shown) == passed,
        names_all_failing=len(missed) == failed,
    )
