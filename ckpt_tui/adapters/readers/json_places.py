"""Values of a JSON text with the places where they stand, so that they can be shown as evidence."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.core.trace import Json


class Spot(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A value and where it stands.

    Attributes:
        text: the whole document.
        start: offset of its first character.
        end: offset after its last; None where the text stops inside it.
        key: offset of the key before it; None where it is no member of an object.
    """

    text: str
    start: int = 0
    end: int | None = None
    key: int | None = None

    @property
    def value(self) -> Json:
        """The value, decoded; None where it cannot be."""
        try:
            return json_tolerant.parse_at(self.text, self.start)[0]
        except ValueError:
            return None

    @property
    def is_whole(self) -> bool:
        """Whether an object or array is there to its end."""
        return self._elements[1] if self.is_array else self._members[1]

    @property
    def is_array(self) -> bool:
        return self._is("[")

    def members(self) -> "Mapping[str, Spot]":
        """The members of an object, as far as they are there; empty for anything else.

        Of a key given twice, the last counts.
        """
        return self._members[0]

    def member(self, *path: str) -> "Spot":
        """The member at a path of keys; NOWHERE where there is none."""
        found = self
        for key in path:
            found = found.members().get(key, NOWHERE)
        return found

    def elements(self) -> "Sequence[tuple[Json, Spot]]":
        """The elements of an array, decoded, as far as they are there; empty for anything else."""
        return self._elements[0]

    @cached_property
    def _members(self) -> "tuple[Mapping[str, Spot], bool]":
        """The members, and whether the object is there to its end."""
        spots: dict[str, Spot] = {}
        if not self._is("{"):
            return spots, False
        found, end_of_all = json_tolerant.members_at(self.text, self.start)
        at = self.start + 1
        for key, begin, end in found:
            # Between a value and the next key stand blanks and a comma, nothing else.
            place = self.text.index('"', at)
            spots[key] = Spot(text=self.text, start=begin, end=end, key=place)
            at = begin if end is None else end
        return spots, end_of_all is not None

    @cached_property
    def _elements(self) -> "tuple[Sequence[tuple[Json, Spot]], bool]":
        """The elements, and whether the array is there to its end."""
        if not self.is_array:
            return (), False
        found, end = json_tolerant.placed_elements_at(self.text, self.start, None)
        spots = [(value, Spot(text=self.text, start=at, end=stop)) for value, at, stop in found]
        return spots, end is not None

    def _is(self, opening: str) -> bool:
        return self.text.startswith(opening, self.start)


NOWHERE: Final = Spot(text="")
"""What is not there: it has no members, no elements and the value None."""


def document(raw: bytes) -> Spot:
    """The value that a file holds, blanks before it skipped."""
    text = json_tolerant.text_of(raw)
    return Spot(text=text, start=len(text) - len(text.lstrip(" \t\r\n")))
