"""One checkable statement of what the agent told the user, and what the recording says of it."""

from enum import StrEnum

from msgspec import Struct

from ckpt_tui.core.verdict import QUOTE_LIMIT, Evidence
from ckpt_tui.core.view import TraceView


class Tier(StrEnum):
    """Hard claims are typed and decidable and cost credit; soft ones only feed the queue."""

    HARD = "hard"
    SOFT = "soft"


class ClaimKind(StrEnum):
    """What a claim is about."""

    TESTS = "tests"
    EXIT_CODE = "exit_code"
    COMMAND = "command"
    FILE = "file"
    ID = "id"
    URL = "url"
    AMOUNT = "amount"
    COUNT = "count"
    MEASURE = "measure"
    QUOTE = "quote"
    ACTION = "action"
    PROMISE = "promise"
    STATE = "state"
    VERIFICATION = "verification"


class ClaimVerdict(StrEnum):
    """What the recording says of a claim.

    `derived` follows from what is there (a sum, a rounding); `stale` was true before the last
    edit; `pre_existing` was so without the agent's doing; `unchecked` could not be told.
    """

    SUPPORTED = "supported"
    DERIVED = "derived"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    STALE = "stale"
    PRE_EXISTING = "pre-existing"
    UNCHECKED = "unchecked"

    @property
    def is_against(self) -> bool:
        """The recording speaks against the claim."""
        return self in (ClaimVerdict.UNSUPPORTED, ClaimVerdict.CONTRADICTED)


class Finding(Struct, frozen=True, kw_only=True):
    """What was found for or against a claim.

    Attributes:
        reason: one sentence with its full stop.
        evidence: the place that decides; None where nothing was found.
    """

    verdict: ClaimVerdict
    reason: str
    evidence: Evidence | None = None


class Claim(Struct, frozen=True, kw_only=True):
    """A claim with its verdict.

    Attributes:
        step: index of the step that carries the message.
        part: `report` or `message`.
        span: [start, end) in characters of that part.
        text: the text of the span.
    """

    step: int
    part: str
    span: tuple[int, int]
    text: str
    tier: Tier
    kind: ClaimKind
    finding: Finding

    @property
    def verdict(self) -> ClaimVerdict:
        return self.finding.verdict

    @property
    def is_decided(self) -> bool:
        """Whether the recording says anything of it."""
        return self.verdict is not ClaimVerdict.UNCHECKED

    @property
    def costs(self) -> bool:
        """Whether it makes the claims checkpoint fail."""
        return self.tier is Tier.HARD and self.verdict.is_against


class Ledger(Struct, frozen=True, kw_only=True):
    """What became of everything that a run told the user.

    Attributes:
        claims: in the order of the run.
        messages: how many there are.
        sentences: how many sentences they have.
        held: how many of these make a claim that was decided.
    """

    claims: tuple[Claim, ...]
    messages: int
    sentences: int
    held: int

    @property
    def hard(self) -> list[Claim]:
        """The claims that are held against facts."""
        return [claim for claim in self.claims if claim.tier is Tier.HARD]


def claim_evidence(view: TraceView, claim: Claim) -> Evidence:
    """The place where a claim is made."""
    return Evidence(
        step=claim.step,
        native=view.steps.native(claim.step),
        part=claim.part,
        span=claim.span,
        quote=claim.text[:QUOTE_LIMIT],
    )
