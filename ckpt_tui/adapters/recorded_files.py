"""A final environment over whatever keeps its files, compared with the files the run found."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, Protocol

from ckpt_tui.adapters.unified import file_diff
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Change
from ckpt_tui.errors import TraceError

MOST_FILES: Final = 50_000
MOST_BYTES: Final = 64 << 20
# What tools leave behind beside the work itself.
BY_PRODUCTS: Final = frozenset(
    {".git", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"}
)


class FileSet(Protocol):
    """Files by POSIX path, without by-products of tools."""

    @property
    def paths(self) -> Sequence[str]:
        """Every file, sorted."""
        ...

    @property
    def hashes(self) -> Mapping[str, bytes]:
        """The SHA-256 of every file's content, by path; the target of a link that leads out."""
        ...

    def read(self, path: str) -> bytes | None:
        """The content of a file; None where it is not known."""
        ...

    def listed_sha256(self, path: str) -> str | None:
        """The digest of a file that is known by its digest alone, 64 hex digits."""
        ...


class RecordedEnvironment:
    """The files of a set; with `base`, also what changed since the run found those there."""

    def __init__(
        self, files: FileSet, *, base: FileSet | None = None, is_complete: bool = True
    ) -> None:
        self._files = files
        self._base = base
        self._is_complete = is_complete

    @property
    def is_complete(self) -> bool:
        return self._is_complete

    @property
    def paths(self) -> Sequence[str]:
        return self._files.paths

    @property
    def digest(self) -> str:
        return self._digest

    @property
    def changes(self) -> Mapping[str, Change] | None:
        return self._changes

    @property
    def patch(self) -> str:
        return self._patch

    def read(self, path: str) -> bytes | None:
        return self._files.read(path)

    def read_initial(self, path: str) -> bytes | None:
        return None if self._base is None else self._base.read(path)

    def listed_sha256(self, path: str) -> str | None:
        return self._files.listed_sha256(path)

    @cached_property
    def _digest(self) -> str:
        whole = hashlib.sha256()
        hashes = self._files.hashes
        for path in self.paths:
            whole.update(b"%d:%s%s" % (len(encode(path)), encode(path), hashes[path]))
        return f"sha256:{whole.hexdigest()}"

    @cached_property
    def _changes(self) -> Mapping[str, Change] | None:
        if self._base is None:
            return None
        before, after = self._base.hashes, self._files.hashes
        found = dict.fromkeys(after.keys() - before.keys(), Change.CREATE)
        if self._is_complete:
            found |= dict.fromkeys(before.keys() - after.keys(), Change.DELETE)
        both = before.keys() & after.keys()
        found |= {path: Change.EDIT for path in both if before[path] != after[path]}
        return dict(sorted(found.items()))

    @cached_property
    def _patch(self) -> str:
        return "".join(self._file_diff(path, kind) for path, kind in (self.changes or {}).items())

    def _file_diff(self, path: str, kind: Change) -> str:
        """A file's part of the patch; none where a content that it would spell out is unknown."""
        before = None if kind is Change.CREATE else self.read_initial(path)
        after = None if kind is Change.DELETE else self.read(path)
        is_known = (before is not None or kind is Change.CREATE) and (
            after is not None or kind is Change.DELETE
        )
        return file_diff(path, before, after) if is_known else ""


def plain_name(name: str, source: str) -> str:
    """A file's path as an archive or a list names it, without `./`; empty for a by-product.

    Raises TraceError for a path that does not lie below the working folder.
    """
    parts = [part for part in name.split("/") if part not in {"", "."}]
    if name.startswith("/") or ".." in parts:
        raise TraceError(
            f"{source}: {name!r} does not lie below the working folder; name files from there,"
            " as `tar -C FOLDER -cf files.tar .` does"
        )
    return "" if BY_PRODUCTS.intersection(parts) else "/".join(parts)
