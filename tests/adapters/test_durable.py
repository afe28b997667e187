import errno
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path

import pytest

from ckpt_tui.adapters.durable import (
    content_digest,
    create_durably,
    make_folder,
    read_bounded,
    read_settled,
    replace_durably,
)
from ckpt_tui.adapters.locking import exclusive
from ckpt_tui.adapters.processes import host_name, is_alive, start_mark
from ckpt_tui.adapters.staging import stage
from ckpt_tui.errors import ConflictError, StoreError

OLD, NEW = b"old\n", b"new\r\nwithout a last line end"
BASE = content_digest(OLD)
DAY = 24 * 3600


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "checklist.toml"
    path.write_bytes(OLD)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# reading


def test_a_regular_file_is_read_whole(target: Path) -> None:
    assert read_bounded(target) == read_settled(target) == OLD


def test_a_file_that_says_it_is_empty_is_read_to_its_end() -> None:
    assert Path("/proc/self/status").stat().st_size == 0
    assert b"Name:" in Path("/proc/self/status").read_bytes()
    assert read_bounded(Path("/proc/version")) == Path("/proc/version").read_bytes()


def test_what_is_no_file_is_refused_at_once_and_by_its_kind(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, kind in [
        (tmp_path / "pipe", "a named pipe"),
        (tmp_path, "a folder"),
        (Path("/dev/zero"), "a device"),
        (tmp_path / "missing", "No such file"),
    ]:
        with pytest.raises(StoreError, match=kind) as error:
            read_bounded(path)
        assert str(path) in str(error.value)


def test_no_more_than_the_limit_is_read(target: Path) -> None:
    assert read_bounded(target, len(OLD)) == OLD
    with pytest.raises(StoreError, match="larger than 3 bytes"):
        read_bounded(target, len(OLD) - 1)


def test_a_file_rewritten_in_place_is_never_read_torn(tmp_path: Path) -> None:
    target = tmp_path / "busy.toml"
    texts = [bytes([letter]) * 300_000 for letter in b"abcdefgh"]
    target.write_bytes(texts[0])
    is_over = threading.Event()
    pauses = [0.0]

    def rewrite() -> None:
        for text in cycle(texts):
            if is_over.is_set():
                return
            begun = time.monotonic()
            with target.open("wb") as file:
                for start in range(0, len(text), 100_000):
                    file.write(text[start : start + 100_000])
            pauses.append(time.monotonic() - begun)
            is_over.wait(0.03)

    writer = threading.Thread(target=rewrite)
    writer.start()
    try:
        seen = {read_settled(target) for _ in range(25)}
    finally:
        is_over.set()
        writer.join()
    # A machine that stops the writer for longer than any reader waits shows what it left.
    assert seen <= set(texts) or max(pauses) > 0.01


# replacing


def test_a_replaced_file_has_the_new_bytes_and_nothing_lies_beside_it(target: Path) -> None:
    saved = replace_durably(target, NEW, base=BASE)
    assert target.read_bytes() == NEW
    assert saved.digest == content_digest(NEW)
    assert saved.warnings == ()
    assert names(target.parent) == ["checklist.toml"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="attributes as Linux has them")
@pytest.mark.parametrize("mode", [0o640, 0o600, 0o664, 0o755])
def test_mode_owner_and_attributes_stay(target: Path, mode: int) -> None:
    target.chmod(mode)
    with suppress(PermissionError):
        os.chown(target, 1234, 1235)
    with suppress(OSError):  # not every file system has attributes
        os.setxattr(target, "user.note", b"mine")
    attributes = {name: os.getxattr(target, name) for name in os.listxattr(target)}
    before = target.stat()
    assert replace_durably(target, NEW, base=BASE).warnings == ()
    after = target.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (
        before.st_mode,
        before.st_uid,
        before.st_gid,
    )
    assert {name: os.getxattr(target, name) for name in os.listxattr(target)} == attributes


def test_a_link_stays_a_link(target: Path) -> None:
    link = target.with_name("link.toml")
    link.symlink_to(target.name)
    replace_durably(link, NEW, base=BASE)
    assert link.is_symlink()
    assert target.read_bytes() == NEW


def test_hard_links_that_come_apart_are_said(target: Path) -> None:
    target.with_name("other").hardlink_to(target)
    (warning,) = replace_durably(target, NEW, base=BASE).warnings
    assert "2 hard links" in warning
    assert target.with_name("other").read_bytes() == OLD


def test_a_changed_file_is_not_replaced_even_with_its_size_and_times_put_back(target: Path) -> None:
    found = target.stat()
    target.write_bytes(b"OLD\n")
    os.utime(target, ns=(found.st_atime_ns, found.st_mtime_ns))
    with pytest.raises(ConflictError, match="changed on disk"):
        replace_durably(target, NEW, base=BASE)
    assert target.read_bytes() == b"OLD\n"
    assert names(target.parent) == ["checklist.toml"]


def test_a_file_that_went_or_became_something_else_is_a_conflict(target: Path) -> None:
    target.unlink()
    with pytest.raises(ConflictError, match="gone"):
        replace_durably(target, NEW, base=BASE)
    os.mkfifo(target)
    with pytest.raises(StoreError, match="a named pipe"):
        replace_durably(target, NEW, base=BASE)
    assert stat.S_ISFIFO(target.stat().st_mode)


def test_a_file_in_a_folder_that_cannot_be_written_stays(tmp_path: Path) -> None:
    target = tmp_path / "checklist.toml"
    target.write_bytes(OLD)
    tmp_path.chmod(0o555)
    try:
        if os.access(tmp_path, os.W_OK):
            pytest.skip("nothing is closed to root")
        with pytest.raises(StoreError, match="Permission denied"):
            replace_durably(target, NEW, base=BASE)
    finally:
        tmp_path.chmod(0o755)
    assert target.read_bytes() == OLD


DISKS = """
import os, sys
from pathlib import Path
from ckpt_tui.adapters.durable import content_digest, replace_durably
from ckpt_tui.errors import StoreError
target = Path(sys.argv[1]) / "checklist.toml"
old = target.read_bytes()
try:
    replace_durably(target, b"n" * 500_000, base=content_digest(old))
except StoreError as error:
    print(error)
assert target.read_bytes() == old and os.listdir(sys.argv[1]) == ["checklist.toml"]
"""


@pytest.mark.needs("unshare")
@pytest.mark.parametrize(
    ("setup", "cause"),
    [
        ("true", "No space left on device"),
        ("mount -o remount,ro {disk}", "is read-only"),
        ("mount --bind {disk} {disk} && mount -o remount,bind,ro {disk}", "is read-only"),
    ],
)
def test_a_full_or_read_only_disk_refuses_and_keeps_the_old_file(
    tmp_path: Path, setup: str, cause: str
) -> None:
    script = (
        f"mount -t tmpfs -o size=200k none {tmp_path} && echo old > {tmp_path}/checklist.toml"
        f" && {setup.format(disk=tmp_path)}"
        f' && exec "{sys.executable}" -c "$PROGRAM" {tmp_path}'
    )
    ran = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", script],
        env={**os.environ, "PROGRAM": DISKS},
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare:" in ran.stderr or "mount:" in ran.stderr:
        pytest.skip(f"no file system can be mounted here: {ran.stderr.strip()}")
    assert ran.returncode == 0, ran.stderr
    assert cause in ran.stdout
    assert "checklist.toml" in ran.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")
def test_a_file_that_is_open_elsewhere_to_be_written_is_left_alone(target: Path) -> None:
    with target.open("r+b") as editor:
        with pytest.raises(StoreError, match="being written by another program"):
            replace_durably(target, NEW, base=BASE)
        editor.write(b"their words\n")
    assert target.read_bytes() == b"their words\n"
    assert names(target.parent) == ["checklist.toml"]


# creating


def test_a_new_file_gets_the_users_own_mode(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    assert create_durably(path, NEW).warnings == ()
    (tmp_path / "by hand").touch()
    assert path.read_bytes() == NEW
    assert path.stat().st_mode == (tmp_path / "by hand").stat().st_mode
    assert path.stat().st_nlink == 1


@pytest.mark.parametrize("found", ["file", "dangling link", "folder"])
def test_what_exists_is_never_created_over(tmp_path: Path, found: str) -> None:
    path = tmp_path / "new.toml"
    match found:
        case "file":
            path.write_bytes(OLD)
        case "folder":
            path.mkdir()
        case _:
            path.symlink_to("nowhere")
    with pytest.raises(ConflictError, match="exists already"):
        create_durably(path, NEW)
    assert names(tmp_path) == ["new.toml"]
    assert found != "file" or path.read_bytes() == OLD


def test_folders_are_made_with_those_above_them(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b", mode=0o700)
    make_folder(tmp_path / "a" / "b")
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file"):
        make_folder(tmp_path / "file" / "c")


# sweeping


def test_what_killed_saves_left_is_swept_and_what_living_ones_write_is_not(target: Path) -> None:
    mine = stage(target, b"left by an earlier save of this process", None).path
    host = mine.name.split(".")[-3]
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"],
                          capture_output=True, text=True, check=True).stdout.strip()  # fmt: skip
    kept = {
        f".checklist.toml.ckpt-tui.{host}.1.aa": 0,
        f".checklist.toml.ckpt-tui.0a0a0a0a.{dead}.aa": 0,
        ".checklist.toml.ckpt-tui.note": 2 * DAY,
        ".checklist.toml.swp": 2 * DAY,
        f".other.toml.ckpt-tui.{host}.{dead}.aa": 2 * DAY,
    }
    swept = {
        f".checklist.toml.ckpt-tui.{host}.{dead}.aa": 0,
        f".checklist.toml.ckpt-tui.0a0a0a0a.{dead}.bb": 2 * DAY,
        f".checklist.toml.ckpt-tui.{host}.1.bb": 2 * DAY,
    }
    now = target.stat().st_mtime
    for name, age in {**kept, **swept}.items():
        target.with_name(name).write_bytes(b"")
        os.utime(target.with_name(name), (now - age, now - age))
    replace_durably(target, NEW, base=BASE)
    assert names(target.parent) == sorted([*kept, "checklist.toml"])


def test_processes_are_known_by_number_and_start() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert is_alive(child.pid)
        assert start_mark(child.pid).isdecimal()
        assert child.stdin
        child.stdin.write(b"\n")
        child.stdin.close()
        # ended, but nobody has asked for its end yet
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert start_mark(child.pid) == ""
    assert not is_alive(child.pid)
    assert host_name()


# locking


HOLD = (
    "import sys; from pathlib import Path\n"
    "from ckpt_tui.adapters.locking import exclusive\n"
    "with exclusive(Path(sys.argv[1]), Path(sys.argv[2])):\n"
    "    print('held', flush=True); input()\n"
)


@contextmanager
def held_by_another(target: Path, locks: Path) -> Iterator[int]:
    command = [sys.executable, "-c", HOLD, str(target), str(locks)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        holder.stdout.readline()
        yield holder.pid
        holder.kill()


def test_one_writer_at_a_time_and_the_other_is_told_who(tmp_path: Path) -> None:
    locks, target = tmp_path / "locks", tmp_path / "checklist.toml"
    with (
        held_by_another(target, locks) as pid,
        pytest.raises(StoreError, match=f"process {pid} on {host_name()}"),
        exclusive(target, locks, seconds=0.05),
    ):
        pytest.fail("two writers")
    with exclusive(target, locks, seconds=1):
        assert stat.S_IMODE(locks.stat().st_mode) == 0o700
    assert not target.exists()


@pytest.mark.parametrize(("theirs", "ours"), [("none", "a"), ("a", "none"), ("a", "b")])
def test_writers_with_state_folders_of_their_own_or_without_one_keep_each_other_out(
    tmp_path: Path, theirs: str, ours: str
) -> None:
    (tmp_path / "none").write_text("no folder can be made here")
    (tmp_path / "task" / "versions").mkdir(parents=True)
    for target in (tmp_path / "task/checklist.toml", tmp_path / "task/versions"):
        with (
            held_by_another(target, tmp_path / theirs),
            pytest.raises(StoreError, match="another program has been writing here"),
            exclusive(target, tmp_path / ours, seconds=0.05),
        ):
            pytest.fail("two writers")
        with exclusive(target, tmp_path / ours, seconds=1):
            pass


def test_a_folder_that_cannot_be_locked_needs_a_lock_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: int) -> None:
        raise OSError(errno.EBADF, "Bad file descriptor")

    (tmp_path / "none").write_text("no folder can be made here")
    monkeypatch.setattr("ckpt_tui.adapters.locking.fcntl.flock", refuse)
    refused = pytest.raises(StoreError, match="cannot be locked: Bad file descriptor")
    with refused, exclusive(tmp_path / "x", tmp_path / "none"):
        pytest.fail("no lock at all")
