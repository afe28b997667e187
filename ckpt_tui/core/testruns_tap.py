"""Reads the Test Anything Protocol (https://testanything.org, 12 to 14) and `prove`."""

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

_SILENT: Final = "`prove` tells skipped tests only with `-v`"


class Point(Struct, frozen=True):
    """One test of a document: `ok 1 - adds # SKIP`.

    Attributes:
        directive: `SKIP`, `TODO` or empty.
        opens: a block of its own tests follows in curly brackets.
    """

    is_ok: bool
    name: str
    directive: str = ""
    opens: bool = False


class _Document(Struct):
    """A document so far: its plan, how many tests of its own it told, and those that count.

    `is_blocked` says whether the last of its own tests opened a block, `is_closed` that its plan
    came behind its tests.
    """

    plan: int | None = None
    told: int = 0
    points: list[Point] = field(default_factory=list[Point])
    is_broken: bool = False
    is_blocked: bool = False
    is_closed: bool = False
    start: int = -1
    stop: int = 0

    @property
    def is_whole(self) -> bool:
        return not self.is_broken and self.plan is not None and self.told == self.plan


def read_tap(output: str) -> RunnerOutput:
    """The documents of an output, each a summary; linear in the output.

    Tests that are set in belong to one further out, and are left out unless that one opens a
    block for them: then they count in its place. A document needs its plan, and every test of it.
    """
    documents = [_Document()]
    for start, line in plain_lines(output):
        text = line.lstrip(" ")
        is_inner = text != line
        plan = None if is_inner else _plan(line)
        point = tap_point(text)
        if _begins(line, plan, point if not is_inner else None, documents[-1]):
            documents.append(_Document())
        document = documents[-1]
        if text.startswith("Bail out!"):
            document.is_broken = True
        if plan is not None:
            document.plan, document.is_closed = plan, document.told > 0
        elif point is not None:
            _note(point, document, is_inner=is_inner)
        if plan is not None or (point is not None and not is_inner):
            document.start = start if document.start < 0 else document.start
            document.stop = line_end(output, start)
    found = tuple(_summary(document) for document in documents if document.is_whole)
    return RunnerOutput(found, RunnerOutput().rest if documents[-1].is_whole else _rest(documents))


def _begins(line: str, plan: int | None, point: Point | None, document: _Document) -> bool:
    """Whether a line is the first of another document."""
    if document.plan is None:
        return line.startswith("TAP version ") and document.told > 0
    return (
        plan is not None
        or line.startswith("TAP version ")
        or (point is not None and document.is_closed)
    )


def _plan(line: str) -> int | None:
    """The number in `1..5`, maybe with a directive behind it."""
    return number(line[3:].partition(" ")[0]) if line.startswith("1..") else None


def tap_point(text: str) -> Point | None:
    """The test of a line, blanks in front taken off; None for any other line."""
    is_ok = text.startswith("ok")
    rest = text[2:] if is_ok else text.removeprefix("not ok")
    if (not is_ok and rest == text) or (rest and rest[0] != " "):
        return None
    index, _, name = rest.strip().partition(" ")
    if number(index) is None:
        name = rest.strip()
    opens = name.endswith("{")
    name, _, directive = name.removesuffix("{").strip().partition("# ")
    if name.startswith("#"):
        name, directive = "", name[1:].strip()
    word = directive.partition(" ")[0].upper()
    is_known = word in {"SKIP", "TODO"}
    return Point(is_ok, name.strip().removeprefix("- "), word if is_known else "", opens)


def _note(point: Point, document: _Document, *, is_inner: bool) -> None:
    if not is_inner:
        document.told += 1
        document.is_blocked = point.opens
    if not point.opens and (not is_inner or document.is_blocked):
        document.points.append(point)


def _rest(documents: list[_Document]) -> SeenNames:
    points = documents[-1].points
    return SeenNames(_names(points, is_ok=True), _names(points, is_ok=False))


