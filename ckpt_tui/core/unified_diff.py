"""Reads a unified diff, as `diff -u` and git write it, into the file changes that it spells out."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec import Struct, field

from ckpt_tui.core.trace import Change, FileEdit

NOWHERE: Final = "/dev/null"
"""Stands for a file that is not there."""

MOST_STRIPPED: Final = 3
"""Lines that a diff may lack at its end: context that was empty, taken off with other blanks."""

_NO_LINES: Final = ("Binary files ", "GIT binary patch")
_ESCAPES: Final = dict(zip("abtnvfr", "\a\b\t\n\v\f\r", strict=True))
_MOST_DIGITS: Final = 9
# Modes of what a diff spells out as a line and is none: a link's target, another repository.
_NO_FILES: Final = ("120000", "160000")


class Hunk(Struct):
    """Lines of a file that follow one another, each behind its mark: a blank, minus or plus.

    A line that begins with a backslash says that the one above it has no end.

    `start` is the number of lines above; `left` and `right` count the lines before and after the
    change that were announced and are not there.
    """

    start: int
    left: int
    right: int
    lines: list[str] = field(default_factory=list[str])

    @property
    def missing(self) -> int:
        """How many lines were announced and are not there."""
        return max(self.left, self.right)

    @property
    def is_cut(self) -> bool:
        """Whether it lacks more than context that was empty and taken off with other blanks."""
        is_context = self.left == self.right <= MOST_STRIPPED
        return not is_context or bool(
            self.missing and not any(line.startswith(("+", "-")) for line in self.lines)
        )


class FileDiff(Struct):
    """One file's part of a diff, as it is spelled.

    Attributes:
        old: path of the file that its lines are held against; empty where nothing named it.
        new: path of the file that comes of it; the same where nothing else is said.
        is_whole: nothing but lines was changed, and all of them are spelled out.
        blob: name that git gives to the content that comes of it, abbreviated; may be empty.
    """

    old: str = ""
    new: str = ""
    change: Change = Change.EDIT
    renamed: bool = False
    is_whole: bool = True
    blob: str = ""
    removed: list[str] = field(default_factory=list[str])
    added: list[str] = field(default_factory=list[str])
    hunks: list[Hunk] = field(default_factory=list[Hunk])

    def edits(self) -> Iterator[FileEdit]:
        removed, added = tuple(self.removed), tuple(self.added)
        if self.renamed:
            yield FileEdit(path=self.old, change=Change.DELETE)
            yield FileEdit(path=self.new, change=Change.CREATE)
            return
        change = self.change
        change = Change.CREATE if self.old == NOWHERE else change
        change = Change.DELETE if self.new == NOWHERE else change
        path = self.old if change is Change.DELETE else self.new
        if path and path != NOWHERE:
            yield FileEdit(path=path, change=change, removed=removed, added=added)


def diff_edits(text: str) -> tuple[FileEdit, ...]:
    """The changes that a diff spells out, in its order; what is no diff gives none.

    A rename is a deletion and a creation whose lines are not spelled out.
    """
    return tuple(edit for part in file_diffs(text) for edit in part.edits())


def is_cut_off(text: str) -> bool:
    """Whether a diff ends within a hunk, and not only for want of context at its end."""
    parts = file_diffs(text.removesuffix("\n"))
    return any(part.hunks[-1].is_cut for part in parts if part.hunks)


def file_diffs(text: str) -> Iterator[FileDiff]:
    """The parts of a diff, one for each file."""
    part: FileDiff | None = None
    left = right = 0
    for line in text.split("\n"):
        if part is not None and (left or right):
            left, right = _body_line(part, line, left, right)
        elif line.startswith(("diff --git ", "--- ")) and not _continues(part, line):
            if part is not None:
                yield part
            part = FileDiff()
            _header_line(part, line)
        elif part is not None and line.startswith("@@ "):
            left, right = _hunk(part, line)
        elif part is not None:
            _header_line(part, line)
    if part is not None:
        yield part


def _continues(part: FileDiff | None, line: str) -> bool:
    """Whether `---` belongs to the `diff --git` line above it."""
    return part is not None and line.startswith("--- ") and not (part.removed or part.added)


def _body_line(part: FileDiff, line: str, left: int, right: int) -> tuple[int, int]:
    hunk = part.hunks[-1]
    hunk.left, hunk.right = _counted_line(part, line, left, right)
    hunk.lines.append(line)
    return hunk.left, hunk.right


def _counted_line(part: FileDiff, line: str, left: int, right: int) -> tuple[int, int]:
    if line.startswith("-"):
        part.removed.append(line[1:])
        return max(0, left - 1), right
    if line.startswith("+"):
        part.added.append(line[1:])
        return left, max(0, right - 1)
    if line.startswith("\\"):
        return left, right
    return max(0, left - 1), max(0, right - 1)


def _header_line(part: FileDiff, line: str) -> None:
    if line.startswith("diff --git "):
        part.old, part.new = _git_paths(line.removeprefix("diff --git "))
    elif line.startswith("--- "):
        part.old = _path(line[4:], "a/")
    elif line.startswith("+++ "):
        part.new = _path(line[4:], "b/")
    elif line.startswith("rename from "):
        part.old, part.renamed = _path(line.removeprefix("rename from "), ""), True
    elif line.startswith("rename to "):
        part.new = _path(line.removeprefix("rename to "), "")
    else:
        _fact_line(part, line)


def _fact_line(part: FileDiff, line: str) -> None:
    """What is said of a file beside its paths and lines."""
    if line.startswith("new file mode"):
        part.change, part.is_whole = Change.CREATE, not line.endswith(_NO_FILES)
    elif line.startswith("copy from "):
        part.change, part.is_whole = Change.CREATE, False
    elif line.startswith("deleted file mode"):
        part.change = Change.DELETE
    elif line.startswith("index "):
        _index_line(part, line)
    elif line.startswith(_NO_LINES):
        part.is_whole = False
    elif line.startswith("\\") and part.hunks:
        part.hunks[-1].lines.append(line)


def _index_line(part: FileDiff, line: str) -> None:
    """`index 83db48f..bf269f4 100644`, where the mode is left out if it changes."""
    part.blob = line.split(" ")[1].rpartition("..")[2]
    part.is_whole = part.is_whole and not line.endswith(_NO_FILES)


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
        is_escaped = spelled[at] == "\\"
        at += is_escaped
        letter = spelled[at : at + 1]
        letter = _ESCAPES.get(letter, letter) if is_escaped else letter
        raw += letter.encode("utf-8", "surrogatepass")
        at += 1
    return raw.decode("utf-8", "replace")


def _hunk(part: FileDiff, line: str) -> tuple[int, int]:
    """Begin a hunk; how many old and new lines follow `@@ -1,5 +1,6 @@`."""
    sides = [side[1:].partition(",") for side in line.split(" ")[1:3]]
    numbers = [(first, count or "1") for first, _, count in sides]
    if len(numbers) < 2 or not all(map(_is_number, chain(*numbers))):  # noqa: PLR2004
        part.is_whole = False
        return 0, 0
    (first, left), (_, right) = [(int(first), int(count)) for first, count in numbers]
    part.hunks.append(Hunk(start=first - bool(left), left=left, right=right))
    return left, right


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _MOST_DIGITS
