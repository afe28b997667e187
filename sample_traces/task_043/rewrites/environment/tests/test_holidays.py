import unittest
from datetime import date

from tests import due_dates, loan

CHRISTMAS = [date(2026, 12, day) for day in (24, 25, 26)]


class HolidaysTest(unittest.TestCase):
    def test_easter(self):
        self.assertEqual(due_dates().due(loan("2026-03-22", 14)), date(2026, 4, 7))

    def test_christmas(self):
        for lent_on in ("2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"):
            with self.subTest(lent_on=lent_on):
                due = due_dates(CHRISTMAS).due(loan(lent_on, 28))
                self.assertEqual(due, date(2026, 12, 28))
