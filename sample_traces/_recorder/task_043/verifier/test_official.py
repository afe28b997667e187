"""The official verifier: the shipped tests as they were, and more, against a finished working copy."""

import inspect
import unittest
from datetime import date

from lending.calendar import DueDates, OpeningDays
from lending.cli import due_dates_for
from lending.fees import Fees
from lending.loans import read_loans
from lending.reminders import Reminders
from tests import due_dates, loan

CHRISTMAS = [date(2026, 12, day) for day in (24, 25, 26)]


class OfficialTest(unittest.TestCase):
    def test_two_closed_days_are_passed_over(self):
        self.assertEqual(due_dates().due(loan("2026-03-22", 14)), date(2026, 4, 7))

    def test_four_closed_days_are_passed_over(self):
        for lent_on in ("2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"):
            due = due_dates(CHRISTMAS).due(loan(lent_on, 28))
            self.assertEqual(due, date(2026, 12, 28), lent_on)

    def test_a_saturday_is_no_closed_day(self):
        self.assertEqual(due_dates().due(loan("2026-03-07", 14)), date(2026, 3, 21))

    def test_saturday_to_tuesday_is_two_days_late(self):
        late = loan("2026-03-07", 14, "2026-03-24")
        self.assertEqual(due_dates().days_late(late, late.returned_on), 2)

    def test_no_letter_before_the_doors_have_opened_again(self):
        reminders, lent = Reminders(due_dates(CHRISTMAS)), loan("2026-11-26", 28)
        for day in (25, 26, 27, 28):
            self.assertEqual(reminders.to_send([lent], date(2026, 12, day)), [], day)
        self.assertEqual(reminders.to_send([lent], date(2026, 12, 29)), [lent])

    def test_both_ends_of_a_stretch_count_behind_closed_days(self):
        days = list(OpeningDays(CHRISTMAS).between(date(2026, 12, 27), date(2026, 12, 29)))
        self.assertEqual([day.day for day in days], [28, 29])

    def test_december_adds_up(self):
        path = "data/december.csv"
        fees = Fees(due_dates_for(path))
        charged = {each.member: fees.fee(each) for each in read_loans(path)}
        self.assertEqual(charged["Abebe"], 0)
        self.assertEqual(charged["Castellano"], 40)
        self.assertEqual(charged["Fofana"], 0)

    def test_due_dates_alone_know_the_rule(self):
        self.assertEqual(list(inspect.signature(DueDates).parameters), ["opening"])
        self.assertEqual(list(inspect.signature(Fees).parameters), ["due_dates"])
