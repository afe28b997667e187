"""The one line that explains a score."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from ckpt_tui.core.checklist import Role
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.scoring import Credit, Score, ScoredCheckpoint
from ckpt_tui.core.trace import Outcome
from ckpt_tui.core.verdict import Status

GLYPHS: Final = {
    Status.PASS: "✓",
    Status.FAIL: "✗",
    Status.NOT_APPLICABLE: "–",
    Status.UNAVAILABLE: "∅",
    Status.ERROR: "!",
    Status.PENDING: "?",
    Status.UNSURE: "≈",
}
BLOCKED: Final = "⊘"


def hundredths(share: Fraction) -> str:
    """A share to two places, halves up: `.83`, `.40`, `1.00`."""
    rounded = (200 * share.numerator + share.denominator) // (2 * share.denominator)
    return f"{rounded // 100}.{rounded % 100:02}".removeprefix("0")


def mark(point: ScoredCheckpoint) -> str:
    """Glyph of a verdict; what stands behind a failed gate is marked so, and keeps its verdict."""
    glyph = GLYPHS[point.verdict.status]
    if point.credit is not Credit.BLOCKED:
        return glyph
    return BLOCKED if point.verdict.status is Status.FAIL else f"{BLOCKED}{glyph}"


def arithmetic(score: Score, outcome: Outcome, *, reasons: bool = True) -> str:
    """`.15✓ .25✓ .30✗ .30⊘✓ · progress .40 · raw .70 · criticals 1/1 · …`; shares of the total.

    `reasons` says why claims are off, where they are. `route b` names the route that counts, `so
    far` while the score is open. `verifier .15 of .30` stands in it where
    milestones hang on the official verifier's tests.
    """
    terms = " ".join(_terms(score))
    facts = (
        terms,
        route_taken(score),
        f"progress {hundredths(score.progress)}",
        f"raw {hundredths(score.raw)}",
        f"verifier {from_verifier(score)}" if score.verifier_share else "",
        *_criticals(score),
        *_claims(score, reasons=reasons),
        f"score {scored(score)}",
        f"official {official(outcome)}",
    )
    return " · ".join(fact for fact in facts if fact)


def scored(score: Score) -> str:
    """The score, or its bounds while something is open; says so when it was vetoed."""
    value = figure(score) if score.score is not None else f"{figure(score)} open"
    return f"{value} vetoed" if score.vetoed else value


def figure(score: Score) -> str:
    """The score alone, or its bounds while something is open."""
    low, high = (hundredths(bound) for bound in score.bounds)
    return low if score.score is not None else f"{low}–{high}"


def route_taken(score: Score) -> str:
    """`route b`, and `so far` behind it while another may still be better; empty without routes."""
    if score.route is None:
        return ""
    return f"route {score.route}{' so far' if score.score is None else ''}"


def from_verifier(score: Score) -> str:
    """How much of the progress the official verifier's own tests brought, of what they can bring.

    `.15 of .30`; `.00` where no milestone hangs on them.
    """
    if not score.verifier_share:
        return hundredths(score.verifier_share)
    return f"{hundredths(score.verifier_progress)} of {hundredths(score.verifier_share)}"


def official(outcome: Outcome) -> str:
    """The official word in capitals, so that it is never taken for ours."""
    if outcome.passed is None:
        return "unknown"
    return "PASS" if outcome.passed else "FAIL"


def _terms(score: Score) -> Iterator[str]:
    for point in score.checkpoints:
        if point.credit is Credit.EXCLUDED or point.checkpoint.role is Role.INVARIANT:
            continue
        if not isinstance(point.checkpoint.check, Claims) and point.checkpoint.points:
            yield f"{hundredths(point.checkpoint.points / score.total)}{mark(point)}"


def _criticals(score: Score) -> Iterator[str]:
    critical = [
        point
        for point in score.checkpoints
        if point.checkpoint.critical and point.credit is not Credit.EXCLUDED
    ]
    if critical:
        passed = sum(point.verdict.status is Status.PASS for point in critical)
        yield f"criticals {passed}/{len(critical)}"


def _claims(score: Score, *, reasons: bool) -> Iterator[str]:
    if score.claims_off is not None:
        yield f"claims off: {score.claims_off}" if reasons else "claims off"
        return
    for point in score.checkpoints:
        if not isinstance(point.checkpoint.check, Claims) or not point.checkpoint.enabled:
            continue
        status = point.verdict.status
        word = {Status.PASS: "ok", Status.FAIL: "contradicted"}.get(status, str(status))
        yield f"claims {word}"
