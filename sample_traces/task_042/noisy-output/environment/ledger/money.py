"""Amounts of money: reading, taxing, rounding, showing."""

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation


class AmountError(ValueError):
    """A text that is not an amount."""


def parse_amount(text):
    """Read an amount such as `1,234.50`, `-3.20` or `(3.20)`."""
    cleaned = text.strip().replace(",", "")
    negative = cleaned.startswith("(") and cleaned.endswith(")")
    if negative:
        cleaned = cleaned[1:-1]
    try:
        value = Decimal(cleaned)
    except InvalidOperation:
        raise AmountError(f"not an amount: {text!r}") from None
    return -value if negative else value


def add_tax(net, percent):
    """The amount with tax on top, not rounded."""
    return net * (100 + percent) / 100


def round_cents(amount):
    """Round to whole cents; half a cent goes away from zero."""
    return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)


def format_amount(amount):
    """Show an amount with two places and thousands apart."""
    return f"{amount:,.2f}"
