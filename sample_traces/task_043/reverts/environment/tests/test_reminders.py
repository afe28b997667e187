import unittest
from datetime import date

from lending.reminders import Reminders
from tests import due_dates, loan


def letters(loans, today):
    return Reminders(due_dates()).to_send(loans, date.fromisoformat(today))


class RemindersTest(unittest.TestCase):
    def test_no_letter_on_the_due_date(self):
        self.assertEqual(letters([loan("2026-03-03", 14)], "2026-03-17"), [])

    def test_a_letter_on_the_day_behind(self):
        late = loan("2026-03-03", 14)
        self.assertEqual(letters([late], "2026-03-18"), [late])

    def test_no_letter_for_what_is_back(self):
        self.assertEqual(letters([loan("2026-03-03", 14, "2026-03-10")], "2026-03-18"), [])