def _names(points: list[Point], *, is_ok: bool) -> tuple[str, ...]:
    """The tests with that result; one that is still to do may fail."""
    found = (point for point in points if point.is_ok is is_ok and not point.directive)
    return unique([point.name for point in found if point.name])


def _summary(document: _Document) -> TestSummary:
    points = document.points
    passed = sum(point.is_ok and not point.directive for point in points)
    failed = sum(not point.is_ok and not point.directive for point in points)
    skipped = sum(point.directive == "SKIP" for point in points)
    return TestSummary(
        span=(document.start, document.stop),
        passed=passed,
        failed=failed,
        skipped=skipped,
        others=len(points) - passed - failed - skipped,
        passing=_names(points, is_ok=True),
        failing=_names(points, is_ok=False),
        names_all_passing=True,
        names_all_failing=True,
    )


class _Files(Struct):
    """What `prove` told of its files.

    `failed` counts the tests of its report, `broken` the files in it without a failing test.
    """

    passing: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    points: list[Point] = field(default_factory=list[Point])
    failed: int = 0
    broken: int = 0
    figures: tuple[int, int] | None = None


def read_prove(output: str) -> RunnerOutput:
    """Every summary of `prove` in an output, in order; linear in the output.

    It counts a skipped test, and one that is still to do, among those that went well.
    """
    seen = _Files()
    summaries: list[TestSummary] = []
    for start, line in plain_lines(output):
        tests = _tests(line)
        if tests is not None:
            seen.figures = (start, tests)
        elif line.startswith("Result: ") and seen.figures is not None:
            span = (seen.figures[0], line_end(output, start))
            is_red = line == "Result: FAIL"
            summaries.append(_proved(span, seen.figures[1], seen, is_red=is_red))
            seen = _Files()
        elif line:
            _note_file(line, seen)
    return RunnerOutput(tuple(summaries), SeenNames(unique(seen.passing), unique(seen.failing)))


def _tests(line: str) -> int | None:
    """The number of tests in `Files=2, Tests=8,  0 wallclock secs (…)`."""
    files, _, rest = line.partition(", Tests=")
    tests, comma, _ = rest.partition(",")
    is_line = files.startswith("Files=") and number(files[6:]) is not None and comma
    return number(tests) if is_line else None


def _note_file(line: str, seen: _Files) -> None:
    """`t/a.t .. ok`, a test that `-v` shows, or a file of the report at the end."""
    point = tap_point(line)
    if point is not None and (line[:3] == "ok " or line.startswith("not ok ")):
        seen.points.append(point)
        return
    name, dots, result = line.rpartition(" .. ")
    if dots and result == "ok":
        seen.passing.append(name.rstrip(". "))
    name, bracket, rest = line.partition(" (Wstat: ")
    tests, _, failed = rest.rpartition(" Failed: ")
    count = number(failed.removesuffix(")"))
    if bracket and count is not None and " Tests: " in tests:
        seen.failed += count
        seen.broken += count == 0
        seen.failing.append(name.strip())


def _proved(span: tuple[int, int], tests: int, seen: _Files, *, is_red: bool) -> TestSummary:
    is_told = len(seen.points) == tests
    skipped = sum(point.directive == "SKIP" for point in seen.points)
    others = sum(point.directive == "TODO" for point in seen.points)
    failed = max(seen.failed + seen.broken, int(is_red))
    red = list(_names(seen.points, is_ok=False)) if is_told else []
    apart = seen.failed + (skipped + others if is_told else 0)
    return TestSummary(
        span=span,
        passed=max(0, tests - apart),
        failed=failed,
        skipped=skipped if is_told or not tests else None,
        others=others if is_told else 0,
        passing=unique([*seen.passing, *(_names(seen.points, is_ok=True) if is_told else ())]),
        failing=within(red, failed) or within(seen.failing, failed),
        names_all_passing=is_told,
        names_all_failing=is_told and len(red) == failed,
        gap="" if is_told or not tests else _SILENT,
    )
