"""A memory that never grows past a size: full, it forgets everything and begins anew."""

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(dict[Key, Value]):
    """Values by key, `most` of them at most.

    It costs no more to look into than a dictionary does; what is kept in the order of its use
    costs twenty times as much, at every line of every frame.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
