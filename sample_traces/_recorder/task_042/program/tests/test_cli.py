"""The command line."""

import io
import unittest
from pathlib import Path

from ledger.cli import main

MARCH = str(Path(__file__).parents[1] / "data" / "march.csv")


class CliTest(unittest.TestCase):
    def test_shows_one_account(self):
        out = io.StringIO()
        self.assertEqual(main(["totals", MARCH, "--account", "travel"], out=out), 0)
        self.assertEqual(out.getvalue().splitlines()[0], "travel                    127.88")

    def test_says_which_file_is_missing(self):
        err = io.StringIO()
        self.assertEqual(main(["totals", "absent.csv"], err=err), 2)
        self.assertIn("absent.csv", err.getvalue())
