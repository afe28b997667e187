"""Reading and showing amounts."""

import unittest

from ledger.money import AmountError, format_amount, parse_amount


class MoneyTest(unittest.TestCase):
    def shown(self, text):
        return format_amount(parse_amount(text))

    def test_reads_thousands(self):
        self.assertEqual(self.shown("1,234.50"), "1,234.50")

    def test_reads_a_minus(self):
        self.assertEqual(self.shown("-3.20"), "-3.20")

    def test_reads_an_accountants_minus(self):
        self.assertEqual(self.shown(" (3.20) "), "-3.20")

    def test_shows_two_places(self):
        self.assertEqual(self.shown("7"), "7.00")

    def test_refuses_words(self):
        with self.assertRaisesRegex(AmountError, "not an amount: 'ten'"):
            parse_amount("ten")
