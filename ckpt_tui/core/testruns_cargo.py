"""Reads what Rust's test harness prints under `cargo test`, and `cargo nextest`'s summary."""

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

_RESULT: Final = "test result: "
_COUNTED: Final = frozenset({"passed", "failed", "ignored", "measured", "filtered out"})
_TESTS: Final = frozenset({"test", "tests"})
_NEXTEST_REDS: Final = ("failed", "timed out", "exec failed")
_NEXTEST_FAILS: Final = frozenset({"FAIL", "TIMEOUT", "ABORT", "XFAIL"})
_CUT: Final = "the beginning of the output is cut off"


class _Target(Struct):
    """One test binary, or the doc-tests of a crate.

    `size` is how many tests it announced, None where that is not shown; `listed` are the names
    under the last `failures:`; `is_over` says that what tests printed may stand from here on.
    """

    size: int | None = None
    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    listed: list[str] = field(default_factory=list[str])
    is_listing: bool = False
    is_over: bool = False
    counts: dict[str, int] | None = None
    start: int = 0
    stop: int = 0

    @property
    def red(self) -> list[str]:
        return list(unique(self.failing)) or self.listed


def read_cargo(output: str) -> RunnerOutput:
    """The targets of an output, together as one summary; linear in the output.

    Of each target the last result counts that adds up to the tests it announced, not one that a
    test prints; a target that broke off leaves no summary.
    """
    targets: list[_Target] = []
    is_red = False
    for start, line in plain_lines(output):
        size = _announced(line)
        counts = _counts(line)
        if size is not None or (counts is not None and not targets):
            targets.append(_Target(size=size))
        if counts is not None and _fits(counts, targets[-1]):
            target = targets[-1]
            target.counts = counts
            target.start, target.stop = start, line_end(output, start)
        elif targets:
            _note(line, targets[-1])
        is_red = is_red or (line.startswith("error: ") and _says_failed(line))
    passing = [name for target in targets for name in target.passing]
    failing = [name for target in targets for name in target.red]
    if not targets or any(target.counts is None for target in targets):
        return RunnerOutput(rest=SeenNames(unique(passing), unique(failing)))
    return RunnerOutput((_summary(targets, is_red=is_red),))


def _says_failed(line: str) -> bool:
    return "test failed" in line or ("target" in line and line.endswith("failed:"))


def _announced(line: str) -> int | None:
    """The number in `running 4 tests`."""
    words = line.split(" ")
    is_line = len(words) == 3 and words[0] == "running" and words[2] in {"test", "tests"}  # noqa: PLR2004
    return number(words[1]) if is_line else None


def _counts(line: str) -> dict[str, int] | None:
    """The counts of `test result: ok. 2 passed; 0 failed; …`; None for any other line."""
    if not line.startswith(_RESULT):
        return None
    verdict, _, rest = line[len(_RESULT) :].partition(". ")
    if verdict not in {"ok", "FAILED"}:
        return None
    counts: dict[str, int] = {}
    for part in rest.split("; "):
        figure, _, word = part.partition(" ")
        found = number(figure)
        if found is not None and word in _COUNTED:
            counts[word] = found
        elif figure != "finished":
            return None
    return counts if {"passed", "failed", "ignored"} <= counts.keys() else None


def _fits(counts: dict[str, int], target: _Target) -> bool:
    ran = sum(figure for word, figure in counts.items() if word != "filtered out")
    return target.size is None or ran == target.size


def _note(line: str, target: _Target) -> None:
    """What a line says of single tests."""
    if line in {"failures:", "successes:"}:
        target.is_listing, target.is_over = line == "failures:", True
        target.listed = [] if target.is_listing else target.listed
    elif target.is_listing and line:
        target.is_listing = line.startswith("    ")
        if target.is_listing:
            target.listed.append(line.strip())
    elif not target.is_over:
        _note_test(line, target)


