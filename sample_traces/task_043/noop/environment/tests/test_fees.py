import unittest

from lending.fees import Fees
from tests import due_dates, loan


def fee(lent_on, days, returned_on):
    return Fees(due_dates()).fee(loan(lent_on, days, returned_on))


class FeesTest(unittest.TestCase):
    def test_in_time_is_free(self):
        self.assertEqual(fee("2026-03-03", 14, "2026-03-17"), 0)

    def test_every_open_day_late_costs(self):
        self.assertEqual(fee("2026-03-03", 14, "2026-03-20"), 60)

    def test_a_sunday_costs_nothing(self):
        self.assertEqual(fee("2026-03-03", 14, "2026-03-23"), 100)

    def test_there_is_a_limit(self):
        self.assertEqual(fee("2026-03-03", 14, "2026-09-01"), 500)

    def test_back_on_the_first_open_day_is_free(self):
        self.assertEqual(fee("2026-03-22", 14, "2026-04-07"), 0)
