"""Shared files of checkpoints, read for the lists that include them."""

from pathlib import Path

from msgspec.structs import replace

from ckpt_tui.adapters.durable import read_settled
from ckpt_tui.errors import StoreError
from ckpt_tui.ports import SharedFile


def read_shared(path: Path, origin: str, limit: int) -> SharedFile:
    """A file of at most `limit` bytes, or why it cannot be read."""
    found = SharedFile(origin=origin, folder=path.parent)
    try:
        content = read_settled(path, limit)
    except StoreError as error:
        reason = str(error).removeprefix(str(path)).lstrip(": ")
        is_missing = isinstance(error.__cause__, FileNotFoundError)
        return replace(found, problem="does not exist" if is_missing else reason)
    try:
        return replace(found, text=content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return replace(found, problem=f"is not UTF-8 in its line {line}: save it as UTF-8")
