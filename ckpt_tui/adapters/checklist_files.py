"""Working copies and sealed versions as plain files under `checklists/`."""

import os
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import count, islice
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from ckpt_tui.adapters.durable import (
    content_digest,
    create_durably,
    make_folder,
    read_bounded,
    read_settled,
    replace_durably,
)
from ckpt_tui.adapters.locking import exclusive
from ckpt_tui.adapters.looks import is_file
from ckpt_tui.adapters.shared_files import read_shared
from ckpt_tui.adapters.versions import (
    Draft,
    SealedVersion,
    chained,
    file_name,
    number_in,
    opened,
    sealed,
)
from ckpt_tui.adapters.workspace import (
    CHECKLISTS_NAME,
    checked_task,
    how_to_begin,
    is_task_id,
    state_folder,
)
from ckpt_tui.errors import ChecklistError, StoreError, UsageError
from ckpt_tui.ports import Aside, Clock, SharedFile, VersionInfo, WorkingCopy

CHECKLIST_LIMIT: Final = 2 * 1024 * 1024
_SEALED_LIMIT: Final = CHECKLIST_LIMIT + 64 * 1024
_MANY_FILES: Final = 100_000
_WORKING_NAME: Final = "checklist.toml"
_VERSIONS_NAME: Final = "versions"


