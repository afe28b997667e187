"""Writes the change of one file as git would, for `core.unified_diff` to read."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

_NOWHERE: Final = "/dev/null"
# SequenceMatcher is quadratic; beyond this the middle that differs counts as replaced whole.
_MOST_CELLS: Final = 4_000_000
_NO_LINE_END: Final = "\\ No newline at end of file\n"


def file_diff(path: str, before: bytes | None, after: bytes | None) -> str:
    """The change of a file, without context lines; None stands for a file that is not there.

    Content that is no UTF-8 text is said to differ, as git does.
    """
    old = _NOWHERE if before is None else f"a/{path}"
    new = _NOWHERE if after is None else f"b/{path}"
    head = f"diff --git {_quoted(f'a/{path}')} {_quoted(f'b/{path}')}\n"
    if before is None:
        head += "new file mode 100644\n"
    if after is None:
        head += "deleted file mode 100644\n"
    lines_before, lines_after = _lines(before), _lines(after)
    if lines_before is None or lines_after is None:
        return f"{head}Binary files {_quoted(old)} and {_quoted(new)} differ\n"
    hunks = "".join(_hunks(lines_before, lines_after))
    return f"{head}--- {_quoted(old)}\n+++ {_quoted(new)}\n{hunks}" if hunks else head


def _lines(content: bytes | None) -> list[str] | None:
    """Lines with their ends; None where the content is no text."""
    if content is None:
        return []
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + [part for part in parts[-1:] if part]


def _hunks(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for start, stop, begin, end in _differences(before, after):
        yield f"@@ -{_span(start, stop)} +{_span(begin, end)} @@\n"
        for sign, lines in (("-", before[start:stop]), ("+", after[begin:end])):
            for line in lines:
                yield sign + line if line.endswith("\n") else f"{sign}{line}\n{_NO_LINE_END}"


def _span(start: int, stop: int) -> str:
    count = stop - start
    return f"{start + 1 if count else start},{count}"


def _differences(
    before: Sequence[str], after: Sequence[str]
) -> Iterator[tuple[int, int, int, int]]:
    """Where lines differ: from and to in the first, from and to in the second."""
    shorter = min(len(before), len(after))
    head = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    most = shorter - head
    tail = next((n for n in range(most) if before[-1 - n] != after[-1 - n]), most)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if not old and not new:
        return
    if len(old) * len(new) > _MOST_CELLS:
        yield head, head + len(old), head, head + len(new)
        return
    for tag, start, stop, begin, end in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield head + start, head + stop, head + begin, head + end


def _quoted(path: str) -> str:
    """A path as git writes it: in quotes, with C escapes, where it holds odd characters."""
    if path.isascii() and path.isprintable() and not set(path) & {'"', "\\"}:
        return path
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}"  # noqa: PLR2004 (printable ASCII)
        for byte in path.encode("utf-8", "surrogateescape")
    )
    return f'"{escaped}"'
