"""A save is cut at every system call, by a kill and by every error a disk gives."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ckpt_tui.adapters.checklist_files import FileChecklistStore
from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.adapters.durable import content_digest
from tests.adapters import saving_child as child

pytestmark = pytest.mark.needs("strace")

CALLS = "%file,%desc"
# the machine's memory and signals are not the disk's
BESIDE = {"mmap", "munmap", "mprotect", "exit_group", "poll", "epoll_wait"}
# they change nothing: a kill before one is a kill after the call before it
LOOKS = {"newfstatat", "fstat", "lstat", "stat", "readlink", "access", "getdents64", "getcwd"}
ERRORS = ("ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT")


class Theatre:
    """A workspace, a process that forks victims into it, and strace to hit them."""

    def __init__(self, action: str, folder: Path) -> None:
        self.action = action
        self.root, self.locks = folder / "workspace", folder / "locks"
        self.task = self.root / "checklists" / child.TASK
        self.task.mkdir(parents=True)
        self.working = self.task / "checklist.toml"
        self.store = FileChecklistStore(self.root, SystemClock(), "me", locks=self.locks)
        self._log = folder / "strace.log"
        command = [sys.executable, child.__file__, action, str(self.root), str(self.locks)]
        self._zygote = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, cwd=Path.cwd()
        )
        self.store.write_working(child.TASK, child.OLD, base=None)  # the locks exist

    def reset(self) -> None:
        """What every victim finds."""
        for path in (*self.task.glob("versions/*"), *self.task.glob(".*")):
            path.unlink()
        (self.task / "versions").mkdir(exist_ok=True)
        if self.action == "create":
            self.working.unlink(missing_ok=True)
        else:
            self.working.write_text(child.OLD)

    def perform(self, *options: str) -> tuple[int, str]:
        """How the victim ended, and what strace saw."""
        assert self._zygote.stdin
        assert self._zygote.stdout
        self.reset()
        self._zygote.stdin.write(b"f")
        pid = self._zygote.stdout.readline().decode().strip()
        command = ["strace", "-p", pid, "-o", str(self._log), "-e", f"trace={CALLS}", *options]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as tracer:
            assert tracer.stderr
            attached = tracer.stderr.readline().decode()
            assert "attached" in attached, attached
            os.kill(int(pid), signal.SIGUSR1)
            code = int(self._zygote.stdout.readline())
            tracer.communicate(timeout=20)
        return code, self._log.read_text(errors="replace")

    def calls(self) -> Counter[str]:
        """The system calls of an undisturbed save, by name."""
        code, log = self.perform()
        assert code == child.SAVED
        names = (line.partition("(")[0] for line in log.splitlines() if "(" in line)
        return Counter(name for name in names if name.isidentifier() and name not in BESIDE)

    def close(self) -> None:
        assert self._zygote.stdin
        self._zygote.stdin.close()
        assert self._zygote.stdout
        self._zygote.stdout.close()
        self._zygote.wait(20)

    def check_is_whole(self) -> bool:
        """The files are as before or as intended; True for the latter."""
        if self.action == "seal":
            assert self.working.read_text() == child.OLD
            log = self.store.versions(child.TASK)
            assert not log or self.store.version_text(child.TASK, 1) == child.SEALED
            return bool(log)
        if self.action == "create" and not self.working.exists():
            return False
        text = self.working.read_text()
        assert text in ({child.NEW} if self.action == "create" else {child.OLD, child.NEW})
        return text == child.NEW

    def check_next_save(self) -> None:
        """A save afterwards goes through, and takes away what the victim left."""
        if self.action == "seal":
            self.store.seal(child.TASK, "title = 'later'\n", "why")
        elif self.working.exists():
            base = content_digest(self.working.read_bytes())
            self.store.write_working(child.TASK, "later\n", base=base)
        else:
            self.store.write_working(child.TASK, "later\n", base=None)
        left = [path.name for path in self.task.rglob(".*")]
        assert self.action == "seal" or left == []


@pytest.fixture
def theatre(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Theatre]:
    theatre = Theatre(request.param, tmp_path)
    yield theatre
    theatre.close()


def kill_everywhere(theatre: Theatre, calls: Iterable[str]) -> int:
    points = 0
    for name in calls:
        for number in range(1, 1000):
            code, _ = theatre.perform("-e", f"inject={name}:signal=KILL:when={number}")
            is_new = theatre.check_is_whole()
            assert code in (child.SAVED, -9), (name, number)
            theatre.check_next_save()
            if code == child.SAVED:
                assert is_new, (name, number)
                break
            points += 1
    return points


def fail_everywhere(theatre: Theatre, calls: Iterable[str], errors: tuple[str, ...]) -> int:
    points = 0
    for name in calls:
        for error in errors:
            for number in range(1, 1000):
                code, log = theatre.perform("-e", f"inject={name}:error={error}:when={number}")
                where = (name, error, number, code)
                is_new = theatre.check_is_whole()
                assert code in (child.SAVED, child.WARNED, child.REFUSED), where
                assert is_new == (code in (child.SAVED, child.WARNED)), where
                if "INJECTED" not in log:
                    break
                assert name != "fsync" or code != child.SAVED, where
                theatre.check_next_save()
                points += 1
    return points


@pytest.mark.parametrize("theatre", ["replace"], indirect=True)
def test_a_save_that_is_cut_anywhere_leaves_the_old_text_or_the_new(theatre: Theatre) -> None:
    calls = theatre.calls().keys() - LOOKS
    assert {"write", "fsync", "renameat2", "openat", "close"} <= calls
    assert kill_everywhere(theatre, sorted(calls)) > 20
    assert fail_everywhere(theatre, sorted(calls), ERRORS[:1]) > 20


@pytest.mark.parametrize("theatre", ["careless"], indirect=True)
def test_the_kill_points_find_a_careless_save(theatre: Theatre) -> None:
    with pytest.raises(AssertionError, match="old"):
        kill_everywhere(theatre, ["write"])


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
@pytest.mark.parametrize("theatre", ["replace", "create", "seal"], indirect=True)
def test_every_save_holds_at_every_kill_point_and_every_error(theatre: Theatre) -> None:
    calls = sorted(theatre.calls())
    assert kill_everywhere(theatre, calls) > 40
    assert fail_everywhere(theatre, calls, ERRORS) > 200
