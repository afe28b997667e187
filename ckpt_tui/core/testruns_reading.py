"""Reads one output for all the test commands that may have printed it."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.runners import TestCommand
from ckpt_tui.core.testruns_junit import read_junit
from ckpt_tui.core.testruns_readers import readers
from ckpt_tui.core.testruns_summary import RunnerOutput, SeenNames, TestSummary

_REPORT: Final = "<testsuite"
_DROPPED: Final = "the beginning of the output was dropped"


def read_runs(output: str, tests: list[TestCommand], *, has_report: bool) -> RunnerOutput:
    """The summaries of an output in order, and what stands behind them.

    With `has_report`, a JUnit report stands at its end that one of the runners wrote: what it
    quotes of the tests' own output is no runner's word.
    """
    at = output.find(_REPORT) if has_report else -1
    own = _read(output[:at] if at >= 0 else output, tests)
    if at < 0:
        return own
    report = read_junit(output)
    return _with_report(own, report.summaries[-1]) if report.summaries else own


def without_start(summary: TestSummary) -> TestSummary:
    """What is known of a summary when parts of it were dropped in front."""
    return replace(
        summary,
        passed=None,
        failed=0 if summary.failed == 0 else None,
        skipped=None,
        names_all_passing=False,
        names_all_failing=summary.failed == 0,
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


def _with_report(own: RunnerOutput, report: TestSummary) -> RunnerOutput:
    """The runner's own summary with the names of its report, which may be of an earlier run."""
    if not own.summaries:
        return RunnerOutput((report,), doubt="the report may be of an earlier run")
    *before, last = own.summaries
    figures = (report.passed, report.failed, report.skipped)
    if figures != (last.passed, last.failed, last.skipped):
        return replace(own, doubt="the report that is shown has other figures")
    named = replace(report, span=last.span, others=last.others)
    return replace(own, summaries=(*before, named))
