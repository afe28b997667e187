"""Reads what Maven's Surefire and Failsafe print (https://maven.apache.org/surefire, 2.x, 3.x)."""

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

_LEVELS: Final = ("[INFO] ", "[ERROR] ", "[WARNING] ", "[WARN] ")
_FIGURES: Final = ("Tests run", "Failures", "Errors", "Skipped")
_MARKS: Final = ("<<< FAILURE!", "<<< ERROR!")
_HEADER: Final = "T E S T S"
_BEGUN: Final = "Scanning for projects..."
_ENDED: Final = ("BUILD SUCCESS", "BUILD FAILURE")


class _Seen(Struct):
    """What is known of a build so far.

    `totals` are the counts of the modules; `begun` is how many of them came to their tests.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    totals: list[dict[str, int]] = field(default_factory=list[dict[str, int]])
    begun: int = 0
    has_levels: bool = False
    is_scanned: bool = False
    is_ended: bool = False
    is_unbuilt: bool = False
    start: int = -1
    stop: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether every module that came to its tests has its total, and none broke the build."""
        is_finished = self.is_ended or not (self.is_scanned or self.begun)
        return bool(self.totals) and len(self.totals) >= self.begun and is_finished


def read_maven(output: str) -> RunnerOutput:
    """The modules of a build together as one summary; linear in the output.

    The totals of modules count, not the lines of their classes; lines without Maven's level in
    an output that has them were printed by tests. A module that could not be compiled leaves no
    summary.
    """
    seen = _Seen(has_levels="[INFO] Tests run:" in output or "[ERROR] Tests run:" in output)
    for start, line in plain_lines(output):
        level = next((level for level in _LEVELS if line.startswith(level)), "")
        text = line[len(level) :].strip()
        counts = _counts(text) if level or not seen.has_levels else None
        if counts is not None:
            seen.totals.append(counts)
            seen.start = start if seen.start < 0 else seen.start
            seen.stop = line_end(output, start)
        elif text.startswith("Tests run: "):
            _note_class(text, seen)
        else:
            _note(text, level, seen)
    if not seen.is_whole or seen.is_unbuilt:
        return RunnerOutput(rest=SeenNames(unique(seen.passing), unique(seen.failing)))
    return RunnerOutput((_summary(seen),))


def _counts(text: str) -> dict[str, int] | None:
    """The counts of `Tests run: 5, Failures: 1, Errors: 0, Skipped: 1[, Flakes: 1]`."""
    counts: dict[str, int] = {}
    for part in text.split(", "):
        word, _, figure = part.partition(": ")
        found = number(figure)
        if found is None:
            return None
        counts[word] = found
    return counts if counts.keys() >= set(_FIGURES) else None


def _note_class(text: str, seen: _Seen) -> None:
    """`Tests run: 3, Failures: 0, …, Time elapsed: 0.05 s -- in com.example.AdderTest`."""
    figures, _, rest = text.partition(", Time elapsed: ")
    counts = _counts(figures)
    _, _, name = rest.rpartition(" in ")
    if counts is None or not name or any(mark in text for mark in _MARKS):
        return
    if not counts["Failures"] and not counts["Errors"] and counts["Tests run"] > counts["Skipped"]:
        seen.passing.append(name)


def _note(text: str, level: str, seen: _Seen) -> None:
    if text == _HEADER:
        seen.begun += 1
    elif text in _ENDED:
        seen.is_ended = True
    elif text == _BEGUN and level:
        seen.is_scanned = True
    elif text.startswith("COMPILATION ERROR"):
        seen.is_unbuilt = True
    elif text.endswith(_MARKS) and "Time elapsed: " in text:
        seen.failing.append(_name(text.partition("Time elapsed: ")[0].removesuffix("-- ").strip()))


def _name(text: str) -> str:
    """`com.example.AdderTest.adds` from it, or from `adds(com.example.AdderTest)`."""
    method, bracket, owner = text.partition("(")
    is_old = bracket and owner.endswith(")") and "." not in method and "." in owner
    return f"{owner[:-1]}.{method}" if is_old else text


def _summary(seen: _Seen) -> TestSummary:
    def total(*words: str) -> int:
        return sum(counts.get(word, 0) for counts in seen.totals for word in words)

    failed, skipped = total("Failures", "Errors"), total("Skipped")
    missed = within(seen.failing, failed)
    return TestSummary(
        span=(seen.start, seen.stop),
        passed=max(0, total("Tests run") - failed - skipped),
        failed=failed,
        skipped=skipped,
        passing=unique(seen.passing),
        failing=missed,
        names_all_failing=len(missed) == failed,
    )
