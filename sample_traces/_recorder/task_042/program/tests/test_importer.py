"""Reading booking files."""

import unittest

from ledger.importer import ImportFailed, read_entries
from tests import bookings


class ImporterTest(unittest.TestCase):
    def test_account_names_ignore_case(self):
        self.assertEqual(bookings("Phone,1.00,0")[0].account, "phone")

    def test_a_missing_tax_is_none(self):
        self.assertEqual(bookings("phone,1.00,")[0].tax, 0)

    def test_names_the_line_of_a_bad_amount(self):
        with self.assertRaisesRegex(ImportFailed, "line 3: not an amount"):
            bookings("phone,1.00,25", "phone,one,25")

    def test_refuses_other_columns(self):
        with self.assertRaisesRegex(ImportFailed, "line 1: expected the columns"):
            read_entries(["date,amount"])

    def test_refuses_a_tax_above_a_hundred(self):
        with self.assertRaisesRegex(ImportFailed, "tax must lie between 0 and 100"):
            bookings("phone,1.00,125")
