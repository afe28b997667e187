"""Final environments as recordings keep them: a folder of files, or the diff of what changed."""

import hashlib
import os
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final

from ckpt_tui.adapters.looks import is_file
from ckpt_tui.adapters.opening import NotAFileError, opened
from ckpt_tui.adapters.recorded_files import (
    BY_PRODUCTS,
    MOST_BYTES,
    MOST_FILES,
    RecordedEnvironment,
)
from ckpt_tui.core.patched import Patched, patched
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Change, FileEdit
from ckpt_tui.core.unified_diff import diff_edits
from ckpt_tui.errors import TraceError

_NO_LINE_END: Final = "\n\\ No newline at end of file"
# The name git gives to the content of an empty file, as a diff abbreviates it.
_EMPTY_BLOB: Final = "..e69de29"
_SLICE: Final = 1 << 20


class FolderEnvironment(RecordedEnvironment):
    """The files of a folder, read when asked for.

    Version control and caches (`.git`, `__pycache__`, …) are left out. A symbolic link counts as
    a file without content where it leads out of the folder. Raises TraceError where the folder
    cannot be listed or holds more than 50,000 files.
    """

    def __init__(
        self,
        folder: Path,
        *,
        base: Path | None = None,
        is_complete: bool = True,
        without: Sequence[str] = (),
    ) -> None:
        super().__init__(
            FolderFiles(folder, without=without),
            base=None if base is None else FolderFiles(base),
            is_complete=is_complete,
        )


class FolderFiles:
    """The files below a folder as they are listed now; raises TraceError as above."""

    def __init__(self, folder: Path, *, without: Sequence[str] = ()) -> None:
        self._folder = folder
        self._paths = tuple(path for path in _listed(folder) if path not in without)

    @property
    def paths(self) -> Sequence[str]:
        return self._paths

    @property
    def hashes(self) -> Mapping[str, bytes]:
        return self._hashes

    def read(self, path: str) -> bytes | None:
        return _content(self._folder, path) if path in self._known else None

    def listed_sha256(self, path: str) -> None:
        del path  # what is known of a file here is its content

    @cached_property
    def _hashes(self) -> Mapping[str, bytes]:
        return {path: _hash(self._folder, path) for path in self._paths}

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self._paths)


class PatchEnvironment:
    """What a diff tells of the files that it changes.

    Where it fits the files of the folder `base`, what came of them is all known. Otherwise the
    content of a created file is known, that of a changed one is not, and all other files are
    unknown. Of a series that touches a file more than once the net change is known, and no lines.
    Text that is no diff changes nothing.
    """

    def __init__(self, patch: str, base: Path | None = None) -> None:
        self._patch = patch
        self._base = base
        edits = diff_edits(patch)
        times = Counter(edit.path for edit in edits)
        self._is_series = len(times) < len(edits)
        self._created = {path: text for path, text in _created(patch) if times[path] == 1}
        self._changes = dict(sorted(_net(edits).items()))

    @property
    def digest(self) -> str:
        whole = self._patch if self._files is None else f"{self._files[0].digest}\n{self._patch}"
        return f"sha256:{hashlib.sha256(encode(whole)).hexdigest()}"

    @property
    def is_complete(self) -> bool:
        return self._files is not None

    @property
    def paths(self) -> Sequence[str]:
        return self._paths

    @property
    def changes(self) -> Mapping[str, Change]:
        return self._changes

    @property
    def patch(self) -> str:
        return "" if self._is_series else self._patch

    def read(self, path: str) -> bytes | None:
        if self._files is None:
            return self._created.get(path)
        base, after = self._files
        if path in after.made:
            return after.made[path]
        return None if path in after.gone else base.read(path)

    def read_initial(self, path: str) -> bytes | None:
        return None if self._files is None else self._files[0].read(path)

    def over(self, base: Path) -> "PatchEnvironment":
        """The same beside the files that it was made from."""
        return PatchEnvironment(self._patch, base)

    @cached_property
    def _paths(self) -> Sequence[str]:
        if self._files is not None:
            base, after = self._files
            return tuple(sorted(({*base.paths} - after.gone) | after.made.keys()))
        return tuple(path for path, change in self._changes.items() if change is not Change.DELETE)

    @cached_property
    def _files(self) -> tuple[FolderEnvironment, Patched] | None:
        """The files that the diff fits, and what it makes of them."""
        if self._base is None:
            return None
        try:
            base = FolderEnvironment(self._base)
        except TraceError:
            return None
        after = patched(self._patch, frozenset(base.paths), base.read)
        return None if after is None else (base, after)

    def listed_sha256(self, path: str) -> None:
        del path  # a diff names no digest of a whole file


