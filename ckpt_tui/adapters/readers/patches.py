"""Changes of files that a text spells out: diffs, `*** Begin Patch`, search/replace blocks."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from msgspec import Struct, field

from ckpt_tui.core.trace import Change, FileEdit
from ckpt_tui.core.unified_diff import diff_edits

# SequenceMatcher is quadratic at best; above this product only the equal ends are taken off.
_MAX_CELLS = 250_000
_SEARCH = ("<<<<<<< SEARCH", "------- SEARCH")
_REPLACE = (">>>>>>> REPLACE", "+++++++ REPLACE")


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text without their ends; a last line end starts no further line."""
    if not text:
        return ()
    return tuple(line.removesuffix("\r") for line in text.removesuffix("\n").split("\n"))


def replaced(path: str, old: str, new: str, *, change: Change | None = Change.EDIT) -> FileEdit:
    """The edit that puts one text in the place of another; lines that both hold are not in it."""
    removed, added = _changed_lines(lines_of(old), lines_of(new))
    return FileEdit(path=path, change=change, removed=removed, added=added)


def edits_of_patch(text: str) -> tuple[FileEdit, ...]:
    """The edits of a unified diff or of a `*** Begin Patch` text; empty where it is neither."""
    if "*** Begin Patch" in text or text.lstrip().startswith("*** "):
        return tuple(_envelope(text.split("\n")))
    return diff_edits(text)


def edits_of_blocks(path: str, text: str) -> tuple[FileEdit, ...]:
    """The edits of `SEARCH … ======= … REPLACE` blocks on one file."""
    edits: list[FileEdit] = []
    old: list[str] = []
    new: list[str] = []
    side: list[str] | None = None
    for line in text.split("\n"):
        if line.startswith(_SEARCH):
            old, new = [], []
            side = old
        elif line.startswith(_REPLACE) and side is new:
            edits.append(replaced(path, "\n".join(old), "\n".join(new)))
            side = None
        elif line.startswith("=======") and side is old:
            side = new
        elif side is not None:
            side.append(line)
    return tuple(edits)


def _changed_lines(
    old: Sequence[str], new: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    if len(before) * len(after) > _MAX_CELLS or set(before).isdisjoint(after):
        return tuple(before), tuple(after)
    removed: list[str] = []
    added: list[str] = []
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            removed.extend(before[i:j])
            added.extend(after[k:m])
    return tuple(removed), tuple(added)


class _OpenEdit(Struct):
    """A file's part of a patch while its lines are read."""

    path: str
    change: Change
    removed: list[str] = field(default_factory=list[str])
    added: list[str] = field(default_factory=list[str])

    def take(self, line: str) -> None:
        text = line[1:].removesuffix("\r")
        if line.startswith("-"):
            self.removed.append(text)
        elif line.startswith("+"):
            self.added.append(text)

    def close(self) -> FileEdit:
        return FileEdit(
            path=self.path,
            change=self.change,
            removed=tuple(self.removed),
            added=tuple(self.added),
        )


_ENVELOPE = {
    "*** Add File: ": Change.CREATE,
    "*** Update File: ": Change.EDIT,
    "*** Delete File: ": Change.DELETE,
}


def _envelope(lines: Sequence[str]) -> Iterator[FileEdit]:
    edit: _OpenEdit | None = None
    for line in lines:
        opened = next((word for word in _ENVELOPE if line.startswith(word)), None)
        if opened is not None:
            if edit is not None:
                yield edit.close()
            edit = _OpenEdit(line[len(opened) :].strip(), _ENVELOPE[opened])
        elif edit is not None and line.startswith("*** Move to: "):
            # the old path goes whole; the lines of the hunks belong to the new one
            yield FileEdit(path=edit.path, change=Change.DELETE)
            edit = _OpenEdit(line.removeprefix("*** Move to: ").strip(), Change.CREATE)
        elif edit is not None:
            edit.take(line)
    if edit is not None:
        yield edit.close()
