"""The Common Test Report Format, which Harbor's verifiers write.

https://ctrf.io/docs/specification/overview
"""

from collections.abc import Mapping
from typing import Final

from ckpt_tui.adapters.readers.breakdown_report import (
    breakdown_of_report,
    left_out,
    no_list,
    spot_evidence,
    unreadable,
)
from ckpt_tui.adapters.readers.documents import count_of
from ckpt_tui.adapters.readers.json_places import Spot, document
from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.trace import Json

# `pending` is a test that was written down and not run; `other` may be anything.
_GRADES: Final = {
    "passed": Grade.PASSED,
    "failed": Grade.FAILED,
    "skipped": Grade.SKIPPED,
    "pending": Grade.SKIPPED,
}
_FILE_KEYS: Final = ("filePath", "file_path")


def ctrf_breakdown(raw: bytes, source: str) -> Breakdown:
    """The tests of a report, each in the set of its suite, else of its file."""
    report = document(raw)
    results = report.member("results")
    listed = results.member("tests")
    entries = listed.elements()
    tests = [test for entry, spot in entries if (test := _test(entry, spot, source)) is not None]
    return breakdown_of_report(
        source,
        tests,
        problems=(
            unreadable(source, report),
            no_list(source, "tests", listed),
            left_out(source, len(entries) - len(tests)),
            _missing(source, results, len(entries)),
        ),
    )


def _missing(source: str, results: Spot, listed: int) -> str | None:
    counted = count_of(results.member("summary", "tests").value)
    if counted is None or counted <= listed:
        return None
    return f"{source} counts {counted} tests and lists {listed}."


def _test(entry: Json, spot: Spot, source: str) -> GradedTest | None:
    if not isinstance(entry, Mapping) or not isinstance(name := entry.get("name"), str):
        return None
    return GradedTest(
        name=name,
        grade=_GRADES.get(str(entry.get("status")).lower(), Grade.UNKNOWN),
        group=_group(entry),
        evidence=spot_evidence(source, spot),
    )


def _group(entry: Mapping[str, Json]) -> str:
    suite = entry.get("suite")
    if isinstance(suite, list | tuple):
        suite = " > ".join(part for part in suite if isinstance(part, str))
    if isinstance(suite, str) and suite:
        return suite
    files = (entry.get(key) for key in _FILE_KEYS)
    return next((name for name in files if isinstance(name, str)), "")
