"""One booking."""

from dataclasses import dataclass
from datetime import date

from ledger.money import add_tax, round_cents


class EntryError(ValueError):
    """A booking that breaks a rule."""


@dataclass(frozen=True)
class Entry:
    """A dated amount on an account, before tax."""

    day: date
    account: str
    memo: str
    net: object
    tax: object

    def __post_init__(self):
        if not self.account:
            raise EntryError("a booking needs an account")
        if not 0 <= self.tax <= 100:
            raise EntryError(f"tax must lie between 0 and 100, not {self.tax}")

    @property
    def gross(self):
        """What was paid: taxed, in whole cents."""
        return round_cents(add_tax(self.net, self.tax))
