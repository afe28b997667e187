import io
import unittest
from contextlib import redirect_stdout

from lending.cli import fee_lines, main
from lending.loans import Loan, LoanError
from tests import due_dates, loan


class CliTest(unittest.TestCase):
    def test_fees_add_up(self):
        lines = list(fee_lines([loan("2026-03-03", 14, "2026-03-19")] * 2, due_dates()))
        self.assertEqual([line.split()[-1] for line in lines], ["0.40", "0.40", "0.80"])

    def test_anything_else_is_refused(self):
        with redirect_stdout(io.StringIO()) as said:
            self.assertEqual(main(["lend"]), 2)
        self.assertIn("usage", said.getvalue())

    def test_a_line_that_is_no_loan_is_named(self):
        with self.assertRaisesRegex(LoanError, "Bees, soon"):
            Loan.from_row(["Abebe", "Bees", "soon", "14", ""])
