"""Where in a list and a trace to look for the reason of a score."""

from ckpt_tui.core.scoring import Credit, Score, ScoredCheckpoint
from ckpt_tui.core.verdict import Status


def failure(score: Score) -> str | None:
    """Id of the failure to look at first; None where nothing fails on the route that counts.

    The first milestone that fails with its gate met; where there is none, what vetoes the score,
    and at last whatever else fails. Of a run that is not decided throughout only the first is
    certain.
    """
    if score.first_failed is not None:
        return score.first_failed
    failed = [item for item in _counted(score) if item.verdict.status is Status.FAIL]
    vetoing = (item for item in failed if item.checkpoint.critical)
    found = next(vetoing, next(iter(failed), None))
    return None if found is None else found.checkpoint.id


def open_ids(score: Score) -> tuple[str, ...]:
    """Ids of what is open on the route that counts, in the list's order."""
    return tuple(item.checkpoint.id for item in _counted(score) if item.verdict.status.is_open)


def landing(score: Score, identifier: str, steps: int) -> int | None:
    """Index of the step to show for a checkpoint; None for a trace without steps.

    Its own first evidence where it has some. An absence has none: there the place is the window
    after the last credited evidence.
    """
    if steps == 0:
        return None
    point = next(item for item in score.checkpoints if item.checkpoint.id == identifier)
    return next(iter(point.verdict.steps), min(_after_credited(score), steps - 1))


def _counted(score: Score) -> list[ScoredCheckpoint]:
    return [item for item in score.checkpoints if item.checkpoint.enabled and item.instead is None]


def _after_credited(score: Score) -> int:
    credited = (
        step
        for item in score.checkpoints
        if item.credit is Credit.CREDITED and item.checkpoint.points > 0
        for step in item.verdict.steps
    )
    return max(credited, default=-1) + 1
