"""What the sample runs tell of a checkpoint: one that never passes, never fails, never applies."""

from collections.abc import Iterator, Sequence
from typing import Final

from ckpt_tui.core.checklist import Checklist, Role
from ckpt_tui.core.controls import ControlRole, ControlRun
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.verdict import Status, Verdict

# On fewer runs, all alike says nothing.
FEWEST: Final = 5

_INERT: Final = frozenset({ControlRole.NOOP, ControlRole.CLAIMS_ONLY})
_LACKING: Final = _INERT | {ControlRole.BAD}

# Open for what the check is and what runs hold; a judge's or a person's word may still come.
_LACKS: Final = frozenset({Status.UNAVAILABLE, Status.ERROR})

_Ended = tuple[ControlRun, Verdict]


def tried(checklist: Checklist, runs: Sequence[ControlRun]) -> Iterator[Finding]:
    """The checkpoints that end alike on all sample runs, where those are good ones and others."""
    verdicts = [{it.checkpoint.id: it.verdict for it in run.score.checkpoints} for run in runs]
    for point in checklist.checkpoints:
        if not point.enabled:
            continue
        ended = [(run, each[point.id]) for run, each in zip(runs, verdicts, strict=True)]
        found = _told(ended, is_milestone=point.role is Role.MILESTONE)
        if found is not None:
            rule, detail = found
            yield Finding(rule=rule, checkpoint=point.id, detail=detail)


def _told(ended: Sequence[_Ended], *, is_milestone: bool) -> tuple[Rule, str] | None:
    if any(verdict.status.is_open for _, verdict in ended):
        return _undecided([verdict for _, verdict in ended])
    counted = [it for it in ended if it[1].status is not Status.NOT_APPLICABLE]
    if all(verdict.vacuous for _, verdict in counted):
        return _vacuous(ended)
    if not _are_telling(counted):
        return None
    which = f"all {len(counted)} sample runs"
    if len(counted) < len(ended):
        which += " to which it applies"
    statuses = {verdict.status for _, verdict in counted}
    if statuses == {Status.FAIL}:
        return Rule.NEVER_PASSES, f"it fails on {which}; add one that meets it, or mend the check"
    if is_milestone and statuses == {Status.PASS}:
        return Rule.NEVER_FAILS, f"it passes on {which}; add one that misses it, or drop it"
    return None


def _undecided(verdicts: Sequence[Verdict]) -> tuple[Rule, str] | None:
    if len(verdicts) < FEWEST or not {verdict.status for verdict in verdicts} <= _LACKS:
        return None
    reason = verdicts[0].reason.rstrip(".")
    what = f"it can be decided on none of the {len(verdicts)} sample runs ({reason})"
    return Rule.NEVER_DECIDED, f"{what}; add one that has what it reads, or mend the check"


def _vacuous(ended: Sequence[_Ended]) -> tuple[Rule, str] | None:
    # What does nothing holds nothing, whatever is asked.
    if not _are_telling([it for it in ended if it[0].role not in _INERT]):
        return None
    what = f"nothing that it asks about happens in any of the {len(ended)} sample runs"
    return Rule.VACUOUS, f"{what}; add one in which it does, or mend the check"


def _are_telling(ended: Sequence[_Ended]) -> bool:
    """Whether these are enough, and one of them should meet what another should miss.

    An oracle is neither: it may reach the end on any way.
    """
    runs = [run for run, _ in ended]
    return len(runs) >= FEWEST and any(map(_may_be_good, runs)) and any(map(_may_be_bad, runs))


def _may_be_good(run: ControlRun) -> bool:
    return run.role == ControlRole.GOOD or (_is_unmarked(run) and run.passed is not False)


def _may_be_bad(run: ControlRun) -> bool:
    return run.role in _LACKING or (_is_unmarked(run) and run.passed is not True)


def _is_unmarked(run: ControlRun) -> bool:
    return run.role not in set(ControlRole)
