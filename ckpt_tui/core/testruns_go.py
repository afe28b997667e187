"""Reads what `go test` prints (https://pkg.go.dev/cmd/go): packages and tests."""

from typing import Final

from msgspec import Struct, field

from ckpt_tui.core.testruns_go_json import read_go_json
from ckpt_tui.core.testruns_summary import (
    RunnerOutput,
    SeenNames,
    TestSummary,
    line_end,
    plain_lines,
    unique,
)

_SILENT: Final = "`go test` counts and names passing tests only with `-v`"
_UNBUILT: Final = ("[build failed]", "[setup failed]")
_EMPTY: Final = ("[no tests to run]", "[no test files]")
_STATES: Final = frozenset({"PASS", "FAIL", "SKIP"})
_EVENT: Final = '"Action":"'


class _Package(Struct):
    """The tests that were told since the last package reported."""

    begun: set[str] = field(default_factory=set[str])
    results: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


class _Tally(Struct):
    """What the packages that reported add up to.

    `broken` are packages that failed without a failing test; `is_named` says whether all of
    them named their tests, `is_red` whether go said that something failed.
    """

    results: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    broken: list[str] = field(default_factory=list[str])
    ran: int = 0
    empty: int = 0
    unbuilt: int = 0
    is_named: bool = True
    is_red: bool = False
    start: int = -1
    stop: int = 0

    def names(self, state: str) -> list[str]:
        return [name for found, name in self.results if found == state]


def read_go(output: str) -> RunnerOutput:
    """The packages of an output, together as one summary; linear in the output.

    Tests and their sub-tests count one each, as `go test -json` tells them; a package that
    failed without a failing test counts as one failure. There is no summary where no package
    came to run its tests, or one did not report.
    """
    if _EVENT in output:
        return read_go_json(output)
    tally, package = _Tally(), _Package()
    for start, line in plain_lines(output):
        reported = _reported(line)
        if reported is not None:
            _close(*reported, package, tally)
            package = _Package()
        elif line == "FAIL":
            tally.is_red = True
        else:
            _note(line, package)
        if reported is not None or (line == "FAIL" and tally.start >= 0):
            tally.start = start if tally.start < 0 else tally.start
            tally.stop = line_end(output, start)
    is_whole = (tally.ran or (tally.empty and not tally.unbuilt)) and not package.results
    if is_whole:
        return RunnerOutput((_summary(tally),))
    tally.results += package.results
    failing = [*tally.names("FAIL"), *tally.broken]
    return RunnerOutput(rest=SeenNames(unique(tally.names("PASS")), unique(failing)))


def _reported(line: str) -> tuple[str, str, str] | None:
    """State, package and the rest of `ok  	example.com/a	0.012s`; None for any other line.

    A screen shows the tabs as blanks.
    """
    words = line.split(None, 2)
    if len(words) < 3 or words[0] not in {"ok", "FAIL", "?"}:  # noqa: PLR2004
        return None
    gap = line[len(words[0]) :][: -len(words[2])].partition(words[1])[0]
    said = words[2].split()[0]
    is_time = said == "(cached)" or (said.endswith("s") and said[0].isdecimal())
    if (gap != " " and (is_time or words[2].startswith((*_UNBUILT, *_EMPTY)))) and line[0] > " ":
        return words[0], words[1], words[2]
    return None


def _note(line: str, package: _Package) -> None:
    """`=== RUN   TestA`, or `--- PASS: TestA (0.00s)`, maybe behind what a test printed."""
    if line.startswith("=== RUN "):
        package.begun.add(line[8:].strip())
        return
    at = line.find("--- ")
    state, colon, rest = line[at + 4 :].partition(": ")
    name, bracket, time = rest.partition(" (")
    if at < 0 or not colon or state not in _STATES or not bracket or not time.endswith("s)"):
        return
    # Where tests are announced, one that was not was made up by a test that prints.
    if not package.begun or name in package.begun:
        package.results.append((state, name))


def _close(state: str, name: str, said: str, package: _Package, tally: _Tally) -> None:
    if state == "FAIL" and any(mark in said for mark in _UNBUILT):
        tally.unbuilt += 1
        tally.broken.append(name)
        return
    tally.results += package.results
    if any(mark in said for mark in _EMPTY):
        tally.empty += 1
        return
    tally.ran += 1
    tally.is_named = tally.is_named and bool(package.begun)
    if state == "FAIL" and not any(found == "FAIL" for found, _ in package.results):
        tally.broken.append(name)


def _summary(tally: _Tally) -> TestSummary:
    passing, failing = tally.names("PASS"), tally.names("FAIL")
    is_named = tally.is_named
    failed = max(len(failing) + len(tally.broken), int(tally.is_red))
    return TestSummary(
        span=(tally.start, tally.stop),
        passed=len(passing) if is_named else None,
        failed=failed,
        skipped=len(tally.names("SKIP")) if is_named else None,
        passing=unique(passing),
        failing=unique([*failing, *tally.broken]),
        names_all_passing=is_named,
        names_all_failing=failed == len(failing) + len(tally.broken),
        gap="" if is_named else _SILENT,
    )