def _note_test(line: str, target: _Target) -> None:
    """`test tests::adds ... ok`."""
    name, dots, result = line.removeprefix("test ").rpartition(" ... ")
    if not line.startswith("test ") or not dots:
        return
    name = name.removesuffix(" - should panic")
    if result == "ok":
        target.passing.append(name)
    elif result == "FAILED":
        target.failing.append(name)


def _summary(targets: list[_Target], *, is_red: bool) -> TestSummary:
    def total(word: str) -> int:
        return sum((target.counts or {}).get(word, 0) for target in targets)

    is_whole = all(target.size is not None for target in targets)
    passing = [name for target in targets for name in target.passing]
    failing = [name for target in targets for name in target.red]
    failed = max(total("failed"), int(is_red))
    return TestSummary(
        span=(targets[0].start, targets[-1].stop),
        passed=total("passed") if is_whole else None,
        failed=failed,
        skipped=total("ignored") if is_whole else None,
        others=total("measured"),
        passing=unique(passing),
        failing=unique(failing) if len(failing) <= failed else (),
        names_all_passing=is_whole and len(passing) == total("passed"),
        names_all_failing=is_whole and len(failing) == failed,
        gap="" if is_whole else _CUT,
    )


def read_nextest(output: str) -> RunnerOutput:
    """Every nextest summary of an output, in order; linear in the output."""
    summaries: list[TestSummary] = []
    names = _Target()
    for start, line in plain_lines(output):
        counts = _nextest_counts(line)
        if counts is not None:
            span = (start, line_end(output, start))
            summaries.append(_nextest_summary(span, counts, names))
            names = _Target()
        else:
            _note_nextest(line, names)
    return RunnerOutput(tuple(summaries), SeenNames(unique(names.passing), unique(names.failing)))


def _nextest_counts(line: str) -> dict[str, int] | None:
    """The counts of `Summary [ 0.1s] 5 tests run: 4 passed (1 slow), 1 failed, 2 skipped`.

    `not run` are those that were left out because others failed.
    """
    head, bracket, rest = line.strip().partition("] ")
    total, colon, body = rest.partition(" run: ")
    words = total.split(" ")
    if not bracket or not colon or not head.startswith("Summary [") or words[-1] not in _TESTS:
        return None
    counts: dict[str, int] = {}
    for part in _outside_brackets(body).split(", "):
        figure, _, word = part.strip().partition(" ")
        found = number(figure)
        if found is None:
            return None
        counts[word] = found
    begun, _, planned = words[0].partition("/")
    ran = number(begun)
    if ran is None or sum(counts.get(word, 0) for word in ("passed", *_NEXTEST_REDS)) != ran:
        return None
    return {**counts, "not run": max(0, (number(planned) or 0) - ran)}


def _outside_brackets(text: str) -> str:
    """`4 passed, 1 failed` from `4 passed (1 slow, 1 leaky), 1 failed`."""
    first, *others = text.split("(")
    return first + "".join(other.partition(")")[2] for other in others)


def _note_nextest(line: str, names: _Target) -> None:
    """`        PASS [   0.005s] (1/5) carg tests::works`, and its like."""
    state, bracket, rest = line.strip().partition(" [")
    _, closing, name = rest.partition("] ")
    if not bracket or not closing or not line.startswith(" "):
        return
    name = name.strip()
    if name.startswith("("):
        name = name.partition(") ")[2].strip()
    if state == "PASS":
        names.passing.append(name)
    elif state in _NEXTEST_FAILS or state.startswith("SIG"):
        names.failing.append(name)


def _nextest_summary(span: tuple[int, int], counts: dict[str, int], names: _Target) -> TestSummary:
    passed = counts.get("passed", 0)
    failed = sum(counts.get(word, 0) for word in _NEXTEST_REDS)
    shown, missed = within(names.passing, passed), within(names.failing, failed)
    return TestSummary(
        span=span,
        passed=passed,
        failed=failed,
        skipped=counts.get("skipped", 0),
        others=counts["not run"],
        passing=shown,
        failing=missed,
        names_all_passing=len(shown) == passed,
        names_all_failing=len(missed) == failed,
    )
