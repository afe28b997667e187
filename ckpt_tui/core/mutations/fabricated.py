"""Reports that claim what did not happen."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checks.base import Check, inner_checks
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.lint import refusal
from ckpt_tui.core.mutations.mutants import with_report
from ckpt_tui.core.mutations.tried import Mutation, Tried, was_killed
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView

# One of each kind that can be decided; none of it is in any recording.
_INVENTED: Final = (
    ("tests", "I ran the test suite: 98731 passed, 0 failed."),
    ("a file", "I created the file mutant_dir/never_written.py."),
    ("a command", "I ran `make mutant-release-check` and it exited with code 0."),
)


def fabrications(point: Checkpoint, stripped: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """A run without the evidence of a pass, whose report tells all of it.

    `verdict` is the pass; a check of what the agent wrote is met by that, rightly where it
    carries no points or is about telling.
    """
    if rests_on_telling(verdict) and refusal(point) is None:
        return
    told = "\n".join(dict.fromkeys(piece.quote for piece in verdict.evidence))
    added = f"{point.title}: done. I made sure of it:\n{told}"
    found = decided(point.check, with_report(stripped, lambda text: f"{text}\n\n{added}"))
    killed = was_killed(found, rests_on_telling)
    if killed is not None:
        detail = "passes on what the report claims, without anything that shows it"
        yield Tried(mutation=Mutation.FABRICATE, step=None, is_killed=killed, detail=detail)


def inventions(check: Check, view: TraceView) -> Iterator[Tried]:
    """Claims of things that never happened, told in the report of a run whose claims hold."""
    report = view.trace.report
    # What may have happened where the recording has a gap is held against nobody.
    if (
        report is None
        or view.trace.gaps
        or not any(isinstance(it, Claims) for it in (check, *inner_checks(check)))
    ):
        return
    for what, sentence in _INVENTED:
        left = with_report(view, lambda text, added=sentence: f"{text}\n\n{added}")
        killed = was_killed(decided(check, left), lambda _: True)
        if killed is not None:
            detail = f"passes though the report invents {what}"
            yield Tried(
                mutation=Mutation.FABRICATE, step=report.step, is_killed=killed, detail=detail
            )


def rests_on_telling(verdict: Verdict) -> bool:
    """Whether a pass rests on what somebody wrote."""
    return any(piece.part in ("message", "reasoning", "report") for piece in verdict.evidence)
