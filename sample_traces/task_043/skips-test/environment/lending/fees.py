"""What lateness costs."""

CENTS_A_DAY = 20
MOST_CENTS = 500


class Fees:
    """The fee of a loan, in cents: so much for every open day that it is late, up to a limit."""

    def __init__(self, due_dates):
        self._due_dates = due_dates

    def fee(self, loan):
        if loan.returned_on is None:
            return 0
        late = self._due_dates.days_late(loan, loan.returned_on)
        return min(late * CENTS_A_DAY, MOST_CENTS)
