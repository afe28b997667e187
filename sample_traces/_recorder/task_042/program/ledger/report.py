"""Totals as a table for the terminal."""

from ledger.money import format_amount

WIDTH = 32


def table(totals, grand):
    """One line an account, a rule, and the grand total."""
    lines = [_line(account, amount) for account, amount in totals.items()]
    return "\n".join([*lines, "-" * WIDTH, _line("TOTAL", grand)])


def _line(label, amount):
    shown = format_amount(amount)
    return f"{label:<{WIDTH - len(shown)}}{shown}"
