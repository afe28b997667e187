"""The checkpoints of TheAgentCompany: points earned of points possible, in the task's order.

https://github.com/TheAgentCompany/TheAgentCompany
"""

from collections.abc import Mapping
from typing import Final

from ckpt_tui.adapters.readers.breakdown_report import (
    breakdown_of_report,
    finite,
    grade_of,
    grade_of_points,
    left_out,
    no_list,
    spot_evidence,
    unreadable,
)
from ckpt_tui.adapters.readers.json_places import Spot, document
from ckpt_tui.core.breakdown import Breakdown, GradedTest
from ckpt_tui.core.trace import Json

_GROUP: Final = "checkpoints"


def tac_breakdown(raw: bytes, source: str) -> Breakdown:
    """The checkpoints of an `eval_<task>.json`, named `checkpoint 1` and so on.

    They have no names of their own. Full points pass; a result that is true or false, as some
    of the tasks' evaluators write it, is all of them or none.
    """
    report = document(raw)
    listed = report.member(_GROUP)
    entries = listed.elements()
    read = [_checkpoint(number, *it, source) for number, it in enumerate(entries, 1)]
    tests = [test for test in read if test is not None]
    return breakdown_of_report(
        source,
        tests,
        groups=(_GROUP,) if listed.is_array else (),
        problems=(
            unreadable(source, report),
            no_list(source, _GROUP, listed),
            left_out(source, len(entries) - len(tests)),
        ),
    )


def _checkpoint(number: int, entry: Json, spot: Spot, source: str) -> GradedTest | None:
    if not isinstance(entry, Mapping):
        return None
    possible, result = finite(entry.get("total")), entry.get("result")
    earned = finite(result)
    if isinstance(result, bool):
        grade, earned = grade_of(result), (possible or 0.0) * result
    else:
        grade = grade_of_points(earned, possible or 0.0)
    return GradedTest(
        name=f"checkpoint {number}",
        grade=grade,
        group=_GROUP,
        earned=earned,
        possible=possible,
        evidence=spot_evidence(source, spot),
    )
