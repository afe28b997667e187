"""Whether one scored trace clears the checklist's bar."""

from enum import StrEnum

from ckpt_tui.core.checklist import Bar
from ckpt_tui.core.scoring import Score


class Decision(StrEnum):
    """A bar is cleared, missed, or neither can be said while verdicts are open."""

    PASS = "PASS"  # noqa: S105 (a decision, not a secret)
    FAIL = "FAIL"
    UNDECIDED = "UNDECIDED"


def decision(score: Score, bar: Bar) -> Decision:
    """The lower bound over the bar passes, the upper bound under it fails."""
    if bar.min_score is None:
        return _decided(score.strict)
    low, high = score.bounds
    if low >= bar.min_score:
        return Decision.PASS
    return Decision.FAIL if high < bar.min_score else Decision.UNDECIDED


def _decided(met: bool | None) -> Decision:  # noqa: FBT001 (three-valued, not a flag)
    if met is None:
        return Decision.UNDECIDED
    return Decision.PASS if met else Decision.FAIL
