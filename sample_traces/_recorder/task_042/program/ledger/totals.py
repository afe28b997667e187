"""Sums over bookings."""

from ledger.money import round_cents


def totals_by_account(entries):
    """Account name to the sum of its bookings, by name."""
    totals = {}
    for entry in entries:
        totals[entry.account] = round_cents(totals.get(entry.account, 0) + entry.gross)
    return dict(sorted(totals.items()))


def grand_total(entries):
    """The sum of all bookings."""
    total = 0
    for entry in entries:
        total = round_cents(total + entry.gross)
    return total
