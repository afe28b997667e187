"""Final files in a tar archive, which is read into memory and never laid out."""

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.opening import opened
from ckpt_tui.adapters.recorded_files import MOST_BYTES, MOST_FILES, plain_name
from ckpt_tui.core.text import encode
from ckpt_tui.errors import TraceError

_GZIP: Final = b"\x1f\x8b"
_BLOCK: Final = 512
_MOST_LINKS: Final = 40


class _Link(Struct, frozen=True):
    """A link's target as written, and what it leads to, seen from the top of the archive."""

    spelled: str
    target: str


class TarFiles:
    """The files of a tar archive, plain or gzipped; of members of one name the last counts.

    A link that leads to no file of the archive is a file without content; devices and pipes are
    none. Raises TraceError for an archive that is cut off, that is none, that names files
    elsewhere, or that unpacks to more than 64 MiB or 50,000 members.
    """

    def __init__(self, path: Path) -> None:
        found = dict(_members(path))
        self._members = {name: found[name] for name in sorted(found)}

    @property
    def paths(self) -> Sequence[str]:
        return tuple(self._members)

    @property
    def hashes(self) -> Mapping[str, bytes]:
        return {path: self._hash(path) for path in self._members}

    def read(self, path: str) -> bytes | None:
        for _ in range(_MOST_LINKS):
            match self._members.get(path):
                case _Link(target=target):
                    path = target
                case content:
                    return content
        return None

    def listed_sha256(self, path: str) -> None:
        del path  # what is known of a file here is its content

    def _hash(self, path: str) -> bytes:
        content = self.read(path)
        if content is not None:
            return sha256(content).digest()
        member = self._members[path]
        return encode(member.spelled) if isinstance(member, _Link) else b"-"


def _members(path: Path) -> Iterator[tuple[str, bytes | _Link]]:
    raw = _unpacked(path)
    try:
        with tarfile.open(fileobj=io.BytesIO(raw), mode="r:", encoding="utf-8") as archive:
            yield from _entries(archive, str(path))
            end = archive.offset
    except (tarfile.TarError, EOFError, ValueError, OverflowError) as error:
        raise TraceError(f"{path}: no whole tar archive ({error}); pack it again") from None
    # tarfile takes the end of the file, and whatever is no header, for the end of the archive
    if raw[end : end + _BLOCK] != bytes(_BLOCK):
        raise TraceError(f"{path}: the archive is cut off or broken; pack it again")


def _entries(archive: tarfile.TarFile, source: str) -> Iterator[tuple[str, bytes | _Link]]:
    left = MOST_BYTES
    for number, member in enumerate(archive):
        # a sparse member holds far more than the archive has bytes
        left -= max(0, member.size)
        if number >= MOST_FILES or left < 0:
            raise _too_much(source)
        name = plain_name(member.name, source)
        if not name:
            continue
        if member.issym():
            target = normpath(join(dirname(name), member.linkname))
            yield name, _Link(member.linkname, target)
        elif member.islnk():
            yield name, _Link(member.linkname, normpath(member.linkname))
        elif member.isreg():
            yield name, _content(archive, member, source)


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo, source: str) -> bytes:
    file = archive.extractfile(member)
    content = b"" if file is None else file.read()
    if len(content) != member.size:
        raise TraceError(f"{source}: the archive is cut off in {member.name!r}; pack it again")
    return content


def _unpacked(path: Path) -> bytes:
    # headers and padding come on top of the files themselves
    most = MOST_BYTES + MOST_FILES * 2 * _BLOCK
    try:
        with opened(path) as file:
            is_zipped = file.read(len(_GZIP)) == _GZIP
            file.seek(0)
            if is_zipped:
                with gzip.GzipFile(fileobj=file) as unzipped:
                    raw = unzipped.read(most + 1)
            else:
                raw = file.read(most + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise TraceError(f"{path}: cannot be unzipped ({error}); pack it again") from None
    except OSError as error:
        raise TraceError(f"{path}: cannot be read ({error.strerror or error})") from None
    if len(raw) > most:
        raise _too_much(str(path))
    return raw


def _too_much(source: str) -> TraceError:
    return TraceError(
        f"{source}: unpacks to more than {MOST_BYTES >> 20} MiB or {MOST_FILES:,} members;"
        " pack only the files that checks look at, or name the folder"
    )
