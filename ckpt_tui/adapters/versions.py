"""The sealed version file: a checklist's own text, closed by a `[version]` table that signs it.

The text comes first, byte for byte, so that two versions differ in git where their checklists do
and the whole file is still valid TOML:

    …
    # Sealed by ckpt-tui. Changed or cut off, this file is refused.
    [version]
    number = 3
    digest = "sha256:…"         # of the text
    parent = "sha256:…"         # digest of version 2; empty in version 1
    parent_seal = "sha256:…"    # seal of version 2, so that a version vouches for all before it
    author = "…"
    time = "2026-12-01T09:30:00Z"
    message = "…"
    bytes = 1843                # length of the text
    seal = "sha256:…"           # of every byte above this line

The seal is the last line and covers everything before it: no beginning of the file carries one
that fits, and no bit of it can change.
"""

import tomllib
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.durable import content_digest
from ckpt_tui.core import toml_value
from ckpt_tui.errors import ChecklistError
from ckpt_tui.ports import VersionInfo

_NOTICE: Final = b"\n# Sealed by ckpt-tui. Changed or cut off, this file is refused.\n"
_TABLE: Final = b"[version]\n"
_SEAL_LENGTH: Final = len(f'seal = "{content_digest(b"")}"\n')
_NAME_DIGITS: Final = 6
_RESTORE: Final = "bring that one back from git or a backup"
_MEND: Final = "bring it back from git or a backup, or remove it with every version after it"


class Draft(Struct, frozen=True, kw_only=True):
    """What is to be sealed.

    Attributes:
        parent: the version before; None for the first.
    """

    text: str
    parent: VersionInfo | None
    author: str
    time: str
    message: str


class SealedVersion(Struct, frozen=True, kw_only=True):
    """A version file that was read and found whole.

    Attributes:
        parent_seal: seal of the version before; None in the first.
    """

    info: VersionInfo
    parent_seal: str | None
    text: str


def sealed(draft: Draft) -> tuple[VersionInfo, bytes]:
    """The version and the bytes of its file; raises UnicodeEncodeError for a lone surrogate."""
    text = draft.text.encode()
    number = 1 if draft.parent is None else draft.parent.number + 1
    parent, parent_seal = _links(draft.parent)
    lines = [f"number = {number}", f'digest = "{content_digest(text)}"']
    lines.append(f'parent = "{parent or ""}"')
    lines.append(f'parent_seal = "{parent_seal or ""}"')
    lines.append(f"author = {toml_value.text(draft.author)}")
    lines.append(f"time = {toml_value.text(draft.time)}")
    lines.append(f"message = {toml_value.text(draft.message)}")
    lines.append(f"bytes = {len(text)}\n")
    line_end = b"" if text.endswith(b"\n") or not text else b"\n"
    body = b"".join((text, line_end, _NOTICE, _TABLE, "\n".join(lines).encode()))
    info = VersionInfo(
        number=number,
        digest=content_digest(text),
        parent=parent,
        author=draft.author,
        time=draft.time,
        message=draft.message,
        seal=content_digest(body),
    )
    return info, body + _seal_line(info.seal)


def opened(raw: bytes, origin: str) -> SealedVersion:
    """The version in a file's bytes; raises ChecklistError where one bit was changed."""
    body = raw[:-_SEAL_LENGTH]
    seal = content_digest(body)
    if raw[-_SEAL_LENGTH:] != _seal_line(seal):
        raise ChecklistError(_broken_seal(raw), origin=origin)
    start = body.rfind(b"\n" + _TABLE) + 1
    try:
        version = _version(body, start, seal) if start else None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        version = None
    if version is None:
        raise ChecklistError(f"its [version] table does not fit its text: {_MEND}", origin=origin)
    return version


def file_name(info: VersionInfo) -> str:
    """The name of a version's file: `v0003-9f2c1a.toml`."""
    return f"v{info.number:04d}-{info.digest.removeprefix('sha256:')[:_NAME_DIGITS]}.toml"


def number_in(name: str) -> int | None:
    """The number that a file's name gives; None where it is not the name of a version."""
    number, dash, rest = name.removesuffix(".toml").partition("-")
    digits = number.removeprefix("v")
    fits = number != digits and digits.isascii() and digits.isdecimal() and dash and rest
    return int(digits) if fits and name.endswith(".toml") else None


def chained(versions: Iterable[SealedVersion], folder: str) -> list[VersionInfo]:
    """The log, oldest first; raises ChecklistError naming the file that does not follow.

    `versions` come in the order of their numbers.
    """
    log: list[VersionInfo] = []
    parent: VersionInfo | None = None
    for version in versions:
        problem = _break(parent, version)
        if problem:
            raise ChecklistError(problem, origin=f"{folder}/{file_name(version.info)}")
        parent = version.info
        log.append(parent)
    return log


def _break(parent: VersionInfo | None, version: SealedVersion) -> str:
    info, number = version.info, 1 if parent is None else parent.number + 1
    if info.number < number:
        return (
            f"it is version {info.number} like another file (two branches sealed one each):"
            " remove the one that is not to count, and save its text again as a new version"
        )
    if info.number > number:
        return f"version {number}, which comes before it, is missing: {_RESTORE}"
    if (info.parent, version.parent_seal) == _links(parent):
        return ""
    if parent is None:
        return f"a first version has no parent: {_MEND}"
    return f"it was not sealed after {file_name(parent)}, but after another version: {_RESTORE}"


def _links(parent: VersionInfo | None) -> tuple[str | None, str | None]:
    return (None, None) if parent is None else (parent.digest, parent.seal)


def _seal_line(seal: str) -> bytes:
    return f'seal = "{seal}"\n'.encode()


def _broken_seal(raw: bytes) -> str:
    unix = raw.replace(b"\r\n", b"\n")
    if unix != raw and unix.endswith(_seal_line(content_digest(unix[:-_SEAL_LENGTH]))):
        return (
            "its line ends were changed after it was sealed: write `checklists/** -text` into"
            " .gitattributes and check the file out again"
        )
    return f"it was changed or cut off after it was sealed: {_MEND}"


def _version(body: bytes, start: int, seal: str) -> SealedVersion | None:
    match _table(body[start + len(_TABLE) :].decode()):
        case {
            "number": int(number),
            "digest": str(digest),
            "parent": str(parent),
            "parent_seal": str(parent_seal),
            "author": str(author),
            "time": str(time),
            "message": str(message),
            "bytes": int(size),
        }:
            text = body[:size]
        case _:
            return None
    if not 0 <= size < start or not _is_remark(body[size:start]) or content_digest(text) != digest:
        return None
    info = VersionInfo(
        number=number,
        digest=digest,
        parent=parent or None,
        author=author,
        time=time,
        message=message,
        seal=seal,
    )
    return SealedVersion(info=info, parent_seal=parent_seal or None, text=text.decode())


def _table(lines: str) -> dict[str, object]:
    pairs = (line.partition(" = ") for line in lines.split("\n") if line)
    return {key: _value(value) for key, _, value in pairs}


def _value(toml: str) -> object:
    # most values need no parser, and a log of ten thousand versions has eighty thousand of them
    if toml.isdecimal():
        return int(toml)
    if toml[:1] == toml[-1:] == '"' and toml.count('"') == 2 and "\\" not in toml:  # noqa: PLR2004
        return toml[1:-1]
    return tomllib.loads(f"value = {toml}")["value"]


def _is_remark(gap: bytes) -> bool:
    # nothing that a reader would take for a checkpoint may stand between text and table
    return all(not line or line.startswith(b"#") for line in gap.split(b"\n"))
