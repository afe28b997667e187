"""Amounts of money: reading, taxing, rounding, showing."""

# Amounts are integers: so many of them make one unit of money.
UNIT = 10_000
CENT = UNIT // 100


class AmountError(ValueError):
    """A text that is not an amount."""


def parse_amount(text):
    """Read an amount such as `1,234.50`, `-3.20` or `(3.20)`."""
    cleaned = text.strip().replace(",", "")
    negative = cleaned.startswith("(") and cleaned.endswith(")")
    if negative:
        cleaned = cleaned[1:-1]
    minus, digits = cleaned.startswith("-"), cleaned.lstrip("-")
    whole, _, places = digits.partition(".")
    if not (whole + places).isdigit() or len(places) > 4:
        raise AmountError(f"not an amount: {text!r}")
    value = int(whole or "0") * UNIT + int(places.ljust(4, "0"))
    return -value if negative or minus else value


def add_tax(net, percent):
    """The amount with tax on top, not rounded."""
    return net * (UNIT + percent) // UNIT


def round_cents(amount):
    """Round to whole cents; half a cent goes away from zero."""
    sign = -1 if amount < 0 else 1
    return sign * int((abs(amount) + CENT // 2) // CENT) * CENT


def format_amount(amount):
    """Show an amount with two places and thousands apart."""
    cents = round_cents(amount) // CENT
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02}"
