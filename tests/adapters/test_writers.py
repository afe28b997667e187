"""Several sessions and an editor write one working copy, and nobody's words are lost."""

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from ckpt_tui.adapters.checklist_files import FileChecklistStore
from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.adapters.durable import content_digest
from ckpt_tui.errors import ConflictError

TASK = "task_042"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "workspace"


@pytest.fixture
def store(root: Path) -> FileChecklistStore:
    return FileChecklistStore(root, SystemClock(), "Ada", locks=root.parent / "locks")


class Writers(RuleBasedStateMachine):
    """Two sessions, and an editor that saves in place or by renaming, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self._temporary = tempfile.TemporaryDirectory()
        folder = Path(self._temporary.name)
        self.store = FileChecklistStore(folder, SystemClock(), "a", locks=folder / "locks")
        self.disk = "start\n"
        digest = self.store.write_working(TASK, self.disk, base=None).digest
        self.path = self.store.folder(TASK) / "checklist.toml"
        self.bases = [digest, digest]
        self.count = 0

    def teardown(self) -> None:
        self._temporary.cleanup()

    @rule(session=st.sampled_from([0, 1]))
    def read(self, session: int) -> None:
        self.bases[session] = content_digest(self.path.read_bytes())

    @rule(session=st.sampled_from([0, 1]))
    def save(self, session: int) -> None:
        self.count += 1
        text = f"session {session}, save {self.count}\n"
        is_fresh = self.bases[session] == content_digest(self.disk.encode())
        try:
            saved = self.store.write_working(TASK, text, base=self.bases[session])
        except ConflictError:
            assert not is_fresh
        else:
            assert is_fresh
            self.disk, self.bases[session] = text, saved.digest

    @rule(renames=st.booleans())
    def edit_outside(self, *, renames: bool) -> None:
        self.count += 1
        self.disk = f"outside {self.count % 3}\n"
        path = self.path.with_name("editor.tmp") if renames else self.path
        path.write_text(self.disk)
        path.replace(self.path)

    @invariant()
    def the_disk_holds_the_last_accepted_text(self) -> None:
        assert self.path.read_text() == self.disk


TestWriters = Writers.TestCase
TestWriters.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)

SESSION = """
import sys
from pathlib import Path
from ckpt_tui.adapters.checklist_files import FileChecklistStore
from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.errors import ConflictError, StoreError
name, count, root, locks = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4])
store = FileChecklistStore(root, SystemClock(), name, locks=locks)
conflicts = 0
for number in range(count):
    while True:
        try:
            copy = store.working("task_042")
            store.write_working("task_042", f"{copy.text}{name}-{number}\\n", base=copy.digest)
            break
        except (ConflictError, StoreError):
            conflicts += 1
print(conflicts)
"""


SAVES = 10


@pytest.fixture(params=[SAVES, pytest.param(150, marks=pytest.mark.exhaustive)])
def sessions(
    store: FileChecklistStore, root: Path, request: pytest.FixtureRequest
) -> Iterator[list[subprocess.Popen[str]]]:
    store.write_working(TASK, "outside 0\n", base=None)
    running = [
        subprocess.Popen(
            [
                sys.executable,
                "-c",
                SESSION,
                name,
                str(request.param),
                str(root),
                str(root.parent / "locks"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("left", "right")
    ]
    yield running
    for session in running:
        session.kill()
        session.communicate()


def test_two_processes_that_save_at_once_lose_nothing_of_each_other(
    store: FileChecklistStore, sessions: list[subprocess.Popen[str]]
) -> None:
    for session in sessions:
        session.communicate(timeout=60)
        assert session.returncode == 0
    lines = store.working(TASK).text.splitlines()
    saves = {name: [line for line in lines if line.startswith(name)] for name in ("left", "right")}
    for name, saved in saves.items():
        assert saved == [f"{name}-{number}" for number in range(len(saved))]
    assert len(saves["left"]) == len(saves["right"]) >= SAVES
    assert lines[0] == "outside 0"
    assert len(lines) == 1 + 2 * len(saves["left"])


def wait_for(path: Path, begin: str) -> None:
    """Wait until a file begins so: at any time a swap may come too late, and is undone at once.

    Whoever saves next builds on these words.
    """
    deadline = time.monotonic() + 2
    while not path.read_text().startswith(begin):
        assert time.monotonic() < deadline, (begin, path.read_text()[:200])


@pytest.mark.parametrize("renames", [False, True])
def test_what_an_editor_writes_between_two_saving_processes_is_never_lost(
    store: FileChecklistStore, sessions: list[subprocess.Popen[str]], *, renames: bool
) -> None:
    path = store.folder(TASK) / "checklist.toml"
    chance, pause = random.Random(7), threading.Event()
    count = 0
    while any(session.poll() is None for session in sessions):
        count += 1
        written = path.with_name("editor.tmp") if renames else path
        written.write_text(f"outside {count}\n")
        written.replace(path)
        wait_for(path, f"outside {count}\n")
        pause.wait(chance.uniform(0, 0.03))
        wait_for(path, f"outside {count}\n")
    assert count >= 2
    assert all(session.wait() == 0 for session in sessions)
    assert [name.name for name in path.parent.iterdir()] == ["checklist.toml"]
