"""Opening what the user named: bounded, never blocking, whatever it turns out to be."""

import os
import zlib
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from ckpt_tui.adapters.looks import is_folder
from ckpt_tui.adapters.opening import NotAFileError, opened
from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Peeked, SourceKind

MOST_BYTES: Final = 2 << 30
HEAD_BYTES: Final = 256 << 10
_PARSED_WHOLE: Final = 8 << 20
# Enough of a plain object that names its format.
_GLANCE: Final = 1 << 10
_SMALL: Final = 64 << 10
_FIRST: Final = 8
_FIRST_LINES: Final = 40
_NOISE_LINES: Final = 200
_MOST_NAMES: Final = 10_000
_GZIP: Final = b"\x1f\x8b"
_WITH_GZIP_HEADER: Final = 31
_SLICE: Final = 1 << 20
_MAGIC: Final = (
    (b"PK\x03\x04", SourceKind.ZIP),
    (b"PK\x05\x06", SourceKind.ZIP),
    (b"\x28\xb5\x2f\xfd", SourceKind.ZSTD),
    (b"SQLite format 3\x00", SourceKind.SQLITE),
    (b"PAR1", SourceKind.PARQUET),
)
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def peek(
    path: Path, *, is_deep: bool = False, is_enough: Callable[[Peeked], bool] | None = None
) -> Peeked:
    """Look at the beginning of a file, or at the names in a folder.

    `is_deep` parses a large file to its end, so that every key is seen. An object is parsed no
    further than its first kilobyte where `is_enough` says so of what that holds. Raises TraceError
    where nothing can be read there.
    """
    if is_folder(path):
        return Peeked(path=path, kind=SourceKind.FOLDER, keys=_names(path), values={}, lists={})
    if is_enough is not None:
        glance, is_whole = _head(path, _GLANCE)
        if glance[:1] == b"{" and not is_whole:
            found = _peek_object(path, glance, is_whole=False)
            if is_enough(found):
                return found
    raw, is_whole = _head(path, MOST_BYTES if is_deep else _PARSED_WHOLE)
    if not is_whole:
        raw = raw[:HEAD_BYTES]
    kind = _kind(raw)
    if kind is not None:
        return Peeked(path=path, kind=kind, values={}, lists={}, is_whole=is_whole)
    return _peek_json(path, raw, is_whole=is_whole)


def read_bytes(path: Path) -> bytes:
    """A whole file as UTF-8, unzipped, byte order mark taken off; raises TraceError.

    The bytes are a copy: a file that is cut while it is mapped would kill the process.
    """
    raw, is_whole = _head(path, MOST_BYTES)
    if not is_whole:
        raise TraceError(f"{path}: larger than 2 GiB; split it into one file a run")
    return raw


def _names(path: Path) -> frozenset[str]:
    try:
        with os.scandir(path) as entries:
            return frozenset(entry.name for entry in islice(entries, _MOST_NAMES))
    except OSError as error:
        raise _unreadable(path, error) from None


def _head(path: Path, limit: int) -> tuple[bytes, bool]:
    try:
        with opened(path, is_buffered=False) as file:
            # Asked for more than there is, read() would set aside all of it first.
            size = max(os.fstat(file.fileno()).st_size, _SMALL)
            raw = _bytes(file, min(limit, size))
            is_whole = size <= limit or len(raw) < limit
            if raw[:2] == _GZIP:
                file.seek(0)
                raw, is_whole = _unzipped(file, limit)
    except (OSError, zlib.error) as error:
        raise _unreadable(path, error) from None
    return _as_utf8(raw), is_whole


def _bytes(file: BinaryIO, size: int) -> bytes:
    """So many bytes of a file without a buffer, or those up to its end."""
    # Where the system would have to wait for bytes, as in a log of its own, it gives none.
    raw = file.read(size) or b""
    while len(raw) < size and (more := file.read(size - len(raw))):
        raw += more
    return raw


def _unzipped(file: BinaryIO, limit: int) -> tuple[bytes, bool]:
    inflate = zlib.decompressobj(wbits=_WITH_GZIP_HEADER)
    pieces: list[bytes] = []
    size = 0
    while size < limit:
        packed = inflate.unconsumed_tail or inflate.unused_data or file.read(_SLICE)
        if not packed:
            break
        if inflate.eof:
            inflate = zlib.decompressobj(wbits=_WITH_GZIP_HEADER)
        piece = inflate.decompress(packed, min(limit - size, _SLICE))
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces), size < limit


