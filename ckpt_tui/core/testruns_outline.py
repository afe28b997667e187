"""The full names of tests that stand in a tree, each set in under its headings."""

from typing import Final

from msgspec import Struct, field

# Headings are told once and repeated in every name below them.
_LONGEST: Final = 300


class Outline(Struct):
    """The headings over the next line: the column where each begins, and its full name."""

    joint: str
    above: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def close(self, column: int) -> None:
        """Leave the headings that a line at this column does not stand under."""
        while self.above and self.above[-1][0] >= column:
            self.above.pop()

    def open(self, column: int, heading: str) -> None:
        """Set the lines behind this one under a heading."""
        self.above.append((column, self.name(heading)[:_LONGEST]))

    def name(self, title: str) -> str:
        """A title behind its headings."""
        return f"{self.above[-1][1]}{self.joint}{title}" if self.above else title
