"""The command line: `fees LOANS` and `reminders LOANS TODAY`."""

from datetime import date
from pathlib import Path

from lending.calendar import DueDates, OpeningDays
from lending.fees import Fees
from lending.loans import read_closed_days, read_loans
from lending.reminders import Reminders

USAGE = "usage: python -m lending fees LOANS | reminders LOANS TODAY"


def main(words):
    match words:
        case ["fees", path]:
            print("\n".join(fee_lines(read_loans(path), due_dates_for(path))))
        case ["reminders", path, today]:
            reminders = Reminders(due_dates_for(path))
            for loan in reminders.to_send(read_loans(path), date.fromisoformat(today)):
                print(f"{loan.member:<12}{loan.title}")
        case _:
            print(USAGE)
            return 2
    return 0


def due_dates_for(path):
    return DueDates(OpeningDays(read_closed_days(Path(path).with_name("closed.txt"))))


def fee_lines(loans, due_dates):
    fees = Fees(due_dates)
    for loan in loans:
        yield f"{loan.member:<12}{loan.title:<24}{fees.fee(loan) / 100:>6.2f}"
    yield f"{'TOTAL':<36}{sum(map(fees.fee, loans)) / 100:>6.2f}"
