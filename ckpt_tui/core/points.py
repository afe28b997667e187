"""Numbers that are kept exactly as they are written, and how long they may be."""

from decimal import Decimal
from fractions import Fraction
from typing import Final

_POINTS_LIMIT: Final = 1_000_000
_PLACES_LIMIT: Final = 9


def exact(value: int | Decimal) -> Fraction:
    """The number itself; raises ValueError, whose text says what it must or may be."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("must be a finite number")
        # A decimal such as 1e999999 is short to write and has a million digits as a fraction.
        if value.adjusted() > _PLACES_LIMIT or -int(value.as_tuple().exponent) > _PLACES_LIMIT:
            raise ValueError(f"may have at most {_PLACES_LIMIT} digits on either side of the point")
    return Fraction(value)


def points(value: int | Decimal) -> Fraction:
    """A number of points; raises ValueError, whose text says what it must or may be."""
    found = exact(value)
    if found < 0:
        raise ValueError(f"must be 0 or more, not {value}")
    if found > _POINTS_LIMIT:
        raise ValueError(f"must be at most {_POINTS_LIMIT:,}")
    return found
