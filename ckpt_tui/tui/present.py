"""How states look: a glyph, a word and a tone each, so that every screen reads without colour."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from ckpt_tui.core.arithmetic import BLOCKED as BLOCKED_GLYPH
from ckpt_tui.core.arithmetic import GLYPHS
from ckpt_tui.core.display import SafeText
from ckpt_tui.core.scoring import Credit
from ckpt_tui.core.trace import StepKind
from ckpt_tui.core.verdict import Status


class Tone(StrEnum):
    """The colours there are; each is a component class of the screens of `tui.toned`."""

    PLAIN = "plain"
    STRONG = "strong"
    MUTED = "muted"
    GOOD = "good"
    BAD = "bad"
    OPEN = "open"
    ACCENT = "accent"
    TOKEN = "token"  # noqa: S105 (a visible token, not a secret)
    EVIDENCE = "evidence"
    HEADING = "heading"


Piece: TypeAlias = tuple[str | SafeText, Tone]
"""A stretch of a row: raw or already safe text, and its tone."""


class Look(NamedTuple):
    """One state. `glyph` is one cell wide; `word` is at most twelve cells."""

    glyph: str
    word: str
    tone: Tone


STATUS: Final[Mapping[Status, Look]] = {
    Status.PASS: Look(GLYPHS[Status.PASS], "pass", Tone.GOOD),
    Status.FAIL: Look(GLYPHS[Status.FAIL], "FAIL", Tone.BAD),
    Status.NOT_APPLICABLE: Look(GLYPHS[Status.NOT_APPLICABLE], "n/a", Tone.MUTED),
    Status.UNAVAILABLE: Look(GLYPHS[Status.UNAVAILABLE], "unavailable", Tone.OPEN),
    Status.ERROR: Look(GLYPHS[Status.ERROR], "error", Tone.OPEN),
    Status.PENDING: Look(GLYPHS[Status.PENDING], "pending", Tone.OPEN),
    Status.UNSURE: Look(GLYPHS[Status.UNSURE], "unsure", Tone.OPEN),
}

UNDECIDED: Final = Look("◌", "deciding", Tone.MUTED)
"""Not decided yet: the check still runs."""

DISABLED: Final = Look("○", "off", Tone.MUTED)
NOT_TAKEN: Final = Look("○", "not taken", Tone.MUTED)
"""Of another route than the one that counts: for this run as if it were switched off."""

BLOCKED: Final = Look(BLOCKED_GLYPH, "blocked", Tone.MUTED)
BLOCKED_MET: Final = Look(BLOCKED_GLYPH, "blocked, met", Tone.GOOD)
STALE: Final = Look("~", "stale", Tone.OPEN)
INVARIANT: Final = Look("◇", "invariant", Tone.MUTED)
CRITICAL: Final = Look("◆", "critical", Tone.ACCENT)
SHARED: Final = Look("↰", "shared", Tone.MUTED)
"""It stands in a file that the list includes."""

OFFICIAL_UNKNOWN: Final = Look("·", "unknown", Tone.MUTED)

POINTER: Final = Look("▸", "here", Tone.PLAIN)
POINTER_AWAY: Final = Look("▹", "here", Tone.PLAIN)
"""In a pane that has not the focus."""

GRABBED: Final = Look("⇕", "grabbed", Tone.PLAIN)
CHOSEN_RUN: Final = Look("▾", "this run", Tone.PLAIN)
UNWRITTEN: Final = Look("*", "not written", Tone.PLAIN)

STEP: Final[Mapping[StepKind, Look]] = {
    StepKind.SYSTEM: Look("§", "system", Tone.MUTED),
    StepKind.USER: Look("◂", "user", Tone.ACCENT),
    StepKind.AGENT: Look("●", "agent", Tone.PLAIN),
    StepKind.ENVIRONMENT: Look("◦", "environment", Tone.MUTED),
    StepKind.META: Look("·", "meta", Tone.MUTED),
}


def verdict_look(status: Status | None, credit: Credit | None = None) -> Look:
    """One look for a checkpoint: the gate's word where it was blocked, else the verdict's."""
    if status is None:
        return UNDECIDED
    if credit is Credit.BLOCKED:
        return BLOCKED_MET if status is Status.PASS else BLOCKED
    return STATUS[status]


def official_look(passed: bool | None) -> Look:  # noqa: FBT001 (the value itself)
    """The official verifier's bit; None where nothing graded the run."""
    if passed is None:
        return OFFICIAL_UNKNOWN
    return STATUS[Status.PASS]._replace(word="PASS") if passed else STATUS[Status.FAIL]
