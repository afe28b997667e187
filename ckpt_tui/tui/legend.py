"""What every glyph of the screens stands for, by the same looks that the screens show."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ckpt_tui.core.trace import StepKind
from ckpt_tui.core.verdict import Status
from ckpt_tui.tui import present
from ckpt_tui.tui.present import STATUS, STEP, Look


class Told(NamedTuple):
    """A look, and in a few words what it tells."""

    look: Look
    meaning: str


LEGEND: Final[Sequence[tuple[str, Sequence[Told]]]] = (
    (
        "Verdicts",
        (
            Told(STATUS[Status.PASS], "The checkpoint is met; of the official word, PASS."),
            Told(STATUS[Status.FAIL], "It is not met; of the official word, FAIL."),
            Told(present.BLOCKED, "Not met, and an earlier milestone is not met either."),
            Told(present.BLOCKED_MET, "Met, but an earlier milestone is not: no credit."),
            Told(present.UNDECIDED, "The check still runs."),
            Told(STATUS[Status.PENDING], "It waits for a judge or a person."),
            Told(STATUS[Status.UNSURE], "The recording cannot tell for sure."),
            Told(STATUS[Status.UNAVAILABLE], "The recording lacks what the check reads."),
            Told(STATUS[Status.ERROR], "The check could not run."),
            Told(STATUS[Status.NOT_APPLICABLE], "There is nothing to hold; out of the total."),
            Told(present.OFFICIAL_UNKNOWN, "Nothing graded the run officially."),
        ),
    ),
    (
        "Checkpoints",
        (
            Told(present.INVARIANT, "It stands outside of the gate, at any place of the run."),
            Told(present.CRITICAL, "When it fails, the run is vetoed: score 0."),
            Told(present.SHARED, "It stands in a file that the list includes."),
            Told(present.STALE, "What it depends on is another than when it was sealed."),
            Told(present.DISABLED, "It is switched off."),
            Told(present.NOT_TAKEN, "It is of another route than the one that counts."),
        ),
    ),
    (
        "Steps",
        (
            Told(STEP[StepKind.AGENT], "What the agent wrote and called."),
            Told(STEP[StepKind.USER], "What the user wrote."),
            Told(STEP[StepKind.SYSTEM], "What the agent was told to begin with."),
            Told(STEP[StepKind.ENVIRONMENT], "What the environment said unasked."),
            Told(STEP[StepKind.META], "A note of the recording itself."),
        ),
    ),
    (
        "Marks",
        (
            Told(present.POINTER, "The cursor, in the pane that has the focus."),
            Told(present.POINTER_AWAY, "The cursor of any other pane."),
            Told(present.GRABBED, "The checkpoint that j and k move."),
            Told(present.CHOSEN_RUN, "The run of the column under the cursor of the grid."),
            Told(present.UNWRITTEN, "The working copy has changes that :w writes."),
        ),
    ),
)
