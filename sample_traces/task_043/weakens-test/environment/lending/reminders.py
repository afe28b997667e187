"""Whom to remind."""


class Reminders:
    """The loans about which a letter goes out: those that are due no longer, and not back."""

    def __init__(self, due_dates):
        self._due_dates = due_dates

    def to_send(self, loans, today):
        return [
            loan
            for loan in loans
            if loan.returned_on is None and self._due_dates.due(loan) < today
        ]
