"""The command line."""

import argparse
import sys

from ledger.importer import ImportFailed, read_file
from ledger.report import table
from ledger.totals import grand_total, totals_by_account


def main(words, out=sys.stdout, err=sys.stderr):
    """Run one command; returns the exit code."""
    options = _parser().parse_args(words)
    try:
        entries = read_file(options.file)
    except (OSError, ImportFailed) as error:
        print(f"ledger: {error}", file=err)
        return 2
    if options.account:
        entries = [entry for entry in entries if entry.account == options.account]
    print(table(totals_by_account(entries), grand_total(entries)), file=out)
    return 0


def _parser():
    parser = argparse.ArgumentParser(prog="ledger")
    commands = parser.add_subparsers(dest="command", required=True)
    totals = commands.add_parser("totals", help="add up a booking file")
    totals.add_argument("file")
    totals.add_argument("--account", help="only this account")
    return parser
