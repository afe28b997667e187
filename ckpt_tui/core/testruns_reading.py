"""Reads one output for all the test commands that may have printed it."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.runners import TestCommand
from ckpt_tui.core.testruns_display import Report
from ckpt_tui.core.testruns_readers import JUNIT, readers
from ckpt_tui.core.testruns_summary import RunnerOutput, SeenNames, TestSummary, unique

_REPORT: Final = "<testsuite"
_EARLIER: Final = "the report may be of an earlier run"
_DROPPED: Final = "the beginning of the output was dropped"


def read_runs(output: str, tests: list[TestCommand], report: Report) -> RunnerOutput:
    """The summaries of an output in order, and what stands behind them.

    Where JUnit reports stand at its end, what they quote of the tests' own output is no runner's
    word.
    """
    at = output.find(_REPORT) if report else -1
    own = _read(output[:at] if at >= 0 else output, tests)
    reports = JUNIT(output).summaries if at >= 0 else ()
    return _with_reports(own, reports, report) if reports else own


def without_start(summary: TestSummary) -> TestSummary:
    """What is known of a summary when parts of it were dropped in front."""
    is_green = summary.failed == 0 and not summary.is_empty
    return replace(
        summary,
        passed=None,
        failed=0 if is_green else None,
        skipped=None,
        names_all_passing=False,
        names_all_failing=is_green,
        gap=_DROPPED,
    )


def _read(output: str, tests: list[TestCommand]) -> RunnerOutput:
    found = tuple(dict.fromkeys(reader for each in tests for reader in readers(each)))
    told = [(reader, reader(output)) for reader in found]
    last = readers(tests[-1])
    rest = next((said.rest for reader, said in told if reader in last[:1]), SeenNames())
    return RunnerOutput(tuple(_apart(said.summaries for _, said in told)), rest)


def _apart(found: Iterable[tuple[TestSummary, ...]]) -> Iterator[TestSummary]:
    """The summaries in order, without those that overlap an earlier one."""
    end = 0
    for summary in sorted((each for few in found for each in few), key=lambda each: each.span):
        if summary.span[0] >= end:
            yield summary
            end = summary.span[1]


def _with_reports(
    own: RunnerOutput, found: tuple[TestSummary, ...], report: Report
) -> RunnerOutput:
    """The runner's own summary with the names of its report; the report where there is none."""
    if not own.summaries:
        told = found[-1] if report > Report.SOME else _added(found)
        return RunnerOutput((told,), doubt="" if report is Report.FRESH else _EARLIER)
    if report is Report.SOME:
        return own
    *before, last = own.summaries
    figures = (found[-1].passed, found[-1].failed, found[-1].skipped)
    if figures != (last.passed, last.failed, last.skipped):
        return replace(own, doubt="the report that is shown has other figures")
    named = replace(found[-1], span=last.span, others=last.others)
    return replace(own, summaries=(*before, named))


def _added(found: tuple[TestSummary, ...]) -> TestSummary:
    """Several reports as one."""
    return replace(
        found[0],
        span=(found[0].span[0], found[-1].span[1]),
        passed=sum(each.passed or 0 for each in found),
        failed=sum(each.failed or 0 for each in found),
        skipped=sum(each.skipped or 0 for each in found),
        passing=unique([name for each in found for name in each.passing]),
        failing=unique([name for each in found for name in each.failing]),
    )
