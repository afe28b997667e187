"""Checks that tell no runs apart: they can never pass, never fail, or end alike on all samples."""

from collections.abc import Sequence

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.controls import ControlRun
from ckpt_tui.core.linting.finding import ON_TRIAL, Finding, Rule
from ckpt_tui.core.linting.findings import findings


def idle(checklist: Checklist, runs: Sequence[ControlRun]) -> Sequence[Finding]:
    """What no run at all can tell apart, and what these sample runs do not."""
    found = findings(checklist, runs=runs)
    return [it for it in found if it.rule is Rule.IMPOSSIBLE or it.rule in ON_TRIAL]
