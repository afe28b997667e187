import unittest
from datetime import date

from lending.calendar import OpeningDays
from tests import EASTER, due_dates, loan


class OpeningDaysTest(unittest.TestCase):
    def test_the_doors_are_closed_on_sundays(self):
        opening = OpeningDays()
        self.assertTrue(opening.is_open(date(2026, 3, 7)))
        self.assertFalse(opening.is_open(date(2026, 3, 8)))

    def test_the_doors_are_closed_on_closed_days(self):
        self.assertFalse(OpeningDays(EASTER).is_open(date(2026, 4, 6)))

    def test_both_ends_are_between(self):
        days = list(OpeningDays().between(date(2026, 3, 6), date(2026, 3, 9)))
        self.assertEqual([day.day for day in days], [6, 7, 9])


class DueDatesTest(unittest.TestCase):
    def test_an_open_day_stays_the_due_date(self):
        self.assertEqual(due_dates().due(loan("2026-03-03", 14)), date(2026, 3, 17))

    def test_a_saturday_stays_the_due_date(self):
        self.assertEqual(due_dates().due(loan("2026-03-07", 14)), date(2026, 3, 21))

    def test_a_sunday_becomes_monday(self):
        self.assertEqual(due_dates().due(loan("2026-03-08", 14)), date(2026, 3, 23))
