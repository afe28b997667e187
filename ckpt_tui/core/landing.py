"""Where in a trace to look for the reason of a verdict."""

from collections.abc import Iterator

from ckpt_tui.core.scoring import Credit, Score, ScoredCheckpoint
from ckpt_tui.core.verdict import Evidence


def landing(score: Score, identifier: str, steps: int) -> int | None:
    """Index of the step to show for a checkpoint; None for a trace without steps.

    Its own first evidence where it has some. An absence has none: there the place is the window
    after the last credited evidence.
    """
    if steps == 0:
        return None
    point = next(item for item in score.checkpoints if item.checkpoint.id == identifier)
    for evidence in point.verdict.evidence:
        if evidence.step is not None:
            return evidence.step
    return min(_after_credited(score), steps - 1)


def _after_credited(score: Score) -> int:
    credited = [step for item in score.checkpoints for step in _credited_steps(item)]
    return max(credited) + 1 if credited else 0


def _credited_steps(item: ScoredCheckpoint) -> Iterator[int]:
    if item.credit is Credit.CREDITED and item.checkpoint.points > 0:
        yield from _steps(item.verdict.evidence)


def _steps(evidence: tuple[Evidence, ...]) -> Iterator[int]:
    return (found.step for found in evidence if found.step is not None)