def _net(edits: Sequence[FileEdit]) -> dict[str, Change]:
    """What a series of changes comes to, by path."""
    net: dict[str, Change] = {}
    for edit in edits:
        now, before = edit.change or Change.EDIT, net.pop(edit.path, None)
        match before, now:
            case Change.CREATE, Change.DELETE:
                continue
            case Change.CREATE, _:
                now = Change.CREATE
            case Change.DELETE, Change.CREATE:
                now = Change.EDIT
            case _:
                pass
        net[edit.path] = now
    return net


def _listed(folder: Path) -> list[str]:
    """POSIX paths of all files below a folder, sorted."""
    found: list[str] = []
    for path in _files(folder):
        found.append(path.relative_to(folder).as_posix())
        if len(found) > MOST_FILES:
            raise TraceError(f"{folder}: more than {MOST_FILES:,} files; record fewer of them")
    return sorted(found)


def _files(folder: Path) -> Iterator[Path]:
    def refuse(error: OSError) -> None:
        raise TraceError(f"{error.filename}: cannot be listed ({error.strerror})")

    for root, folders, names in os.walk(folder, onerror=refuse):
        links = [name for name in folders if Path(root, name).is_symlink()]
        folders[:] = [name for name in folders if name not in BY_PRODUCTS and name not in links]
        for name in (*names, *links):
            path = Path(root, name)
            if path.is_symlink() or is_file(path):
                yield path


def _content(folder: Path, path: str) -> bytes | None:
    try:
        with _opened_inside(folder, path) as file:
            content = file.read(MOST_BYTES + 1)
    except OSError:
        return None
    return content if len(content) <= MOST_BYTES else None


def _hash(folder: Path, path: str) -> bytes:
    """A digest of a file of any size; of its target for a link that leads out of the folder."""
    try:
        with _opened_inside(folder, path) as file:
            whole = hashlib.sha256()
            while piece := file.read(_SLICE):
                whole.update(piece)
            return whole.digest()
    except OSError:
        return _link(folder / PurePosixPath(path))


def _link(path: Path) -> bytes:
    try:
        return os.fsencode(path.readlink())
    except OSError:
        return b"-"


@contextmanager
def _opened_inside(folder: Path, path: str) -> Generator[BinaryIO]:
    whole = folder / PurePosixPath(path)
    try:
        is_inside = whole.resolve().is_relative_to(folder.resolve())
    except RuntimeError:  # links that lead in a circle
        is_inside = False
    if not is_inside:
        raise NotAFileError(f"{path} leads out of {folder}")
    with opened(whole) as file:
        yield file


def _created(patch: str) -> Iterator[tuple[str, bytes]]:
    """The content of every file that a diff creates, where it spells it out."""
    text = f"\n{patch}"
    mark = "\ndiff --git " if "\ndiff --git " in text else "\n--- "
    for part in text.split(mark)[1:]:
        for edit in diff_edits(mark[1:] + part):
            if edit.change is not Change.CREATE:
                continue
            if edit.added:
                is_ended = _NO_LINE_END not in part
                yield edit.path, encode("\n".join(edit.added) + ("\n" if is_ended else ""))
            elif _EMPTY_BLOB in part:
                yield edit.path, b""
