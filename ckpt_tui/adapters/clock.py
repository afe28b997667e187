"""The only reader of the time."""

from datetime import UTC, datetime


class SystemClock:
    """The machine's clock."""

    def now(self) -> str:
        """UTC, ISO 8601 to the second, ending in `Z`."""
        return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")  # noqa: TID251 (this is the clock)
