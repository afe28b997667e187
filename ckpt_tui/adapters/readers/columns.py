"""Writing a column row by row, without ever copying the whole of it at once."""

from io import BytesIO

from ckpt_tui.core.text import SEPARATOR, TextColumn

# Joining all rows at once would hold the interpreter for as long as the copy takes.
_SLICE_ROWS = 1024


class ColumnWriter:
    """Collects encoded rows; `column` ends the writing."""

    def __init__(self) -> None:
        self._buffer = BytesIO()
        self._waiting: list[bytes] = []
        self._starts = [0]
        self._size = 0

    def add(self, row: bytes) -> None:
        """Append one row, which holds no separator (UTF-8 never does)."""
        self._size += len(row) + 1
        self._starts.append(self._size)
        self._waiting.append(row)
        if len(self._waiting) == _SLICE_ROWS:
            self._write()

    def column(self) -> TextColumn:
        """The rows so far."""
        self._write()
        return TextColumn(self._buffer.getvalue(), self._starts)

    def _write(self) -> None:
        self._waiting.append(b"")
        self._buffer.write(SEPARATOR.join(self._waiting))
        self._waiting.clear()
