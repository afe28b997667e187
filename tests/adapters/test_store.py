import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ckpt_tui.adapters.checklist_files import CHECKLIST_LIMIT, FileChecklistStore
from ckpt_tui.adapters.durable import content_digest
from ckpt_tui.adapters.locking import exclusive
from ckpt_tui.adapters.versions import Draft, file_name, sealed
from ckpt_tui.errors import ChecklistError, ConflictError, StoreError, UsageError
from ckpt_tui.ports import ChecklistStore, VersionInfo

TASK = "task_042"
TEXT = 'format = 1\ntask = "task_042"\n'


class SetClock:
    """Tells what it was told."""

    def __init__(self) -> None:
        self.time = "2026-12-01T09:30:00Z"

    def now(self) -> str:
        return self.time


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "workspace" / "checklists").mkdir(parents=True)
    return tmp_path / "workspace"


@pytest.fixture
def store(root: Path, clock: SetClock) -> FileChecklistStore:
    return FileChecklistStore(root, clock, "Ada <ada@x>", locks=root.parent / "locks")


# working copies


def test_a_store_is_what_the_services_ask_for(store: ChecklistStore) -> None:
    assert store.tasks() == []


@pytest.mark.parametrize(
    "text", [TEXT, TEXT.replace("\n", "\r\n"), "", "é", "no line end", "\ufeff"]
)
def test_a_working_copy_is_read_as_it_was_written(store: FileChecklistStore, text: str) -> None:
    written = store.write_working(TASK, text, base=None)
    assert store.working(TASK) == written
    assert written.text == text
    assert written.digest == content_digest(text.encode())
    assert written.origin == "checklists/task_042/checklist.toml"
    assert (store.folder(TASK) / "checklist.toml").read_bytes() == text.encode()


def test_a_write_on_an_old_base_is_a_conflict_and_writes_nothing(store: FileChecklistStore) -> None:
    first = store.write_working(TASK, "one\n", base=None)
    second = store.write_working(TASK, "two\n", base=first.digest)
    for base in (None, first.digest):
        with pytest.raises(ConflictError):
            store.write_working(TASK, "three\n", base=base)
    assert store.working(TASK) == second
    (store.folder(TASK) / "checklist.toml").unlink()
    with pytest.raises(ConflictError, match="gone"):
        store.write_working(TASK, "three\n", base=second.digest)


def test_a_state_folder_that_takes_no_lock_keeps_nobody_from_saving(
    root: Path, clock: SetClock
) -> None:
    (root.parent / "file").touch()
    store = FileChecklistStore(root, clock, "Ada", locks=root.parent / "file" / "locks")
    first = store.write_working(TASK, "one = 1\n", base=None)
    assert store.write_working(TASK, "two = 2\n", base=first.digest).text == "two = 2\n"
    assert store.seal(TASK, "two = 2\n", "first").number == 1


def test_without_lock_files_writers_still_take_turns(root: Path) -> None:
    (root.parent / "file").touch()
    locks = root.parent / "file" / "locks"
    folder = root / "checklists"
    waiting = pytest.raises(StoreError, match="another program has been writing here")
    with exclusive(folder / "a", locks), waiting, exclusive(folder / "a", locks, seconds=0.01):
        pass
    with exclusive(folder / "a", locks, seconds=0.01):
        pass


def test_text_that_is_not_utf8_is_refused_with_its_place(store: FileChecklistStore) -> None:
    store.write_working(TASK, TEXT, base=None)
    path = store.folder(TASK) / "checklist.toml"
    path.write_bytes(b'a = 1\nb = "caf\xe9"\n')
    with pytest.raises(StoreError, match=r"task_042/checklist.toml:2: byte 14 \(0xe9\)"):
        store.working(TASK)
    path.write_bytes(b"a" * (CHECKLIST_LIMIT + 1))
    with pytest.raises(StoreError, match="larger than"):
        store.working(TASK)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(StoreError, match="named pipe"):
        store.working(TASK)


def test_a_text_that_could_not_be_read_back_is_not_written(store: FileChecklistStore) -> None:
    base = store.write_working(TASK, TEXT, base=None).digest
    for text, cause in [("a\nb\ud800", r"toml:2: U\+D800"), ("é" * CHECKLIST_LIMIT, "longer than")]:
        with pytest.raises(StoreError, match=cause):
            store.write_working(TASK, text, base=base)
        with pytest.raises(StoreError, match=cause):
            store.seal(TASK, text, "why")
    with pytest.raises(StoreError, match="message or author"):
        store.seal(TASK, TEXT, "\ud800")
    assert store.working(TASK).text == TEXT
    assert store.versions(TASK) == []


