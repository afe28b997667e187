"""What a check says of a trace, and what it rests on."""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace


class Status(StrEnum):
    """The seven words of a verdict; the last four but `not_applicable` are open."""

    PASS = "pass"  # noqa: S105 (a verdict, not a secret)
    FAIL = "fail"
    NOT_APPLICABLE = "not_applicable"
    UNAVAILABLE = "unavailable"
    ERROR = "error"
    PENDING = "pending"
    UNSURE = "unsure"

    @property
    def is_open(self) -> bool:
        """Neither met, nor missed, nor beside the point: nothing may be concluded yet."""
        return self in OPEN


# From the worst to the mildest: what a composite reports when it holds several.
OPEN: Final = (Status.ERROR, Status.UNAVAILABLE, Status.PENDING, Status.UNSURE)


class Source(StrEnum):
    """Who decided; the strongest first is human, then check, then judge."""

    CHECK = "check"
    JUDGE = "judge"
    HUMAN = "human"


QUOTE_LIMIT: Final = 500


class Evidence(Struct, frozen=True, kw_only=True):
    """A place in the trace that a verdict rests on.

    Attributes:
        step: 0-based index in the trace; None for a file of the final environment.
        native: the recording's own number or id of that step.
        part: `message`, `reasoning`, `report`, `calls[n].arguments`, `calls[n].result` or
            `file:PATH`.
        span: [start, end) in code points of the part's raw text.
        quote: the text of the span, at most `QUOTE_LIMIT` characters.
    """

    step: int | None
    native: int | str | None
    part: str
    span: tuple[int, int]
    quote: str


class Scope(Struct, frozen=True, kw_only=True):
    """What was searched, whole, by a verdict about absence.

    Attributes:
        first: index of the first step; `first > last` when there was no step to search.
        last: index of the last step.
        parts: names of the parts that were searched, without call numbers.
        searched: how many texts.
    """

    first: int
    last: int
    parts: tuple[str, ...]
    searched: int


class Verdict(Struct, frozen=True, kw_only=True):
    """What a check, a judge or a person says.

    Attributes:
        reason: one sentence for the author.
        scope: given where there is no evidence and the check was decided.
        source: None where nobody has decided yet.
        near: where there is no evidence, the steps that came nearest to it, in their order.
        vacuous: it passed, and only because the run holds nothing that it could have failed on.
    """

    status: Status
    reason: str
    evidence: tuple[Evidence, ...] = ()
    scope: Scope | None = None
    source: Source | None = Source.CHECK
    vacuous: bool = False
    near: tuple[int, ...] = ()

    @property
    def steps(self) -> tuple[int, ...]:
        """Indexes of the steps it rests on, in the order of its evidence."""
        return tuple(found.step for found in self.evidence if found.step is not None)


def vacuous(verdict: Verdict) -> Verdict:
    """A pass that had nothing to hold; it says so before its reason."""
    return replace(verdict, vacuous=True, reason=f"Vacuous: {verdict.reason}")


def worst_open(statuses: tuple[Status, ...]) -> Status | None:
    """The open status that outranks the others; None where none is open."""
    return next((status for status in OPEN if status in statuses), None)
