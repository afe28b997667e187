"""The official verifier: the shipped tests as they were, and more, against a finished working copy."""

import unittest

from ledger.money import format_amount
from ledger.totals import grand_total, totals_by_account
from tests import bookings


def shown(*rows):
    return format_amount(grand_total(bookings(*rows)))


class OfficialTest(unittest.TestCase):
    def test_half_a_cent_goes_up(self):
        for net, gross in [("0.50", "0.63"), ("2.14", "2.68"), ("1.90", "2.38"), ("0.10", "0.13")]:
            self.assertEqual(shown(f"software,{net},25"), gross)

    def test_a_refund_mirrors_its_charge(self):
        for net, gross in [("(0.50)", "-0.63"), ("-2.14", "-2.68"), ("-0.10", "-0.13")]:
            self.assertEqual(shown(f"refunds,{net},25"), gross)

    def test_a_charge_and_its_refund_leave_nothing(self):
        self.assertEqual(shown("font,0.50,25", "font,(0.50),25"), "0.00")

    def test_less_than_half_a_cent_goes_down(self):
        self.assertEqual(shown("phone,0.4992,25"), "0.62")

    def test_every_booking_is_rounded_before_it_is_added(self):
        self.assertEqual(shown("phone,0.50,25", "phone,0.50,25"), "1.26")

    def test_large_amounts_keep_their_cents(self):
        self.assertEqual(shown("office,123456789012.34,0", "office,0.01,0"), "123,456,789,012.35")

    def test_accounts_add_up_to_the_grand_total(self):
        entries = bookings("a,0.50,25", "b,2.14,25", "c,(0.50),25")
        parts = [format_amount(amount) for amount in totals_by_account(entries).values()]
        self.assertEqual(parts, ["0.63", "2.68", "-0.63"])
        self.assertEqual(format_amount(grand_total(entries)), "2.68")
