"""Final files known by their digests alone, as `sha256sum` lists them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.opening import opened
from ckpt_tui.adapters.recorded_files import MOST_FILES, plain_name
from ckpt_tui.errors import TraceError

_MOST_BYTES: Final = 16 << 20
_DIGITS: Final = 64
_HEX: Final = frozenset("0123456789abcdefABCDEF")


class ListedFiles:
    """The files that a list names, one `digest  path` a line; their contents are not known.

    Raises TraceError for a line that is none, and for a file with two digests.
    """

    def __init__(self, path: Path) -> None:
        self._digests = dict(sorted(_digests(path).items()))

    @property
    def paths(self) -> Sequence[str]:
        return tuple(self._digests)

    @property
    def hashes(self) -> Mapping[str, bytes]:
        return {path: bytes.fromhex(digest) for path, digest in self._digests.items()}

    def read(self, path: str) -> None:
        del path  # a list holds no content

    def listed_sha256(self, path: str) -> str | None:
        return self._digests.get(path)


def _digests(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in enumerate(_lines(path), 1):
        digest, name = _entry(line, f"{path}:{number}")
        if found.setdefault(name, digest) != digest:
            raise TraceError(f"{path}:{number}: {name!r} is listed with two digests; keep one")
        if number > MOST_FILES:
            raise TraceError(f"{path}: more than {MOST_FILES:,} files; list fewer of them")
    return {name: digest for name, digest in found.items() if name}


def _lines(path: Path) -> Iterator[str]:
    try:
        with opened(path) as file:
            text = file.read(_MOST_BYTES + 1).decode("utf-8-sig", "surrogateescape")
    except OSError as error:
        raise TraceError(f"{path}: cannot be read ({error.strerror or error})") from None
    if len(text) > _MOST_BYTES:
        raise TraceError(f"{path}: larger than {_MOST_BYTES >> 20} MiB; list fewer files")
    if text and not text.endswith("\n"):
        raise TraceError(f"{path}: the last line is cut off; write the list again")
    return (line.removesuffix("\r") for line in text.split("\n")[:-1])


def _entry(line: str, place: str) -> tuple[str, str]:
    """The digest and the path of `<64 hex digits>  path`; empty for a by-product of tools."""
    plain = line.removeprefix("\\")
    digest, mark, name = plain[:_DIGITS], plain[_DIGITS : _DIGITS + 2], plain[_DIGITS + 2 :]
    if len(digest) < _DIGITS or not _HEX.issuperset(digest) or mark not in {"  ", " *"} or not name:
        raise TraceError(
            f"{place}: no `digest  path` line as `sha256sum` writes it (64 hex digits, two spaces)"
        )
    name = _unescaped(name) if plain is not line else name
    return digest.lower(), plain_name(name, place)


def _unescaped(name: str) -> str:
    """A name that `sha256sum` marked with a backslash, because it holds one or a line's end."""
    pieces = name.split("\\\\")
    return "\\".join(piece.replace("\\n", "\n").replace("\\r", "\r") for piece in pieces)
