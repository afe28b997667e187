"""Reads the events that `go test -json` prints, one a line (`go doc test2json`)."""

from typing import Final

import msgspec
from msgspec import Struct, field

from ckpt_tui.core.testruns_summary import (
    RunnerOutput,
    SeenNames,
    TestSummary,
    line_end,
    plain_lines,
    unique,
)

_UNBUILT: Final = ("[build failed]", "[setup failed]")
_RESULTS: Final = frozenset({"pass", "fail", "skip"})


class _Event(Struct, rename="pascal"):
    """One line, of which only these keys are read."""

    action: str
    package: str = ""
    test: str = ""
    output: str = ""


class _Package(Struct):
    """Its own result, once it came, and those of its tests; "" while a test runs."""

    result: str = ""
    is_unbuilt: bool = False
    tests: dict[str, str] = field(default_factory=dict[str, str])

    def names(self, result: str) -> list[str]:
        return [name for name, found in self.tests.items() if found == result]


def read_go_json(output: str) -> RunnerOutput:
    """The packages of an output, together as one summary; linear in the output.

    What a test prints is text inside an event, so it is never taken for a result.
    """
    packages: dict[str, _Package] = {}
    first, last = -1, 0
    for start, line in plain_lines(output):
        event = _event(line)
        if event is None:
            continue
        _note(event, packages.setdefault(event.package, _Package()))
        if event.action in _RESULTS and not event.test:
            first = start if first < 0 else first
            last = line_end(output, start)
    found = tuple(packages.values())
    passing = [name for package in found for name in package.names("pass")]
    failing = [name for package in found for name in package.names("fail")]
    failing += [name for name, package in packages.items() if _is_broken(package)]
    ran = any(package.tests for package in found)
    is_whole = all(package.result or package.is_unbuilt for package in found)
    if first < 0 or not is_whole or not (ran or not failing):
        return RunnerOutput(rest=SeenNames(unique(passing), unique(failing)))
    # What a test prints without a line end hides its result.
    is_told = all(result for package in found for result in package.tests.values())
    summary = TestSummary(
        span=(first, last),
        passed=len(passing) if is_told else None,
        failed=len(failing),
        skipped=sum(len(package.names("skip")) for package in found),
        passing=unique(passing),
        failing=unique(failing),
        names_all_passing=is_told,
        names_all_failing=is_told,
        gap="" if is_told else "the events lack the result of a test",
    )
    return RunnerOutput((summary,))


def _event(line: str) -> _Event | None:
    """The event of a line; a package that could not be built may be told in plain text."""
    if line.startswith("FAIL") and line.endswith(_UNBUILT):
        return _Event("output", package=line.split()[1], output=line)
    if not line.startswith("{"):
        return None
    try:
        event = msgspec.json.decode(line.encode("utf-8", "replace"), type=_Event)
    except msgspec.DecodeError:
        return None
    return event if event.package else None


def _note(event: _Event, package: _Package) -> None:
    if event.action == "run":
        package.tests[event.test] = ""
    elif event.action in _RESULTS and not event.test:
        package.result = event.action
    elif event.action in _RESULTS and event.test in package.tests:
        # A test that was not announced was made up by one that prints.
        package.tests[event.test] = event.action
    elif (
        event.action == "output"
        and not event.test
        and any(mark in event.output for mark in _UNBUILT)
    ):
        package.is_unbuilt = True


def _is_broken(package: _Package) -> bool:
    """Whether it failed without a failing test."""
    return package.is_unbuilt or (package.result == "fail" and not package.names("fail"))
