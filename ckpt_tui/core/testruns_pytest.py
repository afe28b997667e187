"""Reads what pytest prints (https://docs.pytest.org, versions 3 to 9): summaries and names."""

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

_COUNTED: Final = frozenset(
    {
        "passed", "failed", "skipped", "deselected", "xfailed", "xpassed", "warning", "warnings",
        "error", "errors", "rerun", "reruns", "subtests passed", "subtests failed",
        "subtests skipped", "subtests xfailed",
    }
)  # fmt: skip
_PASSES: Final = ("PASSED",)
_FAILS: Final = ("FAILED", "ERROR")
_STATES: Final = (*_PASSES, *_FAILS, "SKIPPED", "XFAIL", "XPASS", "SUBPASS", "SUBFAIL", "RERUN")
_LETTERS: Final = frozenset(".FEsxX")


class _Names(Struct):
    """Names seen since the last summary.

    `listed` are those of the lines that stand directly above the summary; `headed` are the
    headings of the failures that pytest explains.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    listed: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    headed: list[str] = field(default_factory=list[str])
    files: dict[str, str] = field(default_factory=dict[str, str])
    section: str = ""


def read_pytest(output: str) -> RunnerOutput:
    """Every pytest summary of an output, in order; linear in the output."""
    names = _Names()
    summaries: list[TestSummary] = []
    for start, line in plain_lines(output):
        counts = _counts(line)
        if counts is not None:
            summaries.append(_summary((start, line_end(output, start)), counts, names))
            names = _Names()
        elif line:
            _note(line, names)
    return RunnerOutput(tuple(summaries), _seen(names))


def _counts(line: str) -> dict[str, int] | None:
    """The counts of `== 1 failed, 2 passed in 0.12s ==`; None for any other line."""
    if " in " not in line or line[-1] not in "=s)" or line[0].isspace():
        return None
    if line.startswith("=") != line.endswith("="):
        return None
    body, _, duration = line.strip("=").strip().rpartition(" in ")
    if not _is_duration(duration):
        return None
    if body == "no tests ran":
        return {}
    counts: dict[str, int] = {}
    for part in body.split(", "):
        number, _, word = part.partition(" ")
        if not (number.isascii() and number.isdecimal() and len(number) < 10 and word in _COUNTED):  # noqa: PLR2004
            return None
        counts[word.removesuffix("s") if word in {"errors", "warnings"} else word] = int(number)
    return counts


def _is_duration(text: str) -> bool:
    """`0.12s`, `62.10s (0:01:02)` or, before pytest 5, `0.12 seconds`."""
    first, _, rest = text.partition(" ")
    if rest and not (rest == "seconds" or (rest.startswith("(") and rest.endswith(")"))):
        return False
    number = first.removesuffix("s")
    whole, _, part = number.partition(".")
    return whole.isdecimal() and part.isdecimal() and (first != number or rest == "seconds")


def _note(line: str, names: _Names) -> None:
    """Remember what a line says of single tests."""
    first, _, rest = line.partition(" ")
    if first in _STATES and rest and not rest.startswith(("[", "(")):
        names.listed.append((first, _node(rest)))
        return
    if not line.startswith("!!!"):
        names.listed.clear()
    if "::" in line:
        _note_verbose(line, names)
    elif line.startswith("="):
        names.section = line.strip("= ")
    elif line.startswith("___") and names.section in {"FAILURES", "ERRORS"}:
        names.headed.append(_heading(line))
    elif first.endswith(".py") and rest:
        letters = rest.partition("[")[0].strip()
        if letters and _LETTERS.issuperset(letters):
            names.files[first] = letters


def _heading(line: str) -> str:
    name = line.strip("_ ")
    for prefix in ("ERROR at setup of ", "ERROR at teardown of ", "ERROR collecting "):
        name = name.removeprefix(prefix)
    return name


def _node(rest: str) -> str:
    """The test's id in `tests/a.py::t[x - y] - AssertionError: …`."""
    bracket, dash = rest.find("["), rest.find(" - ")
    if 0 <= bracket < dash:
        closing = rest.find("] - ", bracket)
        return rest[: closing + 1] if closing >= 0 else rest
    return rest if dash < 0 else rest[:dash]


def _note_verbose(line: str, names: _Names) -> None:
    """`tests/a.py::t PASSED [ 50%]`, or of several workers `[gw0] [ 50%] PASSED tests/a.py::t`."""
    if line.startswith("[gw"):
        state, _, name = line[line.rfind("] ", 0, line.find("::")) + 2 :].partition(" ")
        _note_state(state, name, names)
        return
    for state in _STATES:
        name, found, behind = line.partition(f" {state}")
        if found and "::" in name and _ends_line(behind):
            _note_state(state, name, names)
            return


def _ends_line(behind: str) -> bool:
    """Whether nothing but a reason or the progress stands behind a state."""
    return not behind or (behind[0] == " " and behind.lstrip()[0] in "[(")


def _note_state(state: str, name: str, names: _Names) -> None:
    if state in _PASSES:
        names.passing.append(name)
    elif state in _FAILS:
        names.failing.append(name)


def _seen(names: _Names) -> SeenNames:
    listed = [name for state, name in names.listed if state in _FAILS]
    return SeenNames(unique(names.passing), unique([*names.failing, *listed]))


def _summary(span: tuple[int, int], counts: dict[str, int], names: _Names) -> TestSummary:
    passed = counts.get("passed", 0)
    failed = counts.get("failed", 0) + counts.get("error", 0) or counts.get("subtests failed", 0)
    passing = [*names.passing, *(name for state, name in names.listed if state in _PASSES)]
    failing = [*names.failing, *(name for state, name in names.listed if state in _FAILS)]
    # More names than the summary counts: something else printed lines of this look.
    shown = _within(passing, passed)
    missed = _within(failing or names.headed, failed)
    names_all_failing = len(missed) == failed
    if names_all_failing:
        shown = unique([*shown, *_green_files(names.files, missed)])
    return TestSummary(
        span=span,
        passed=passed,
        failed=failed,
        skipped=counts.get("skipped", 0),
        others=counts.get("xfailed", 0) + counts.get("xpassed", 0),
        passing=shown,
        failing=missed,
        names_all_passing=len(unique(passing)) == passed,
        names_all_failing=names_all_failing,
    )


def _within(names: list[str], count: int) -> tuple[str, ...]:
    found = unique(names)
    return found if len(found) <= count else ()


def _green_files(files: dict[str, str], failing: tuple[str, ...]) -> list[str]:
    """Test files of which something passed and nothing failed."""
    red = {name.partition("::")[0] for name in failing}
    headed = any("::" not in name and not name.endswith(".py") for name in failing)
    return [
        path
        for path, letters in files.items()
        if "." in letters and path not in red and not headed and not {"F", "E"} & set(letters)
    ]
