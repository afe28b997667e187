from datetime import date

from lending.calendar import DueDates, OpeningDays
from lending.loans import Loan

EASTER = [date(2026, 4, 3), date(2026, 4, 6)]


def due_dates(closed=EASTER):
    return DueDates(OpeningDays(closed))


def loan(lent_on, days, returned_on=None):
    """A loan; the days are given as `2026-04-07`."""
    back = date.fromisoformat(returned_on) if returned_on else None
    return Loan("Abebe", "Bees", date.fromisoformat(lent_on), days, back)
