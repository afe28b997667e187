"""Amounts of money: reading, taxing, rounding, showing."""


class AmountError(ValueError):
    """A text that is not an amount."""


def parse_amount(text):
    """Read an amount such as `1,234.50`, `-3.20` or `(3.20)`."""
    cleaned = text.strip().replace(",", "")
    negative = cleaned.startswith("(") and cleaned.endswith(")")
    if negative:
        cleaned = cleaned[1:-1]
    try:
        value = float(cleaned)
    except ValueError:
        raise AmountError(f"not an amount: {text!r}") from None
    return -value if negative else value


def add_tax(net, percent):
    """The amount with tax on top, not rounded."""
    return net * (100 + percent) / 100


def round_cents(amount):
    """Round to whole cents."""
    return round(amount, 2)


def format_amount(amount):
    """Show an amount with two places and thousands apart."""
    return f"{amount:,.2f}"
