"""What a pass rests on, and what it could rest on instead."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from ckpt_tui.core.checks.base import Check, inner_checks
from ckpt_tui.core.verdict import Evidence, Verdict
from ckpt_tui.core.view import TraceView

# How often what is shown first is taken away, and then all there is, before it is given up.
ROUNDS: Final = 8
_MOST: Final = 2_000


def resting(check: Check, view: TraceView, verdict: Verdict, attempt: int) -> tuple[Evidence, ...]:
    """The evidence of a pass at first; at a further attempt, that of every moment it is met."""
    if not attempt:
        return verdict.evidence
    return (*verdict.evidence, *_all_evidence(check, view))


def _all_evidence(check: Check, view: TraceView) -> Iterator[Evidence]:
    for each in (check, *inner_checks(check)):
        if not any(each.children()):
            for event in islice(each.events(view) or (), _MOST):
                yield from event.evidence