def test_tasks_are_the_folders_with_a_checklist_or_versions(
    store: FileChecklistStore, root: Path
) -> None:
    for task in ("b", "a"):
        store.write_working(task, TEXT, base=None)
    store.seal("c", TEXT, "only sealed")
    for name in ("_shared", ".hidden", "not an id", "empty", "reviews-only/reviews"):
        (root / "checklists" / name).mkdir(parents=True)
    for name in ("_shared", ".hidden", "not an id"):
        (root / "checklists" / name / "checklist.toml").write_text(TEXT)
    (root / "checklists" / "file").write_text(TEXT)
    assert store.tasks() == ["a", "b", "c"]


def test_a_missing_working_copy_is_said_with_what_to_do(store: FileChecklistStore) -> None:
    with pytest.raises(StoreError, match='write it to begin one: format = 1, task = "task_042"'):
        store.working(TASK)
    store.seal(TASK, TEXT, "why")
    with pytest.raises(StoreError, match=r"version 1 is sealed: `ckpt-tui show task_042@1 >"):
        store.working(TASK)


@pytest.mark.parametrize("place", ["task_042", "task_042/checklist.toml", "task_042/versions"])
def test_links_out_of_the_workspace_are_refused(
    store: FileChecklistStore, root: Path, place: str
) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "checklist.toml").write_text(TEXT)
    link = root / "checklists" / place
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside / "checklist.toml" if place.endswith("toml") else outside)
    base = content_digest(TEXT.encode())
    writes = {
        "versions": lambda: store.seal(TASK, TEXT, "why"),
        "checklist.toml": lambda: store.write_working(TASK, "x", base=base),
        TASK: lambda: store.write_working(TASK, "x", base=base),
    }
    with pytest.raises(StoreError, match="leads out of the workspace"):
        writes[link.name]()
    assert [path.name for path in outside.iterdir()] == ["checklist.toml"]
    assert (outside / "checklist.toml").read_text() == TEXT
    with pytest.raises(UsageError):
        store.working("../../outside")


def test_links_inside_the_workspace_are_followed(store: FileChecklistStore, root: Path) -> None:
    store.write_working("real", TEXT, base=None)
    (root / "checklists" / "alias").symlink_to("real")
    store.write_working("alias", "new\n", base=store.working("alias").digest)
    assert store.working("real").text == "new\n"
    assert (root / "checklists" / "alias").is_symlink()


def test_a_link_that_leads_nowhere_is_refused(store: FileChecklistStore) -> None:
    path = store.folder(TASK) / "checklist.toml"
    path.parent.mkdir()
    for destination in ("checklist.toml", "missing.toml"):
        path.unlink(missing_ok=True)
        path.symlink_to(destination)
        with pytest.raises(StoreError, match="cannot be read"):
            store.working(TASK)
        for base in (None, content_digest(b"")):
            with pytest.raises((StoreError, ConflictError), match=r"nothing was|as it was"):
                store.write_working(TASK, TEXT, base=base)
        assert path.is_symlink()


def test_warnings_of_a_save_reach_the_caller(store: FileChecklistStore) -> None:
    base = store.write_working(TASK, TEXT, base=None)
    (store.folder(TASK) / "other").hardlink_to(store.folder(TASK) / "checklist.toml")
    saved = store.write_working(TASK, "new\n", base=base.digest)
    assert "hard links" in saved.warnings[0]


# versions


def seal_three(store: FileChecklistStore) -> list[VersionInfo]:
    return [store.seal(TASK, f"n = {number}\n", f"m{number}") for number in (1, 2, 3)]


def test_sealed_versions_are_a_log_with_texts(store: FileChecklistStore, clock: SetClock) -> None:
    texts = [TEXT, TEXT.replace("\n", "\r\n"), TEXT.rstrip(), "", TEXT]
    clocks = ["2026-12-01T00:00:00Z", "2025-01-01T00:00:00Z", "2027-12-01T00:00:00Z"] * 2
    infos: list[VersionInfo] = []
    for text, clock.time in zip(texts, clocks, strict=False):
        infos.append(store.seal(TASK, text, f"because {len(infos)}"))
    assert store.versions(TASK) == infos
    assert [info.number for info in infos] == [1, 2, 3, 4, 5]
    assert [info.parent for info in infos] == [None, *(info.digest for info in infos[:-1])]
    assert [info.digest for info in infos] == [content_digest(text.encode()) for text in texts]
    assert [info.time for info in infos] == clocks[:5]
    assert {info.author for info in infos} == {"Ada <ada@x>"}
    assert [store.version_text(TASK, number) for number in (1, 2, 3, 4, 5)] == texts


