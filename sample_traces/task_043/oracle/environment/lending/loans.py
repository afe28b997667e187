"""Loans, and the files in which they are kept."""

import csv
from dataclasses import dataclass
from datetime import date


class LoanError(ValueError):
    """A line that is no loan."""


@dataclass(frozen=True)
class Loan:
    member: str
    title: str
    lent_on: date
    days: int
    returned_on: date | None = None

    @classmethod
    def from_row(cls, row):
        """Read `member, title, lent on, days, returned on`; the last one may be empty."""
        try:
            member, title, lent_on, days, returned_on = (cell.strip() for cell in row)
            back = date.fromisoformat(returned_on) if returned_on else None
            return cls(member, title, date.fromisoformat(lent_on), int(days), back)
        except ValueError:
            raise LoanError(f"not a loan: {', '.join(row)}") from None


def read_loans(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        return [Loan.from_row(row) for row in rows if row]


def read_closed_days(path):
    with open(path, encoding="utf-8") as file:
        words = (line.partition("#")[0].strip() for line in file)
        return [date.fromisoformat(word) for word in words if word]
