"""What the sample runs tell of a checkpoint: one that never passes, never fails, never applies."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ckpt_tui.core.checklist import Checklist, Role
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.verdict import Status, Verdict

# On fewer runs, all alike says nothing.
FEWEST: Final = 5


def tried(checklist: Checklist, verdicts: Mapping[str, Sequence[Verdict]]) -> Iterator[Finding]:
    """What is odd about the verdicts of the samples, one a run, by checkpoint."""
    for point in checklist.checkpoints:
        if not point.enabled:
            continue
        found = verdicts.get(point.id, ())
        closed = [each.status for each in found if not each.status.is_open]
        if len(closed) < FEWEST or len(closed) < len(found):
            continue
        told = _told(found, is_milestone=point.role is Role.MILESTONE)
        if told is not None:
            rule, what, deed = told
            detail = f"{what} on all {len(found)} sample runs; {deed}"
            yield Finding(rule=rule, checkpoint=point.id, detail=detail)


def _told(found: Sequence[Verdict], *, is_milestone: bool) -> tuple[Rule, str, str] | None:
    statuses = {each.status for each in found}
    if statuses == {Status.NOT_APPLICABLE} or all(each.vacuous for each in found):
        return Rule.VACUOUS, "nothing that it asks about happens", "add a run in which it does"
    if statuses == {Status.FAIL}:
        return Rule.NEVER_PASSES, "it fails", "add one that meets it, or mend the check"
    if is_milestone and statuses == {Status.PASS}:
        return Rule.NEVER_FAILS, "it passes", "add one that misses it, or drop it"
    return None
