"""The one door through which a check meets a trace."""

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.problems import problem_of
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


def decided(check: Check, view: TraceView) -> Verdict:
    """The verdict; a check that cannot work (a bad pattern, say) is an `error` that says why."""
    problem = problem_of(check)
    if problem is not None:
        return Verdict(status=Status.ERROR, reason=problem)
    return check.decide(view)
