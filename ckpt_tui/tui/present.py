"""How states look: a glyph, a word and a tone each, so that every screen reads without colour."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from ckpt_tui.core.display import SafeText
from ckpt_tui.core.scoring import Credit
from ckpt_tui.core.trace import StepKind
from ckpt_tui.core.verdict import Status


class Tone(StrEnum):
    """The colours there are; each is a component class of `tui.widgets.lines.Lines`."""

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
    """One state. `glyph` is one cell wide; `word` is at most twelve."""

    glyph: str
    word: str
    tone: Tone


STATUS: Final[Mapping[Status, Look]] = {
    Status.PASS: Look("✓", "pass", Tone.GOOD),
    Status.FAIL: Look("✗", "FAIL", Tone.BAD),
    Status.NOT_APPLICABLE: Look("-", "n/a", Tone.MUTED),
    Status.UNAVAILABLE: Look("∅", "unavailable", Tone.OPEN),
    Status.ERROR: Look("!", "error", Tone.OPEN),
    Status.PENDING: Look("?", "pending", Tone.OPEN),
    Status.UNSURE: Look("≈", "unsure", Tone.OPEN),
}

UNDECIDED: Final = Look("◌", "deciding", Tone.MUTED)
"""Not decided yet: the check still runs."""

DISABLED: Final = Look("○", "off", Tone.MUTED)
BLOCKED: Final = Look("⊘", "blocked", Tone.MUTED)
BLOCKED_MET: Final = Look("⊘", "blocked, met", Tone.GOOD)
STALE: Final = Look("~", "stale", Tone.OPEN)
INVARIANT: Final = Look("◇", "invariant", Tone.MUTED)
CRITICAL: Final = Look("◆", "critical", Tone.ACCENT)

CREDIT: Final[Mapping[Credit, Look]] = {
    Credit.CREDITED: Look("✓", "credited", Tone.GOOD),
    Credit.FAILED: Look("✗", "FAILED", Tone.BAD),
    Credit.BLOCKED: BLOCKED,
    Credit.OPEN: Look("?", "open", Tone.OPEN),
    Credit.EXCLUDED: Look("-", "excluded", Tone.MUTED),
}

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
        return Look("·", "unknown", Tone.MUTED)
    return Look("✓", "PASS", Tone.GOOD) if passed else Look("✗", "FAIL", Tone.BAD)


def share(value: Fraction) -> str:
    """A share of 0 to 1 in two decimals without the leading nought: `.40`, `1.00`."""
    return f"{float(value):.2f}".removeprefix("0")