class FileChecklistStore:
    """The checklists of one workspace.

    Several processes may use the same files: writers take turns under a lock in the user's state
    folder, and readers never see half a text.
    """

    def __init__(self, root: Path, clock: Clock, author: str, *, locks: Path | None = None) -> None:
        """Work under `root`, the folder that holds `checklists/`.

        `author` signs the versions; `locks` is the user's state folder unless given.
        """
        self._root = Path(os.path.realpath(root))
        self._clock = clock
        self._author = author
        self._locks = locks

    def tasks(self) -> Sequence[str]:
        """Ids of the tasks that have a working copy or a sealed version, sorted."""
        checklists = self._root / CHECKLISTS_NAME
        names = sorted(filter(is_task_id, _names(checklists)))
        return [name for name in names if _is_task(checklists / name)]

    def folder(self, task: str) -> Path:
        """The checklist's folder, which need not exist.

        Raises UsageError for what is no task id, StoreError where a link leads out of the
        workspace.
        """
        return self._inside(self._root / CHECKLISTS_NAME / checked_task(task))

    def working(self, task: str) -> WorkingCopy:
        """The working copy; raises StoreError where it is missing, too long or not UTF-8."""
        path = self._working_path(task)
        if not os.path.lexists(path):
            raise StoreError(self._missing(task))
        content = read_settled(path, CHECKLIST_LIMIT)
        origin = self._name(path)
        return WorkingCopy(
            text=_decoded(content, origin), digest=content_digest(content), origin=origin
        )

    def task_text(self, task: str, name: str) -> str | None:
        """The file that says what the agent is asked to do; None where there is none.

        Raises StoreError for one outside of the workspace, too long or not readable.
        """
        path = self._named(task, name)
        content = read_settled(path, CHECKLIST_LIMIT) if is_file(path) else None
        return None if content is None else content.decode("utf-8", "replace")

    def shared_file(self, task: str, path: str) -> SharedFile:
        """A file that a checklist includes, its path relative to the checklist's folder.

        Where it cannot be read, or lies outside of the workspace, it says so.
        """
        try:
            target = self._named(task, path)
        except StoreError:
            return SharedFile(origin=path, problem="leads out of the workspace")
        return read_shared(target, self._name(target), CHECKLIST_LIMIT)

    def file_names(self, task: str, root: str) -> frozenset[str]:
        """Names of the files below a folder of a task, the first many of them.

        Raises StoreError for a folder outside of the workspace.
        """
        walked = os.walk(self._named(task, root))
        names = (name for _, _, files in walked for name in files)
        return frozenset(islice(names, _MANY_FILES))

    def _named(self, task: str, name: str) -> Path:
        """What a checklist names, relative to its folder; raises StoreError where it may not."""
        try:
            path = Path(os.path.realpath(self.folder(task) / name))
        except ValueError as error:
            raise StoreError(f"{task}: {name!a} is no name of a file") from error
        if not path.is_relative_to(self._root):
            raise StoreError(f"{task}: {name!a} leads out of the workspace; name a place in it")
        return path

    def write_working(self, task: str, text: str, *, base: str | None) -> WorkingCopy:
        """Replace the working copy, or begin it where `base` is None.

        Raises ConflictError where the file on disk is not the one named by `base`, StoreError
        where the disk refuses; either way the file on disk is as it was.
        """
        path = self._working_path(task)
        origin = self._name(path)
        content = _encoded(text, origin)
        if base is None:
            make_folder(path.parent)
        with self._exclusive(path):
            if base is None:
                saved = create_durably(path, content)
            else:
                saved = replace_durably(path, content, base=base)
        return WorkingCopy(text=text, digest=saved.digest, origin=origin, warnings=saved.warnings)

    def put_aside(self, task: str) -> Aside:
        """Copy what stands in the place of the working copy to a file of its own beside it."""
        path = self._working_path(task)
        if not os.path.lexists(path):
            return Aside(origin=self._name(path), digest=None, kept="")
        content = read_settled(path, CHECKLIST_LIMIT)
        beside = next(name for name in _aside_names(path) if not os.path.lexists(name))
        with self._exclusive(path):
            create_durably(beside, content)
        return Aside(
            origin=self._name(path), digest=content_digest(content), kept=self._name(beside)
        )

    def versions(self, task: str) -> Sequence[VersionInfo]:
        """Every sealed version, oldest first, each verified with the one before.

        Raises ChecklistError, naming the file, where one is damaged, missing or there twice.
        """
        folder = self._versions_folder(task)
        if os.path.lexists(folder) and not _is_folder(folder):
            raise StoreError(f"{self._name(folder)} is no folder: move it away and put it back")
        return chained(self._sealed(folder), self._name(folder))

    def version_text(self, task: str, number: int) -> str:
        """The text of one version; raises ChecklistError where damaged, UsageError where none."""
        folder = self._versions_folder(task)
        numbered = _numbered(folder)
        found = [name for its_number, name in numbered if its_number == number]
        if not found:
            last = f"the last is {numbered[-1][0]}" if numbered else "nothing is sealed yet"
            raise UsageError(f"{task} has no version {number}: {last}")
        if len(found) > 1:
            raise ChecklistError(
                f"there is another version {number}, {found[1]}: remove the one that is not to"
                " count, and save its text again as a new version",
                origin=self._name(folder / found[0]),
            )
        return _opened(folder / found[0], self._name(folder / found[0])).text

    def seal(self, task: str, text: str, message: str) -> VersionInfo:
        """Seal a text as the next version, or return the last one where it says the same.

        Raises ChecklistError where the text is not TOML or an earlier version is damaged,
        StoreError where the disk refuses.
        """
        folder = self._versions_folder(task)
        digest = content_digest(_encoded(text, self._name(self._working_path(task))))
        make_folder(folder)
        with self._exclusive(folder):
            log = self.versions(task)
            parent = log[-1] if log else None
            if parent is not None and parent.digest == digest:
                return parent
            info, content = self._drafted(task, text, message, parent)
            saved = create_durably(folder / file_name(info), content)
        return replace(info, warnings=saved.warnings)

    def _drafted(
        self, task: str, text: str, message: str, parent: VersionInfo | None
    ) -> tuple[VersionInfo, bytes]:
        draft = Draft(
            text=text, parent=parent, author=self._author, time=self._clock.now(), message=message
        )
        try:
            info, content = sealed(draft)
            tomllib.loads(content.decode())
        except UnicodeEncodeError as error:
            raise StoreError(f"{task}: the message or author cannot be written as UTF-8") from error
        except tomllib.TOMLDecodeError as error:
            raise ChecklistError(
                f"it cannot be sealed, because it is not TOML: {error}",
                origin=self._name(self._working_path(task)),
            ) from error
        return info, content

    def _exclusive(self, path: Path) -> AbstractContextManager[None]:
        return exclusive(path, self._locks or state_folder() / "locks")

    def _working_path(self, task: str) -> Path:
        return self._inside(self.folder(task) / _WORKING_NAME)

    def _versions_folder(self, task: str) -> Path:
        return self._inside(self.folder(task) / _VERSIONS_NAME)

    def _inside(self, path: Path) -> Path:
        target = Path(os.path.realpath(path))
        if not target.is_relative_to(self._root):
            raise StoreError(
                f"{self._name(path)} is a link that leads out of the workspace, to {target}:"
                " put the folder itself there"
            )
        return path

    def _name(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()

    def _missing(self, task: str) -> str:
        name = self._name(self._working_path(task))
        numbered = _numbered(self._versions_folder(task))
        if not numbered:
            return f"there is no task {task!r}: {name} does not exist; {how_to_begin(task, 'it')}"
        last = numbered[-1][0]
        return (
            f"{name} is missing, but version {last} is sealed:"
            f" `ckpt-tui show {task}@{last} > {name}` brings it back"
        )

    def _sealed(self, folder: Path) -> Iterator[SealedVersion]:
        folder_name = self._name(folder)
        for _, name in _numbered(folder):
            yield _opened(folder / name, f"{folder_name}/{name}")


def _opened(path: Path, origin: str) -> SealedVersion:
    version = opened(read_bounded(path, _SEALED_LIMIT), origin)
    name = file_name(version.info)
    if name != path.name:
        raise ChecklistError(f"it holds {name}: give it that name back", origin=origin)
    return version


def _is_task(folder: Path) -> bool:
    return os.path.lexists(folder / _WORKING_NAME) or bool(_numbered(folder / _VERSIONS_NAME))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as error:
        raise StoreError(f"{path}: cannot be looked at: {error.strerror or error}") from error


def _numbered(folder: Path) -> list[tuple[int, str]]:
    numbered = ((number_in(name), name) for name in _names(folder))
    return sorted((number, name) for number, name in numbered if number is not None)


def _names(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise StoreError(f"{folder}: cannot be listed: {error.strerror or error}") from error


def _encoded(text: str, origin: str) -> bytes:
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise StoreError(
            f"{origin}:{line}: U+{ord(text[error.start]):04X} cannot be written as UTF-8; take it"
            " out; what is on disk is as it was"
        ) from error
    if len(content) > CHECKLIST_LIMIT:
        raise StoreError(f"{origin}: longer than {CHECKLIST_LIMIT:,} bytes, the most that is kept")
    return content


def _decoded(content: bytes, origin: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise StoreError(
            f"{origin}:{line}: byte {error.start} ({content[error.start]:#04x}) is not UTF-8; save"
            " the file as UTF-8"
        ) from error


def _aside_names(path: Path) -> Iterator[Path]:
    """`checklist.theirs.toml`, and with numbers where that is taken."""
    yield path.with_name(f"{path.stem}.theirs.toml")
    for number in count(2):
        yield path.with_name(f"{path.stem}.theirs-{number}.toml")
