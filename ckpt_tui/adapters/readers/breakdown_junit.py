"""JUnit XML, as pytest, Surefire and others write it, where a verifier left its results so."""

from typing import Final

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.breakdown_report import breakdown_of_report, entry_evidence
from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.testruns_junit import JunitCase, junit_reports

_GRADES: Final = {
    "passed": Grade.PASSED,
    "failure": Grade.FAILED,
    "error": Grade.FAILED,
    "skipped": Grade.SKIPPED,
}


def junit_breakdown(raw: bytes, source: str) -> Breakdown:
    """The tests of every report in the file, each in the set of its innermost named suite."""
    text = json_tolerant.text_of(raw)
    reports = list(junit_reports(text))
    is_whole = all(report.stop is not None for report in reports)
    return breakdown_of_report(
        source,
        [_test(case, text, source) for report in reports for case in report.cases],
        problems=(
            None if reports else f"{source} holds no JUnit report.",
            None if is_whole else f"{source} is cut off or damaged.",
        ),
    )


def _test(case: JunitCase, text: str, source: str) -> GradedTest:
    # What would say that it failed may stand behind the place where the text stops.
    grade = Grade.UNKNOWN if case.stop is None else _GRADES[case.result]
    stop = len(text) if case.stop is None else case.stop
    return GradedTest(
        name=case.name,
        grade=grade,
        group=case.suite,
        evidence=entry_evidence(source, text, (case.start, stop)),
    )