def _as_utf8(raw: bytes) -> bytes:
    if raw.startswith(_UTF16):
        return raw.decode("utf-16", "replace").encode("utf-8", "replace")
    return raw.removeprefix(b"\xef\xbb\xbf")


def _unreadable(path: Path, error: OSError | zlib.error) -> TraceError:
    match error:
        case NotAFileError():
            return TraceError(f"{path}: neither a file nor a folder; a recording is one of them")
        case FileNotFoundError():
            return TraceError(f"{path}: no such file or folder")
        case PermissionError():
            return TraceError(f"{path}: may not be read; check its permissions")
        case zlib.error():
            return TraceError(f"{path}: a damaged gzip file; unpack it by hand or copy it again")
        case _:
            return TraceError(f"{path}: cannot be read ({error.strerror or error})")


def _kind(raw: bytes) -> SourceKind | None:
    for magic, kind in _MAGIC:
        if raw.startswith(magic):
            return kind
    if not raw.strip():
        return SourceKind.EMPTY
    return SourceKind.BINARY if b"\x00" in raw[:4096] else None


def _peek_json(path: Path, raw: bytes, *, is_whole: bool) -> Peeked:
    first = raw.lstrip()[:1]
    if first in {b"{", b"["} and not _is_lines(raw):
        if first == b"[":
            elements = _first_elements(raw)
            kind = SourceKind.ARRAY
            return Peeked(
                path=path, kind=kind, values={}, lists={}, elements=elements, is_whole=is_whole
            )
        return _peek_object(path, raw, is_whole=is_whole)
    lines = _lines(raw)
    kind = SourceKind.LINES if lines else SourceKind.TEXT
    return Peeked(path=path, kind=kind, values={}, lists={}, elements=lines, is_whole=is_whole)


def _peek_object(path: Path, raw: bytes, *, is_whole: bool) -> Peeked:
    members = _members(raw, is_whole=is_whole)
    return Peeked(
        path=path,
        kind=SourceKind.OBJECT,
        keys=frozenset(members),
        values={key: _small(value) for key, value in members.items() if len(value) < _SMALL},
        lists={key: _first_elements(value) for key, value in members.items() if value[:1] == b"["},
        is_whole=is_whole,
    )


def _is_lines(raw: bytes) -> bool:
    """Whether the first line is a whole value and another follows, whatever the extension."""
    whole = raw.lstrip()
    end = whole.find(b"\n")
    if end < 0 or whole[end : end + _SMALL].lstrip()[:1] not in {b"{", b"["}:
        return False
    try:
        json_tolerant.parse(whole[:end])
    except ValueError:
        return False
    return True


def _lines(raw: bytes) -> list[Json]:
    found: list[Json] = []
    for line in raw.split(b"\n", _NOISE_LINES)[:_NOISE_LINES]:
        if line.lstrip()[:1] not in {b"{", b"["} or len(found) == _FIRST_LINES:
            continue
        try:
            found.append(json_tolerant.parse(line))
        except ValueError:
            continue
    return found


def _members(raw: bytes, *, is_whole: bool) -> Mapping[str, bytes]:
    if is_whole:
        try:
            whole = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
        except (msgspec.DecodeError, RecursionError):
            pass
        else:
            return {key: bytes(value) for key, value in whole.items()}
    text = json_tolerant.text_of(raw)
    members, _ = json_tolerant.members_at(text, 0)
    return {key: encode(text[begin:end]) for key, begin, end in members}


def _small(raw: bytes) -> Json:
    try:
        return json_tolerant.parse(raw)
    except ValueError:
        return None


def _first_elements(raw: bytes) -> list[Json]:
    """The first elements of an array, as many as stand in its beginning."""
    elements: list[Json] = []
    for size in (_SMALL, HEAD_BYTES):
        text = json_tolerant.text_of(raw[:size])
        elements, _ = json_tolerant.elements_at(text, 0, _FIRST)
        if len(elements) == _FIRST or len(raw) <= size:
            break
    return elements
