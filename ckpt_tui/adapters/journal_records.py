"""The format of an edit journal: a header, then splices that lead from no text to the last one.

After a magic line come records: CRC-32 of length and payload, length, payload. The first payload
is the header, as JSON. Each payload after it says how many characters stay at the start and at the
end of the text before, and what stands between them now; the text before the first one is empty.
Whatever does not fit its CRC, and all behind it, is left out.
"""

import json
import struct
import zlib
from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

MAGIC: Final = b"ckpt-tui journal 1\n"

_CRC: Final = struct.Struct(">I")
_LENGTH: Final = struct.Struct(">I")
_SPLICE: Final = struct.Struct(">QQ")


class Header(Struct, frozen=True, kw_only=True):
    """Whose journal it is.

    Attributes:
        base: digest of the working copy that the text was made from.
        host: where `pid` is the number of a process, beginning with the machine's name.
        start: the kernel's mark of the process's start, empty where not known.
        replaces: names of the journals whose text this one goes on from.
    """

    workspace: str
    task: str
    base: str
    pid: int
    host: str
    start: str
    replaces: tuple[str, ...]


def header_record(header: Header) -> bytes:
    """The beginning of a file."""
    return MAGIC + _record(json.dumps(asdict(header)).encode())


def splice_record(before: str, after: str) -> bytes:
    """One change of the text."""
    head = _shared_prefix(before, after)
    tail = _shared_prefix(before[head:][::-1], after[head:][::-1])
    inserted = after[head : len(after) - tail]
    return _record(_SPLICE.pack(head, tail) + inserted.encode("utf-8", "surrogatepass"))


def replayed(raw: bytes) -> tuple[Header, str | None] | None:
    """The header and the last text, None where no change is whole; None for no journal at all."""
    if not raw.startswith(MAGIC):
        return None
    payloads = _payloads(raw)
    header = _header(next(payloads, b""))
    if header is None:
        return None
    text: str | None = None
    for payload in payloads:
        text = _spliced(text or "", payload)
    return header, text


def _spliced(before: str, payload: bytes) -> str:
    head, tail = _SPLICE.unpack_from(payload)
    inserted = payload[_SPLICE.size :].decode("utf-8", "surrogatepass")
    return before[:head] + inserted + before[len(before) - tail :]


def _record(payload: bytes) -> bytes:
    length = _LENGTH.pack(len(payload))
    return _CRC.pack(zlib.crc32(length + payload)) + length + payload


def _payloads(raw: bytes) -> Iterator[bytes]:
    view, place = memoryview(raw), len(MAGIC)
    while place + _CRC.size + _LENGTH.size <= len(raw):
        (crc,) = _CRC.unpack_from(raw, place)
        (length,) = _LENGTH.unpack_from(raw, place + _CRC.size)
        end = place + _CRC.size + _LENGTH.size + length
        if end > len(raw) or zlib.crc32(view[place + _CRC.size : end]) != crc:
            return
        yield raw[end - length : end]
        place = end


def _header(payload: bytes) -> Header | None:
    try:
        document = json.loads(payload)
    except ValueError:
        return None
    match document:
        case {
            "workspace": str(workspace),
            "task": str(task),
            "base": str(base),
            "pid": int(pid),
            "host": str(host),
            "start": str(start),
            "replaces": [*replaces],
        }:
            return Header(
                workspace=workspace,
                task=task,
                base=base,
                pid=pid,
                host=host,
                start=start,
                replaces=tuple(str(name) for name in replaces),
            )
        case _:
            return None


def _shared_prefix(left: str, right: str) -> int:
    # halving: comparing slices is one memcmp each, characters one by one are a hundred times slower
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
