"""Writing a column slice by slice, without ever copying the whole of it at once."""

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import accumulate, islice
from typing import Final

from ckpt_tui.core.text import Found, TextColumn, encode, joined

# Bytes from which a second thread is worth its start: a search takes milliseconds.
SEARCHED_ALONE: Final = 4 << 20
# Bytes that are joined without a pause; a column of no more is copied only once.
_JOINED_AT_ONCE: Final = 1 << 20


class ColumnWriter:
    """Collects encoded rows; joining all of them at the end would hold up every other thread."""

    def __init__(self) -> None:
        self._buffer = BytesIO()
        self._starts = [0]
        self._written = 0
        self._waiting: list[bytes] = []

    def add(self, rows: Sequence[bytes]) -> None:
        """Append rows, none of which holds the separator (UTF-8 never does)."""
        ends = accumulate([len(row) + 1 for row in rows], initial=self._starts[-1])
        self._starts.extend(islice(ends, 1, None))
        self._waiting += rows
        if self._starts[-1] - self._written > _JOINED_AT_ONCE:
            self._buffer.write(self._joined())
            self._written = self._starts[-1]

    def _joined(self) -> bytes:
        rows, self._waiting = self._waiting, []
        return joined(rows)

    def add_texts(self, texts: Sequence[str]) -> None:
        """Append texts."""
        try:
            rows = [text.encode() for text in texts]
        except UnicodeEncodeError:  # a lone surrogate
            rows = [encode(text) for text in texts]
        self.add(rows)

    def column(self) -> TextColumn:
        """The rows so far."""
        last = self._joined()
        if not self._written:
            return LargeColumn(last, self._starts)
        self._buffer.write(last)
        return LargeColumn(self._buffer.getvalue(), self._starts)


class LargeColumn(TextColumn, frozen=True, eq=False):
    """A column whose far parts are searched two at once: RE2 lets go of the interpreter."""

    def first(self, search: Callable[[int, int], Found | None], place: int) -> Found | None:
        """What is found first; no more is searched in vain than was searched before it."""
        size = SEARCHED_ALONE
        if len(self.buffer) - place <= size:
            return search(place, len(self.buffer))
        end = self.row_end(place + size)
        found = search(place, end)
        while found is None and end < len(self.buffer):
            begin, middle = end, self.row_end(end + size)
            end = self.row_end(middle + size)
            size *= 2
            found = _first_of_two(search, begin, middle, end)
        return found


def _first_of_two(
    search: Callable[[int, int], Found | None], begin: int, middle: int, end: int
) -> Found | None:
    if middle == end:
        return search(begin, end)
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (few recordings need it)

    with ThreadPoolExecutor(1) as beside:
        later = beside.submit(search, middle, end)
        found = search(begin, middle)
        return later.result() if found is None else found
