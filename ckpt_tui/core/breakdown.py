"""The official verifier's recorded breakdown: its tests by name, in the sets it keeps them in."""

from enum import StrEnum

from msgspec import Struct

from ckpt_tui.core.verdict import Evidence


class Grade(StrEnum):
    """How a test of the verifier went; neither of the last two is a pass."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    UNKNOWN = "unknown"


class GradedTest(Struct, frozen=True, kw_only=True):
    """One named test, check or checkpoint of the official verifier.

    Attributes:
        name: as recorded; several may share one.
        group: name of the set it stands in (`FAIL_TO_PASS`), empty where it stands in none.
        earned: points it brought; None where none are recorded.
        possible: points it could bring; None where none are recorded.
        evidence: its entry in the report; None where the report is not at hand.
    """

    name: str
    grade: Grade
    group: str = ""
    earned: float | None = None
    possible: float | None = None
    evidence: Evidence | None = None


class Breakdown(Struct, frozen=True, kw_only=True):
    """What the verifier recorded of its single tests, in the order of its report.

    Attributes:
        tests: every graded entry.
        groups: names of the sets, those that hold no test included.
        parts: where it was read, as parts of evidence.
        problem: why it may not be whole, one sentence; empty where it is.
    """

    tests: tuple[GradedTest, ...] = ()
    groups: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    problem: str = ""
