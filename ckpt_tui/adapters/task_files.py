"""What commands name of a task's own folder, read so that nothing else can be."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.durable import read_bounded
from ckpt_tui.adapters.environments import FolderEnvironment
from ckpt_tui.adapters.looks import is_folder, is_there
from ckpt_tui.errors import StoreError, TraceError

_MOST_BYTES: Final = 32 << 20


class FolderTaskFiles:
    """Files of the folders that `folder` names for each task."""

    def __init__(self, folder: Callable[[str], Path]) -> None:
        self._folder = folder

    def read(self, task: str, names: Sequence[str]) -> tuple[tuple[str, bytes], ...]:
        """All files at or below these names, sorted by path.

        Raises StoreError where one is not there, leads out of the folder or is too large.
        """
        folder = self._folder(task)
        found: list[tuple[str, bytes]] = []
        left = _MOST_BYTES
        for pair in chain.from_iterable(_below(folder, name) for name in names):
            left -= len(pair[1])
            if left < 0:
                raise StoreError(f"{folder}: a command names more than {_MOST_BYTES:,} bytes of it")
            found.append(pair)
        return tuple(sorted(found))


def _below(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    path = folder / name
    if not is_there(path):
        raise StoreError(f"{path}: a command names it, and it is not there")
    if not path.resolve().is_relative_to(folder.resolve()):
        raise StoreError(f"{path}: a command names it, and it leads out of the task's folder")
    if not is_folder(path):
        yield name, read_bounded(path, _MOST_BYTES)
        return
    try:
        files = FolderEnvironment(path)
    except TraceError as error:
        raise StoreError(str(error)) from error
    for inner in files.paths:
        yield f"{name}/{inner}", _content(files, inner, path)


def _content(files: FolderEnvironment, inner: str, path: Path) -> bytes:
    content = files.read(inner)
    if content is None:
        raise StoreError(f"{path / inner}: it leads out of the folder, or cannot be read whole")
    return content
