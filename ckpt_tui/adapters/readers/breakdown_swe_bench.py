"""The report of the SWE-bench harness: its tests in the sets of their expected change.

https://www.swebench.com/SWE-bench/guides/evaluation/
"""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.adapters.readers.breakdown_report import (
    breakdown_of_report,
    left_out,
    spot_evidence,
    unreadable,
)
from ckpt_tui.adapters.readers.json_places import NOWHERE, Spot, document
from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest

_STATUS: Final = "tests_status"
_GRADES: Final = {"success": Grade.PASSED, "failure": Grade.FAILED}


def swe_bench_breakdown(raw: bytes, source: str, instance: str) -> Breakdown:
    """The tests of one instance; a test that the log does not name stands under `failure`.

    The report may hold one instance or a whole run; older ones hold the sets without
    `tests_status` around them.
    """
    report = document(raw)
    about = report.member(instance)
    sets = dict(_sets(about))
    entries = [entry for name, spot in sets.items() for entry in _entries(name, spot, source)]
    tests = [entry for entry in entries if entry is not None]
    return breakdown_of_report(
        source,
        tests,
        groups=sets,
        problems=(
            unreadable(source, report),
            f"{source} does not speak of {instance}." if about is NOWHERE else None,
            None if sets else f"{source} lists no tests of {instance}.",
            left_out(source, len(entries) - len(tests)),
        ),
    )


def _sets(about: Spot) -> Iterator[tuple[str, Spot]]:
    members = about.members()
    for name, spot in (members[_STATUS].members() if _STATUS in members else members).items():
        if not _GRADES.keys().isdisjoint(spot.members()):
            yield name, spot


def _entries(group: str, spot: Spot, source: str) -> Iterator[GradedTest | None]:
    """The tests of a set; None for whatever stands in the place of a test or of a list."""
    members = spot.members()
    for key, grade in _GRADES.items():
        listed = members.get(key, NOWHERE)
        if not listed.is_array:
            yield None
        for name, place in listed.elements():
            if not isinstance(name, str):
                yield None
                continue
            evidence = spot_evidence(source, place)
            yield GradedTest(name=name, grade=grade, group=group, evidence=evidence)
