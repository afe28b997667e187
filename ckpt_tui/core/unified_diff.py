"""Reads a unified diff, as `diff -u` and git write it, into the file changes that it spells out."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from ckpt_tui.core.trace import Change, FileEdit

_NOWHERE: Final = "/dev/null"


class _FileDiff(Struct):
    """One file's part while it is being read; paths are empty where nothing named them."""

    old: str = ""
    new: str = ""
    change: Change = Change.EDIT
    renamed: bool = False
    removed: list[str] = field(default_factory=list[str])
    added: list[str] = field(default_factory=list[str])

    def edits(self) -> Iterator[FileEdit]:
        removed, added = tuple(self.removed), tuple(self.added)
        if self.renamed:
            yield FileEdit(path=self.old, change=Change.DELETE)
            yield FileEdit(path=self.new, change=Change.CREATE)
            return
        change = self.change
        change = Change.CREATE if self.old == _NOWHERE else change
        change = Change.DELETE if self.new == _NOWHERE else change
        path = self.old if change is Change.DELETE else self.new
        if path and path != _NOWHERE:
            yield FileEdit(path=path, change=change, removed=removed, added=added)


def diff_edits(text: str) -> tuple[FileEdit, ...]:
    """The changes that a diff spells out, in its order; what is no diff gives none.

    A rename is a deletion and a creation whose lines are not spelled out.
    """
    return tuple(edit for part in _parts(text) for edit in part.edits())


def _parts(text: str) -> Iterator[_FileDiff]:
    part: _FileDiff | None = None
    left = right = 0
    for line in text.split("\n"):
        if part is not None and (left or right):
            left, right = _body_line(part, line, left, right)
        elif line.startswith(("diff --git ", "--- ")) and not _continues(part, line):
            if part is not None:
                yield part
            part = _FileDiff()
            _header_line(part, line)
        elif part is not None and line.startswith("@@ "):
            left, right = _hunk(line)
        elif part is not None:
            _header_line(part, line)
    if part is not None:
        yield part


def _continues(part: _FileDiff | None, line: str) -> bool:
    """Whether `---` belongs to the `diff --git` line above it."""
    return part is not None and line.startswith("--- ") and not (part.removed or part.added)


def _body_line(part: _FileDiff, line: str, left: int, right: int) -> tuple[int, int]:
    if line.startswith("-"):
        part.removed.append(line[1:])
        return max(0, left - 1), right
    if line.startswith("+"):
        part.added.append(line[1:])
        return left, max(0, right - 1)
    if line.startswith("\\"):
        return left, right
    return max(0, left - 1), max(0, right - 1)


def _header_line(part: _FileDiff, line: str) -> None:
    if line.startswith("diff --git "):
        part.old, part.new = _git_paths(line.removeprefix("diff --git "))
    elif line.startswith("--- "):
        part.old = _path(line[4:], "a/")
    elif line.startswith("+++ "):
        part.new = _path(line[4:], "b/")
    elif line.startswith("new file mode"):
        part.change = Change.CREATE
    elif line.startswith("deleted file mode"):
        part.change = Change.DELETE
    elif line.startswith("rename from "):
        part.old, part.renamed = _path(line.removeprefix("rename from "), ""), True
    elif line.startswith("rename to "):
        part.new = _path(line.removeprefix("rename to "), "")


def _git_paths(rest: str) -> tuple[str, str]:
    """Both paths of a `diff --git` line; they are the same unless a later line says otherwise."""
    if rest.startswith('"'):
        stop = rest.find('" ') + 1
        return _path(rest[:stop], "a/"), _path(rest[stop + 1 :], "b/")
    half = len(rest) // 2
    return _path(rest[:half], "a/"), _path(rest[half + 1 :], "b/")


def _path(spelled: str, prefix: str) -> str:
    spelled = spelled.split("\t", maxsplit=1)[0].rstrip("\r ")
    if spelled.startswith('"') and spelled.endswith('"'):
        spelled = _unquoted(spelled[1:-1])
    return spelled.removeprefix(prefix)


def _unquoted(spelled: str) -> str:
    """A path as git quotes it: C escapes, bytes beyond ASCII in octal."""
    raw = bytearray()
    at = 0
    while at < len(spelled):
        if spelled[at] == "\\" and spelled[at + 1 : at + 4].isdecimal():
            raw.append(int(spelled[at + 1 : at + 4], 8) & 0xFF)
            at += 4
            continue
        at += spelled[at] == "\\"
        raw += spelled[at : at + 1].encode("utf-8", "surrogatepass")
        at += 1
    return raw.decode("utf-8", "replace")


def _hunk(line: str) -> tuple[int, int]:
    """How many old and new lines follow `@@ -1,5 +1,6 @@`."""
    sides = line.split(" ")[1:3]
    counts = [side[1:].partition(",")[2] or "1" for side in sides]
    if len(counts) < 2 or not all(count.isdecimal() for count in counts):  # noqa: PLR2004
        return 0, 0
    return int(counts[0]), int(counts[1])
