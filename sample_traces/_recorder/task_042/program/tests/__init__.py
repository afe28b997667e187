"""Tests of the ledger."""

from ledger.importer import COLUMNS, read_entries


def bookings(*rows):
    """Entries of rows `account,net,tax`."""
    lines = [",".join(COLUMNS)]
    for row in rows:
        account, net, tax = row.split(",")
        lines.append(f"2026-03-02,{account},memo,{net},{tax}")
    return read_entries(lines)
