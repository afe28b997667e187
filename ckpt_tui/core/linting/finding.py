"""One thing that an author should look at."""

from enum import StrEnum
from itertools import pairwise
from typing import Final

from msgspec import Struct


class Rule(StrEnum):
    """What was looked for; the word by which a finding is named."""

    POINTS = "points"
    TOTALS = "totals"
    CRITICALS = "criticals"
    REQUIRES = "requires"
    UNEQUAL_ROUTES = "unequal-routes"
    LONE_ROUTE = "lone-route"
    LIKE_ROUTES = "like-routes"
    IDLE_ROUTE = "idle-route"
    STAGE = "stage"
    SAME_TITLE = "same-title"
    VAGUE = "vague"
    COMPOUND = "compound"
    OWN_WORDS = "own-words"
    ECHO = "echo"
    ANY_TEXT = "any-text"
    EXISTENCE = "existence"
    BRITTLE = "brittle"
    DIALECT = "dialect"
    LONE_CHECK = "lone-check"
    IMPOSSIBLE = "impossible"
    FORBIDDEN = "forbidden"
    UNNAMED_PATH = "unnamed-path"
    NEVER_DECIDED = "never-decided"
    NEVER_PASSES = "never-passes"
    NEVER_FAILS = "never-fails"
    VACUOUS = "vacuous"


ON_TRIAL: Final = frozenset({Rule.NEVER_DECIDED, Rule.NEVER_PASSES, Rule.NEVER_FAILS, Rule.VACUOUS})
"""What is told by the sample runs: others may show that it is not so."""


class Brief(Struct, frozen=True, kw_only=True):
    """What an agent is given.

    Attributes:
        text: what it is asked to do.
        files: names of the files that are there when it begins, without their folders.
    """

    text: str
    files: frozenset[str] = frozenset()

    def names(self, file: str) -> bool:
        """Whether an agent can know the name of a file."""
        if file in self.files:
            return True
        # `a.csv` is not named by `data.csv`.
        ends = self.text.split(file)
        return any(
            not before[-1:].isalnum() and before[-1:] not in ("-", "_") and not after[:1].isalnum()
            for before, after in pairwise(ends)
        )


class Finding(Struct, frozen=True, kw_only=True):
    """One finding.

    Attributes:
        checkpoint: its id; None where the list as a whole is meant.
        detail: what is wrong, and what to do, in one sentence.
    """

    rule: Rule
    checkpoint: str | None
    detail: str

    @property
    def is_certain(self) -> bool:
        """Whether it is so for every run, not only for those that were tried."""
        return self.rule not in ON_TRIAL
