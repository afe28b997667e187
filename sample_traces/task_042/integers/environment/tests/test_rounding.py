"""Half a cent goes away from zero."""

import unittest

from ledger.money import AmountError, format_amount, parse_amount, round_cents


class RoundingTest(unittest.TestCase):
    def test_a_refund_mirrors_its_charge(self):
        for text, expected in [("0.625", "0.63"), ("2.675", "2.68"), ("0.6249", "0.62")]:
            with self.subTest(text=text):
                self.assertEqual(format_amount(round_cents(parse_amount(text))), expected)
                self.assertEqual(format_amount(round_cents(parse_amount(f"-{text}"))), f"-{expected}")

    def test_a_quotient_is_no_amount(self):
        with self.assertRaises(AmountError):
            parse_amount("1/3")
