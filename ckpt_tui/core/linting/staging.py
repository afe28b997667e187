"""Stages that no other task can share, because the vocabulary lacks their words."""

from collections.abc import Iterator, Sequence

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.stages import nearest_stage


def staged(checklist: Checklist, stages: Sequence[str]) -> Iterator[Finding]:
    """The checkpoints whose stage is no word of the vocabulary."""
    for point in checklist.checkpoints:
        if point.enabled and point.stage is not None and point.stage not in stages:
            near = nearest_stage(point.stage, stages)
            meant = f"stages are {', '.join(stages)}" if near is None else f'did you mean "{near}"?'
            detail = f'"{point.stage}" is no stage of this workspace; {meant}'
            yield Finding(rule=Rule.STAGE, checkpoint=point.id, detail=detail)
