"""Writing a column slice by slice, without ever copying the whole of it at once."""

from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate, islice

from ckpt_tui.core.text import SEPARATOR, TextColumn, encode


class ColumnWriter:
    """Collects encoded rows; joining all of them at the end would hold up every other thread."""

    def __init__(self) -> None:
        self._buffer = BytesIO()
        self._starts = [0]

    def add(self, rows: Sequence[bytes]) -> None:
        """Append rows, none of which holds the separator (UTF-8 never does)."""
        ends = accumulate([len(row) + 1 for row in rows], initial=self._starts[-1])
        self._starts.extend(islice(ends, 1, None))
        self._buffer.write(SEPARATOR.join([*rows, b""]))

    def add_texts(self, texts: Sequence[str]) -> None:
        """Append texts."""
        try:
            rows = [text.encode() for text in texts]
        except UnicodeEncodeError:  # a lone surrogate
            rows = [encode(text) for text in texts]
        self.add(rows)

    def column(self) -> TextColumn:
        """The rows so far."""
        return TextColumn(self._buffer.getvalue(), self._starts)
