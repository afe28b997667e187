"""Sums over bookings."""

from ledger.money import add_tax, round_cents


def totals_by_account(entries):
    """Account name to the sum of its bookings, by name."""
    totals = {}
    for entry in entries:
        totals[entry.account] = totals.get(entry.account, 0) + add_tax(entry.net, entry.tax)
    return {account: round_cents(total) for account, total in sorted(totals.items())}


def grand_total(entries):
    """The sum of all bookings."""
    return round_cents(sum(add_tax(entry.net, entry.tax) for entry in entries))
