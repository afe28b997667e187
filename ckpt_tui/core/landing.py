"""Where in a trace to look for the reason of a verdict."""

from ckpt_tui.core.scoring import Credit, Score


def landing(score: Score, identifier: str, steps: int) -> int | None:
    """Index of the step to show for a checkpoint; None for a trace without steps.

    Its own first evidence where it has some. An absence has none: there the place is the window
    after the last credited evidence.
    """
    if steps == 0:
        return None
    point = next(item for item in score.checkpoints if item.checkpoint.id == identifier)
    return next(iter(point.verdict.steps), min(_after_credited(score), steps - 1))


def _after_credited(score: Score) -> int:
    credited = (
        step
        for item in score.checkpoints
        if item.credit is Credit.CREDITED and item.checkpoint.points > 0
        for step in item.verdict.steps
    )
    return max(credited, default=-1) + 1