def test_a_text_sealed_twice_in_a_row_is_one_version(store: FileChecklistStore) -> None:
    first = store.seal(TASK, TEXT, "why")
    files = sorted(path.name for path in store.folder(TASK).rglob("*"))
    assert store.seal(TASK, TEXT, "another message") == first
    assert sorted(path.name for path in store.folder(TASK).rglob("*")) == files


@pytest.mark.parametrize("text", ["not toml", "[version]\nnumber = 1\n", "version = 3", "a = '''"])
def test_what_would_not_be_toml_once_sealed_is_refused(
    store: FileChecklistStore, text: str
) -> None:
    with pytest.raises(ChecklistError, match="cannot be sealed"):
        store.seal(TASK, text, "why")
    assert store.versions(TASK) == []
    assert list((store.folder(TASK) / "versions").iterdir()) == []


def test_every_beginning_of_a_version_file_is_refused_by_name(store: FileChecklistStore) -> None:
    (info,) = [store.seal(TASK, TEXT, "why")]
    path = store.folder(TASK) / "versions" / file_name(info)
    content = path.read_bytes()
    for end in range(len(content)):
        path.write_bytes(content[:end])
        for read in (lambda: store.versions(TASK), lambda: store.version_text(TASK, 1)):
            with pytest.raises(ChecklistError, match=r"checklists/task_042/versions/v0001-"):
                read()
    path.write_bytes(content)
    assert store.versions(TASK) == [info]


def test_a_missing_doubled_or_renamed_version_is_said(store: FileChecklistStore) -> None:
    infos = seal_three(store)
    folder = store.folder(TASK) / "versions"
    second = folder / file_name(infos[1])
    content = second.read_bytes()
    second.unlink()
    with pytest.raises(ChecklistError, match=r"v0003-.*version 2, .* is missing"):
        store.versions(TASK)
    with pytest.raises(ChecklistError, match="missing"):
        store.seal(TASK, "n = 4\n", "why")
    second.with_name("v0002-abcdef.toml").write_bytes(content)
    with pytest.raises(ChecklistError, match=rf"v0002-abcdef.toml: it holds {second.name}"):
        store.versions(TASK)
    second.with_name("v0002-abcdef.toml").unlink()
    second.write_bytes(content)
    branch = Draft(text="n = 'branch'\n", parent=infos[1], author="B", time="t", message="m")
    other, forked = sealed(branch)
    (folder / file_name(other)).write_bytes(forked)
    with pytest.raises(ChecklistError, match="two branches"):
        store.versions(TASK)
    with pytest.raises(ChecklistError, match="another version 3"):
        store.version_text(TASK, 3)


def test_a_version_that_is_not_there_is_a_wrong_question(store: FileChecklistStore) -> None:
    with pytest.raises(UsageError, match="nothing is sealed"):
        store.version_text(TASK, 1)
    seal_three(store)
    with pytest.raises(UsageError, match="the last is 3"):
        store.version_text(TASK, 9)


def test_a_long_log_is_verified_in_little_more_than_reading_and_hashing_it(
    store: FileChecklistStore,
) -> None:
    folder = store.folder(TASK) / "versions"
    folder.mkdir(parents=True)
    parent: VersionInfo | None = None
    for number in range(400):
        text = "# a comment of a usual length\n" * 150 + f"n = {number}\n"
        draft = Draft(text=text, parent=parent, author="Ada", time="2026-12-01", message='"why"')
        parent, content = sealed(draft)
        (folder / file_name(parent)).write_bytes(content)
    verified, hashed = [], []
    for _ in range(5):
        start = time.process_time()
        digests = [content_digest(path.read_bytes()) for path in folder.iterdir()]
        middle = time.process_time()
        log = store.versions(TASK)
        verified.append(time.process_time() - middle)
        hashed.append(middle - start)
        assert len(log) == len(digests) == 400
    # CPU time, which other programs do not stretch; five times is usual, and ten thousand versions
    # are then verified in a second
    assert min(verified) < 10 * min(hashed)


@pytest.mark.parametrize("put_there", [Path.touch, os.mkfifo], ids=["file", "pipe"])
def test_a_task_whose_versions_cannot_be_looked_into_is_not_taken_for_unsealed(
    store: ChecklistStore, put_there: Callable[[Path], None]
) -> None:
    store.write_working(TASK, TEXT, base=None)
    put_there(store.folder(TASK) / "versions")
    with pytest.raises(StoreError, match="versions is no folder"):
        store.versions(TASK)
