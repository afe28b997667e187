"""The final files and a task's scripts as a command finds them, laid out from nothing."""

import io
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.sandbox.limits import Limits
from ckpt_tui.command_ports import CommandOrder
from ckpt_tui.core.command_files import TASK, WORK
from ckpt_tui.errors import TraceError

# Recordings keep no times that would mean anything.
_TIME: Final = 1_000_000_000
_PROGRAMS: Final = (b"#!", b"\x7fELF")


def write_archive(order: CommandOrder, into: io.BufferedIOBase, limits: Limits) -> None:
    """Write a tar archive of everything that a command may see.

    Raises TraceError where a file's content is not known or there is too much: what is missing
    from the copy would be taken for missing from the run.
    """
    with tarfile.open(
        fileobj=into, mode="w", format=tarfile.GNU_FORMAT, errors="surrogateescape"
    ) as archive:
        for name, content in _bounded(order, limits):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), _TIME, _mode(content)
            archive.addfile(entry, io.BytesIO(content))


def write_folder(order: CommandOrder, into: Path, limits: Limits) -> None:
    """Write the same into an empty folder; raises TraceError as above."""
    for name, content in _bounded(order, limits):
        path = into / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(content)
            path.chmod(_mode(content))
        except OSError as error:
            raise TraceError(f"the final files cannot be laid out ({error.strerror})") from None


def _mode(content: bytes) -> int:
    return 0o755 if content.startswith(_PROGRAMS) else 0o644


def _bounded(order: CommandOrder, limits: Limits) -> Iterator[tuple[str, bytes]]:
    left = limits.disk // 2
    for name, content in _entries(order):
        left -= len(content)
        if left < 0:
            raise TraceError(
                f"the final files are larger than {limits.disk // 2:,} bytes, the most that a"
                " command is given"
            )
        yield name, content


def _entries(order: CommandOrder) -> Iterator[tuple[str, bytes]]:
    """Names below the root, and contents."""
    for path in order.environment.paths:
        content = order.environment.read(path)
        if content is None:
            raise TraceError(
                f"the content of {path} is not known (known by its digest alone, a link out of"
                " the final files, or too large), and a command would take it for missing"
            )
        yield _inside(WORK, path), content
    for path, content in order.files:
        yield _inside(TASK, path), content


def _inside(folder: str, path: str) -> str:
    parts = path.split("/")
    is_plain = all(part not in ("", ".", "..") for part in parts) and "\0" not in path
    name = f"{folder[1:]}/{path}"
    with suppress(UnicodeEncodeError):
        if is_plain and name.encode("utf-8", "surrogateescape"):
            return name
    raise TraceError(f"{path!a} is no name of a file in a folder, so it is not laid out")
