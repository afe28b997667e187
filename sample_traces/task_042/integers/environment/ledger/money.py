"""Amounts of money: reading, taxing, rounding, showing."""

from fractions import Fraction


class AmountError(ValueError):
    """A text that is not an amount."""


def parse_amount(text):
    """Read an amount such as `1,234.50`, `-3.20` or `(3.20)`."""
    cleaned = text.strip().replace(",", "")
    negative = cleaned.startswith("(") and cleaned.endswith(")")
    if negative:
        cleaned = cleaned[1:-1]
    if "/" in cleaned:
        raise AmountError(f"not an amount: {text!r}")
    try:
        value = Fraction(cleaned)
    except ValueError:
        raise AmountError(f"not an amount: {text!r}") from None
    return -value if negative else value


def add_tax(net, percent):
    """The amount with tax on top, not rounded."""
    return net * (100 + percent) / 100


def round_cents(amount):
    """Round to whole cents; half a cent goes away from zero."""
    return Fraction(_cents(amount), 100)


def format_amount(amount):
    """Show an amount with two places and thousands apart."""
    cents = _cents(amount)
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02}"


def _cents(amount):
    """Whole cents, by integer division."""
    sign = -1 if amount < 0 else 1
    return sign * int((abs(amount) * 200 + 1) // 2)
