import unittest
from datetime import date

from lending.fees import Fees
from tests import due_dates, loan

CHRISTMAS = [date(2026, 12, day) for day in (24, 25, 26)]


class ChristmasTest(unittest.TestCase):
    def test_christmas_is_passed_over(self):
        self.assertEqual(due_dates(CHRISTMAS).due(loan("2026-11-26", 28)), date(2026, 12, 28))

    def test_the_first_open_day_is_free(self):
        self.assertEqual(Fees(due_dates(CHRISTMAS)).fee(loan("2026-11-26", 28, "2026-12-28")), 0)
