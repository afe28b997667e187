"""Files as a diff leaves them, where the files that it was made from are at hand."""

from collections.abc import Callable, Collection, Iterator, Mapping
from hashlib import sha1
from typing import Final

from msgspec import Struct

from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Change
from ckpt_tui.core.unified_diff import MOST_STRIPPED, NOWHERE, FileDiff, Hunk, file_diffs

_SHORTEST_NAME: Final = 7


class Patched(Struct, frozen=True, kw_only=True):
    """What a diff makes of files.

    Attributes:
        made: content of every file that it creates or edits; None where that is not spelled out.
        gone: files that are not there any more.
    """

    made: Mapping[str, bytes | None]
    gone: frozenset[str]


class _NoFitError(Exception):
    """The diff was made from other files."""


def patched(
    patch: str, paths: Collection[str], read: Callable[[str], bytes | None]
) -> Patched | None:
    """What a diff makes of the files `paths`; None where it was made from others.

    Every line that it keeps or takes away has to stand in its very place, and the names that git
    gave to what comes of it have to be right.
    """
    parts = tuple(file_diffs(patch))
    if patch.strip() and not parts:
        return None
    made, gone = dict[str, bytes | None](), set[str]()
    try:
        for part in parts:
            old, new = _ends(part, paths)
            if new in made or old in gone:
                return None
            content = _content(part, b"" if old is None else read(old), is_kept=new is not None)
            if old is not None and (new is None or part.renamed):
                gone.add(old)
            if new is not None:
                made[new] = content
    except _NoFitError:
        return None
    return Patched(made=made, gone=frozenset(gone - made.keys()))


def _ends(part: FileDiff, paths: Collection[str]) -> tuple[str | None, str | None]:
    """The file before and the file after; None where there is none."""
    is_created = part.change is Change.CREATE or part.old == NOWHERE
    is_deleted = part.change is Change.DELETE or part.new == NOWHERE
    old, new = None if is_created else part.old, None if is_deleted else part.new
    if old is None and (new is None or new in paths):
        raise _NoFitError
    if old is not None and old not in paths:
        raise _NoFitError
    return old, new


def _content(part: FileDiff, before: bytes | None, *, is_kept: bool) -> bytes | None:
    if not part.is_whole or before is None:
        return None
    is_named = is_kept and len(part.blob) >= _SHORTEST_NAME
    content = b"".join(_lines_after(before, part.hunks, spare=MOST_STRIPPED if is_named else 0))
    named = sha1(b"blob %d\0%s" % (len(content), content), usedforsecurity=False)
    if is_named and not named.hexdigest().startswith(part.blob):
        raise _NoFitError
    if not is_kept and content:
        raise _NoFitError
    return content


def _lines_after(before: bytes, hunks: list[Hunk], *, spare: int) -> Iterator[bytes]:
    lines, at = _lines(before), 0
    for hunk in hunks:
        if hunk.missing > spare or not at <= hunk.start <= len(lines):
            raise _NoFitError
        yield from lines[at : hunk.start]
        at = hunk.start
        for mark, line in _marked(hunk):
            if mark != "+":
                if lines[at : at + 1] != [line]:
                    raise _NoFitError
                at += 1
            if mark != "-":
                yield line
    yield from lines[at:]


def _lines(content: bytes) -> list[bytes]:
    """Lines with their ends."""
    parts = content.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + [part for part in parts[-1:] if part]


def _marked(hunk: Hunk) -> Iterator[tuple[str, bytes]]:
    """Lines with their ends, each behind its mark."""
    spelled = [*hunk.lines, *[""] * hunk.missing]
    for line, following in zip(spelled, [*spelled[1:], ""], strict=True):
        mark = line[:1] or " "
        if mark == "\\":
            continue
        if mark not in " -+":
            raise _NoFitError
        yield mark, encode(line[1:]) + (b"" if following.startswith("\\") else b"\n")
