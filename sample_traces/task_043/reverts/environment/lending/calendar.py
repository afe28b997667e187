"""The days of the library: when its doors are open, and when loans fall due."""

from datetime import timedelta

ONE_DAY = timedelta(days=1)
SUNDAY = 6


class OpeningDays:
    """The days on which the doors are open: all but Sundays and the closed days.

    The screen at the door shows them as well.
    """

    def __init__(self, closed=()):
        self._closed = frozenset(closed)

    def is_open(self, day):
        return day.weekday() != SUNDAY and day not in self._closed

    def between(self, first, last):
        """The open days from `first` to `last`, both of them included."""
        day = first
        while day <= last:
            if self.is_open(day):
                yield day
            day += ONE_DAY


class DueDates:
    """When loans have to be back, and by how much they are late."""

    def __init__(self, opening):
        self._opening = opening

    def due(self, loan):
        """The last day on which a loan may come back without a fee."""
        day = loan.lent_on + timedelta(days=loan.days)
        if not self._opening.is_open(day):
            day += ONE_DAY
        return day

    def days_late(self, loan, returned_on):
        """How many open days there were behind the due date, up to the return."""
        late = self._opening.between(self.due(loan) + ONE_DAY, returned_on)
        return sum(1 for _ in late)
