"""Bookings from a CSV file."""

import csv
from datetime import date

from ledger.entries import Entry, EntryError
from ledger.money import AmountError, parse_amount

COLUMNS = ["date", "account", "memo", "net", "tax"]


class ImportFailed(Exception):
    """A file that cannot be read; the text names the line."""


def read_entries(lines):
    """The bookings of an iterable of CSV lines, the header first."""
    reader = csv.DictReader(lines)
    if reader.fieldnames != COLUMNS:
        raise ImportFailed(f"line 1: expected the columns {','.join(COLUMNS)}")
    entries = []
    for row in reader:
        try:
            entries.append(_entry(row))
        except (AmountError, EntryError, ValueError) as error:
            raise ImportFailed(f"line {reader.line_num}: {error}") from None
    return entries


def read_file(path):
    """The bookings of a file."""
    with open(path, encoding="utf-8", newline="") as lines:
        return read_entries(lines)


def _entry(row):
    return Entry(
        day=date.fromisoformat(row["date"]),
        account=row["account"].strip().lower(),
        memo=row["memo"],
        net=parse_amount(row["net"]),
        tax=parse_amount(row["tax"] or "0"),
    )
