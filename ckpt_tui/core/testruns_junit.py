"""Reads JUnit XML (as Ant, Surefire, pytest and others write it) where it stands in an output."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.testruns_summary import RunnerOutput, TestSummary, unique
from ckpt_tui.core.text import decode, encode

_ROOTS: Final = ("testsuites", "testsuite")
# Sections that hold text of any look, by how they begin and end.
_TEXTS: Final = (("<!--", "-->"), ("<![CDATA[", "]]>"))
# A value may hold `>`, but no `<`.
_TAG: Final = r"""^</?[A-Za-z](?:[^<>"']|"[^"]*"|'[^']*')*>"""
_ENTITIES: Final = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&"))


class _Tag(Struct, frozen=True):
    """One tag: `opens` and `closes` are both true of `<skipped/>`."""

    name: str
    opens: bool
    closes: bool
    attributes: str
    start: int
    stop: int


class JunitCase(Struct):
    """One test.

    Attributes:
        name: with its class before it.
        suite: name of the innermost suite that has one, else empty.
        start: offset of its tag.
        stop: offset after its end; None where the text stops inside it.
        result: `passed`, `skipped`, `failure` or `error`, as what stands inside says.
    """

    name: str
    suite: str
    start: int
    stop: int | None
    result: str = "passed"


class JunitReport(Struct):
    """A document, as far as it is there.

    Attributes:
        start: offset of its first tag.
        stop: offset after its last; None where the text stops inside it.
        suites: names of the suites that are open.
    """

    start: int
    stop: int | None = None
    suites: list[str] = field(default_factory=list[str])
    cases: list[JunitCase] = field(default_factory=list[JunitCase])
    is_inside: bool = False


def read_junit(output: str) -> RunnerOutput:
    """Every report of an output that is there to its end, in order; linear in the output.

    Tests are counted one by one, so that the totals of suites inside suites do not matter; what
    they printed stands in the report as text.
    """
    reports = junit_reports(output)
    return RunnerOutput(tuple(_summary(it, it.stop) for it in reports if it.stop is not None))


def junit_reports(text: str) -> Iterator[JunitReport]:
    """Every report in a text, in order; only the last may stop before its end."""
    if "<testsuite" not in text:
        return
    report: JunitReport | None = None
    for tag in _tags(text):
        if tag.name in _ROOTS:
            report = JunitReport(tag.start) if report is None else report
            _nest(tag, report)
            if report.stop is not None:
                yield report
                report = None
        elif report is not None:
            _note(tag, report)
    if report is not None:
        yield report


def _tags(output: str) -> Iterator[_Tag]:
    """The tags of an output, comments and literal sections left out."""
    place = output.find("<")
    while place >= 0:
        closing = next((end for begin, end in _TEXTS if output.startswith(begin, place)), "")
        if closing:
            place = output.find(closing, place)
            if place < 0:
                return
        elif (tag := _tag(output, place)) is not None:
            yield tag
        place = output.find("<", place + 1)


def _tag(output: str, start: int) -> _Tag | None:
    """The tag that begins at a place; None where none ends before the next begins."""
    following = output.find("<", start + 1)
    region = encode(output[start : following if following >= 0 else len(output)])
    found = compiled(_TAG).search(region)
    if found is None:
        return None
    inside = decode(region[1 : found[1] - 1])
    is_closing, is_whole = inside.startswith("/"), inside.endswith("/")
    name, _, attributes = inside.strip("/").replace("\n", " ").partition(" ")
    stop = start + len(inside) + 2
    return _Tag(name.strip(), not is_closing, is_closing or is_whole, attributes, start, stop)


def _nest(tag: _Tag, report: JunitReport) -> None:
    """Go into a suite or out of one; out of the outermost the report is at its end."""
    if tag.opens:
        report.suites.append(_attribute(tag.attributes, "name"))
    if tag.closes and report.suites:
        report.suites.pop()
    if not report.suites:
        report.stop = tag.stop


def _note(tag: _Tag, report: JunitReport) -> None:
    if tag.name == "testcase":
        if tag.opens:
            suite = next(filter(None, reversed(report.suites)), "")
            report.cases.append(JunitCase(_name(tag.attributes), suite, tag.start, None))
        if tag.closes and report.cases:
            report.cases[-1].stop = tag.stop
        report.is_inside = tag.opens and not tag.closes
    elif report.is_inside and tag.opens and tag.name in {"failure", "error", "skipped"}:
        case = report.cases[-1]
        is_worse = case.result == "passed" or tag.name != "skipped"
        case.result = tag.name if is_worse else case.result


def _name(attributes: str) -> str:
    name, owner = _attribute(attributes, "name"), _attribute(attributes, "classname")
    return name if not owner or name.startswith(owner) else f"{owner}.{name}"


def _attribute(attributes: str, key: str) -> str:
    """Its value, entities resolved; empty where there is none."""
    _, found, rest = f" {attributes}".partition(f" {key}=")
    if not found or rest[:1] not in {'"', "'"}:
        return ""
    value = rest[1:].partition(rest[0])[0]
    for entity, char in _ENTITIES:
        value = value.replace(entity, char)
    return value


def _summary(report: JunitReport, stop: int) -> TestSummary:
    passing = [case.name for case in report.cases if case.result == "passed"]
    failing = [case.name for case in report.cases if case.result in {"failure", "error"}]
    return TestSummary(
        span=(report.start, stop),
        passed=len(passing),
        failed=len(failing),
        skipped=sum(case.result == "skipped" for case in report.cases),
        passing=unique(passing),
        failing=unique(failing),
        names_all_passing=True,
        names_all_failing=True,
    )
