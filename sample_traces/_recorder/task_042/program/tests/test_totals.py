"""Adding bookings up."""

import unittest

from ledger.money import format_amount
from ledger.totals import grand_total, totals_by_account
from tests import bookings


class TotalsTest(unittest.TestCase):
    def test_adds_up_per_account(self):
        totals = totals_by_account(bookings("travel,10.00,6", "phone,2.00,25", "travel,1.00,6"))
        shown = {account: format_amount(amount) for account, amount in totals.items()}
        self.assertEqual(shown, {"phone": "2.50", "travel": "11.66"})

    def test_many_small_bookings_stay_exact(self):
        self.assertEqual(format_amount(grand_total(bookings(*["office,0.10,0"] * 30))), "3.00")

    def test_half_a_cent_rounds_up(self):
        total = grand_total(bookings("software,49.00,25", "software,0.50,25"))
        self.assertEqual(format_amount(total), "61.88")
