"""Reads what Gradle's test tasks print on a plain console (https://docs.gradle.org, 4 to 9)."""

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
)

_TASK: Final = "> Task "
_RESULTS: Final = ("PASSED", "FAILED", "SKIPPED")
_SILENT: Final = "Gradle counts passing tests only where its build is told to log them"


class _Seen(Struct):
    """What is known of a build so far.

    `tasks` are test tasks that ran or were up to date; `completed` are the counts of those that
    had failures.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    skipped: list[str] = field(default_factory=list[str])
    tasks: set[str] = field(default_factory=set[str])
    empty: set[str] = field(default_factory=set[str])
    completed: list[dict[str, int]] = field(default_factory=list[dict[str, int]])
    start: int = -1
    stop: int = 0
    verdict: str = ""


def read_gradle(output: str) -> RunnerOutput:
    """The test tasks of a build together as one summary; linear in the output.

    What tests print stands further in than their results. A build that failed without failing
    tests leaves no summary.
    """
    seen = _Seen()
    for start, line in plain_lines(output):
        counts = _completed(line)
        if line.startswith(_TASK):
            _note_task(line[len(_TASK) :], seen)
        elif counts is not None:
            seen.completed.append(counts)
            _mark(seen, output, start)
        elif line.startswith(("BUILD SUCCESSFUL", "BUILD FAILED")):
            seen.verdict = line.split(" ")[1]
            _mark(seen, output, start)
        elif line and not line[0].isspace():
            _note_test(line, seen)
    is_finished = seen.verdict == "SUCCESSFUL" or (seen.verdict == "FAILED" and seen.completed)
    if not is_finished or not (seen.tasks or seen.empty or seen.completed or seen.passing):
        return RunnerOutput(rest=SeenNames(unique(seen.passing), unique(seen.failing)))
    return RunnerOutput((_summary(seen),))


def _mark(seen: _Seen, output: str, start: int) -> None:
    seen.start = start if seen.start < 0 else seen.start
    seen.stop = line_end(output, start)


def _completed(line: str) -> dict[str, int] | None:
    """The counts of `12 tests completed, 1 failed, 2 skipped`; None for any other line."""
    first, *others = line.split(", ")
    words = first.split(" ")
    is_line = len(words) == 3 and words[1] in {"test", "tests"} and words[2] == "completed"  # noqa: PLR2004
    completed = number(words[0])
    if not is_line or completed is None:
        return None
    counts = {"completed": completed}
    for part in others:
        figure, _, word = part.partition(" ")
        found = number(figure)
        if found is None or word not in {"failed", "skipped"}:
            return None
        counts[word] = found
    return counts


def _note_task(text: str, seen: _Seen) -> None:
    """`:core:test`, maybe with `UP-TO-DATE`, `NO-SOURCE`, `FROM-CACHE` or `FAILED` behind it."""
    name, _, state = text.partition(" ")
    task = name.rpartition(":")[2]
    if not task.endswith(("test", "Test")):
        return
    (seen.empty if state in {"NO-SOURCE", "SKIPPED"} else seen.tasks).add(name)


def _note_test(line: str, seen: _Seen) -> None:
    """`AdderTest > adds() PASSED`."""
    name, _, state = line.rpartition(" ")
    if state not in _RESULTS or " > " not in name:
        return
    results = {"PASSED": seen.passing, "FAILED": seen.failing, "SKIPPED": seen.skipped}
    results[state].append(name)


def _summary(seen: _Seen) -> TestSummary:
    failed = sum(counts.get("failed", 0) for counts in seen.completed)
    passed, skipped = _counted(seen)
    missed = unique(seen.failing)
    missed = missed if len(missed) <= failed else ()
    return TestSummary(
        span=(seen.start, seen.stop),
        passed=passed,
        failed=failed,
        skipped=skipped,
        passing=unique(seen.passing),
        failing=missed,
        names_all_passing=passed is not None and passed == len(seen.passing),
        names_all_failing=len(missed) == failed,
        gap=_SILENT if passed is None else "",
    )


def _counted(seen: _Seen) -> tuple[int | None, int | None]:
    """How many passed and were skipped, where the one test task that ran says so."""
    if not seen.tasks and not seen.completed and not seen.passing:
        return 0, 0
    if len(seen.tasks) > 1:
        return None, None
    if len(seen.completed) == 1:
        counts = seen.completed[0]
        skipped = counts.get("skipped", 0)
        return max(0, counts["completed"] - counts.get("failed", 0) - skipped), skipped
    return (len(seen.passing), len(seen.skipped)) if seen.passing else (None, None)
