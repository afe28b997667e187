"""Reads what unittest's text runner prints, and Django's which is built on it."""

from typing import Final

from msgspec import Struct, field

from ckpt_tui.core.testruns_summary import (
    RunnerOutput,
    SeenNames,
    TestSummary,
    line_end,
    plain_lines,
    unique,
)

_RULE: Final = "=" * 70
_FIXTURES: Final = ("setUpClass", "tearDownClass", "setUpModule", "tearDownModule")
_PASSED: Final = "ok"
_FAILED: Final = frozenset({"FAIL", "ERROR", "unexpected success"})
_RESULTS: Final = _FAILED | {_PASSED, "expected failure"}


class _Seen(Struct):
    """What stands in front of the next summary.

    `waiting` is a test whose result has not come yet; `ran` is the `Ran …` line whose verdict
    has not come yet.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    headed: list[str] = field(default_factory=list[str])
    waiting: str = ""
    after_rule: bool = False
    ran: tuple[int, int] | None = None


def read_unittest(output: str) -> RunnerOutput:
    """Every unittest summary of an output, in order; linear in the output."""
    seen = _Seen()
    summaries: list[TestSummary] = []
    for start, line in plain_lines(output):
        if not line:
            continue
        if seen.ran is not None:
            counts = _verdict(line)
            if counts is not None:
                span = (seen.ran[0], line_end(output, start))
                summaries.append(_summary(span, seen.ran[1], counts, seen))
                seen = _Seen()
                continue
            seen.ran = None
        tests = _ran(line)
        if tests is not None:
            seen.ran = (start, tests)
        else:
            _note(line, seen)
    return RunnerOutput(
        tuple(summaries), SeenNames(unique(seen.passing), unique([*seen.failing, *seen.headed]))
    )


def _ran(line: str) -> int | None:
    """The number in `Ran 5 tests in 0.012s`."""
    if not line.startswith("Ran ") or not line.endswith("s"):
        return None
    words = line.split(" ")
    if len(words) != 5 or words[2] not in {"test", "tests"} or words[3] != "in":  # noqa: PLR2004
        return None
    is_number = words[1].isascii() and words[1].isdecimal() and len(words[1]) < 10  # noqa: PLR2004
    return int(words[1]) if is_number else None


def _verdict(line: str) -> dict[str, int] | None:
    """The counts of `FAILED (failures=1, skipped=2)`; None for any other line."""
    word, _, rest = line.partition(" (")
    if word not in {"OK", "FAILED", "NO TESTS RAN"} or (rest and not rest.endswith(")")):
        return None
    counts: dict[str, int] = {}
    for part in filter(None, rest[:-1].split(", ")):
        name, _, number = part.partition("=")
        if not (number.isascii() and number.isdecimal() and len(number) < 10):  # noqa: PLR2004
            return None
        counts[name] = int(number)
    return counts


def _note(line: str, seen: _Seen) -> None:
    if line == _RULE:
        seen.after_rule = True
        return
    head, colon, rest = line.partition(": ")
    if seen.after_rule and colon and head in {"FAIL", "ERROR", "UNEXPECTED SUCCESS"}:
        seen.headed.append(_name(rest) or rest)
    seen.after_rule = False
    front, dots, result = line.rpartition(" ... ")
    name = _name(front if dots else line)
    seen.waiting = name or seen.waiting
    result = result if dots else line
    if seen.waiting and (result in _RESULTS or result.startswith("skipped")):
        _note_result(result, seen)


def _note_result(result: str, seen: _Seen) -> None:
    if result == _PASSED:
        seen.passing.append(seen.waiting)
    elif result in _FAILED:
        seen.failing.append(seen.waiting)
    seen.waiting = ""


def _name(text: str) -> str:
    """`pkg.mod.Class.test_x` from `test_x (pkg.mod.Class.test_x)`; empty for any other text."""
    method, opening, rest = text.partition(" (")
    owner, closing, _ = rest.partition(")")
    if not opening or not closing or " " in method or " " in owner or "." not in owner:
        return ""
    if owner.startswith("unittest.loader._FailedTest"):
        return method
    return owner if owner.endswith(f".{method}") else f"{owner}.{method}"


def _summary(span: tuple[int, int], tests: int, counts: dict[str, int], seen: _Seen) -> TestSummary:
    bad = counts.get("failures", 0) + counts.get("errors", 0)
    unexpected = counts.get("unexpected successes", 0)
    skipped = counts.get("skipped", 0)
    others = counts.get("expected failures", 0)
    red = _red(bad, seen.headed)
    passed = max(0, tests - red - unexpected - skipped - others)
    shown = unique(seen.passing)
    shown = shown if len(shown) <= passed else ()
    missed = unique([*seen.headed, *seen.failing])
    missed = missed if len(missed) <= bad + unexpected else ()
    return TestSummary(
        span=span,
        passed=passed,
        failed=bad + unexpected,
        skipped=skipped,
        others=others,
        passing=shown,
        failing=missed,
        names_all_passing=len(shown) == passed,
        names_all_failing=len(missed) == bad + unexpected or len(seen.headed) == bad,
    )


def _red(bad: int, headed: list[str]) -> int:
    """How many of the tests that ran failed.

    Several sub-tests of one test may fail, and a failing `setUpClass` is no test that ran; where
    every failure is headed, the headings tell them apart.
    """
    names = [name for name in headed if name.rpartition(".")[2] not in _FIXTURES]
    return len(unique(names)) if len(headed) == bad else bad
