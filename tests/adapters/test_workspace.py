import os
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.adapters.workspace import (
    checked_task,
    find_workspace,
    is_task_id,
    state_folder,
)
from ckpt_tui.errors import UsageError


def test_the_nearest_folder_upward_with_checklists_or_settings_is_the_workspace(
    tmp_path: Path,
) -> None:
    outer, inner = tmp_path / "outer", tmp_path / "outer" / "inner"
    deep = inner / "a" / "b"
    deep.mkdir(parents=True)
    (outer / "checklists").mkdir()
    assert find_workspace(deep) == outer
    (inner / "ckpt-tui.toml").touch()
    assert find_workspace(deep) == inner


def test_a_file_called_checklists_and_a_folder_called_like_the_settings_do_not_count(
    tmp_path: Path,
) -> None:
    (tmp_path / "checklists").touch()
    (tmp_path / "ckpt-tui.toml").mkdir()
    with pytest.raises(UsageError, match="mkdir checklists"):
        find_workspace(tmp_path)


def test_the_root_has_its_links_resolved(tmp_path: Path) -> None:
    (tmp_path / "real" / "checklists").mkdir(parents=True)
    (tmp_path / "link").symlink_to("real")
    assert find_workspace(tmp_path / "link") == tmp_path / "real"


@pytest.mark.parametrize("name", ["missing", "file", "loop"])
def test_what_is_no_folder_is_refused_with_the_way_out(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UsageError, match=f"{name}: there is no such folder; .* -C DIR"):
        find_workspace(tmp_path / name)


@pytest.mark.parametrize("task", ["task_042", "0", "A.b-c_d", "x" * 128, "conx", "com10", "a."])
def test_task_ids_are_taken(task: str) -> None:
    assert checked_task(task) == task


@pytest.mark.parametrize(
    "task",
    [
        "", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "_shared", "-rf", ".hidden", "a b",
        "a\0", "a\n", "été", "٣", "x" * 129, "con", "NUL", "aux.toml", "Com1", "lpt9.x", "a:b", "~",
        "\x1b[2J",
    ],
)  # fmt: skip
def test_other_names_are_not(task: str) -> None:
    assert not is_task_id(task)
    with pytest.raises(UsageError) as error:
        checked_task(task)
    assert str(error.value).replace("…", "").isascii()
    assert str(error.value).isprintable()


def test_the_state_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert state_folder() == tmp_path / "state" / "ckpt-tui"
    assert not (tmp_path / "state").exists()


def test_the_adapters_load_without_what_only_a_save_needs() -> None:
    program = (
        "import sys, ckpt_tui.adapters.checklist_files, ckpt_tui.adapters.journal\n"
        "print([name for name in ('filelock', 'platformdirs', 'asyncio') if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"


def test_the_clock_tells_utc_to_the_second() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    told = datetime.fromisoformat(SystemClock().now())
    assert before <= told <= datetime.now(UTC)
    assert SystemClock().now().endswith("Z")


def test_a_folder_that_may_not_be_looked_into_is_passed_over(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "checklists").mkdir(parents=True)
    (tmp_path / "checklists").mkdir()
    closed.chmod(0)
    try:
        if os.access(closed, os.X_OK):
            pytest.skip("nothing is closed to root")
        with pytest.raises(UsageError, match="no such folder"):
            find_workspace(closed / "checklists")
        assert find_workspace(closed) == tmp_path
    finally:
        closed.chmod(stat.S_IRWXU)
