"""Unwritten work of an earlier session, on a working copy that cannot be used any more."""

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from ckpt_tui.errors import CkptError, StoreError
from ckpt_tui.services.stranded import opened_session
from ckpt_tui.tui.app import CkptApp
from ckpt_tui.wiring import open_workbench
from tests.tui.driver import Author, copied_workspace
from tests.tui.leftovers import leave_unwritten


def cut(file: Path) -> None:
    file.write_text(file.read_text()[:700])


def in_latin_1(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"title", b"titl\xe9", 1))


def grown(file: Path) -> None:
    file.write_bytes(b"#" * 3_000_000)


def gone(file: Path) -> None:
    file.unlink()


def gone_with_its_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


BROKEN = [cut, in_latin_1, gone, gone_with_its_folder]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    workspace = copied_workspace(tmp_path)
    leave_unwritten(workspace, "Typed before the crash")
    return workspace


@asynccontextmanager
async def opening(workspace: Path) -> AsyncIterator[Author]:
    app = CkptApp("task_042", [], partial(opened_session, "task_042", open_workbench(workspace)))
    async with app.run_test(size=(140, 60)) as pilot:
        author = Author(app, pilot)
        while "(q) leave" not in author.shown():
            await pilot.pause(0.02)
        yield author
        app.workers.cancel_all()


@pytest.mark.parametrize("breaks", BROKEN)
async def test_it_is_offered_beside_what_is_wrong_and_the_broken_file_is_kept(
    workspace: Path, breaks: Callable[[Path], None]
) -> None:
    file = workspace / "checklists/task_042/checklist.toml"
    breaks(file)
    broken = file.read_bytes() if file.exists() else None
    async with opening(workspace) as author:
        author.sees("checklist.toml", "An earlier session", "+title = ")
        assert broken is None or file.read_bytes() == broken
        await author.presses("r")
        author.sees("Typed before the crash", "task_042 *")
        await author.commands("w")
        author.sees("written")
    assert "Typed before the crash" in file.read_text()
    beside = file.with_name("checklist.theirs.toml")
    assert broken is None or beside.read_bytes() == broken


@pytest.mark.parametrize("breaks", [cut, gone])
async def test_whoever_leaves_is_told_what_is_kept_and_is_asked_again(
    workspace: Path, breaks: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    breaks(workspace / "checklists/task_042/checklist.toml")
    for _ in range(2):
        async with opening(workspace) as author:
            await author.pilot.press("escape", "d", "q")
        assert author.app.return_code == 2
        said = " ".join(capsys.readouterr().err.split())
        assert "checklist.toml" in said
        assert "is kept, and offered once" in said


async def test_where_no_copy_of_the_broken_file_can_be_made_the_work_stays_where_it_is(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = workspace / "checklists/task_042/checklist.toml"
    grown(file)
    async with opening(workspace) as author:
        await author.pilot.press("r")
        await author.settles()
    assert author.app.return_code == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "larger than" in said
    assert "is kept, and offered once" in said
    async with opening(workspace) as author:
        author.sees("An earlier session", "Typed before the crash")


def test_what_cannot_be_opened_for_another_reason_says_that_the_work_is_kept(
    workspace: Path,
) -> None:
    (workspace / "sample_traces/task_042/traces.toml").write_text("x = [")
    with pytest.raises(StoreError, match=r"traces\.toml.*is kept"):
        opened_session("task_042", open_workbench(workspace))


@pytest.mark.parametrize("breaks", [*BROKEN, grown])
def test_a_broken_file_without_work_left_on_it_is_refused_as_ever(
    tmp_path: Path, breaks: Callable[[Path], None]
) -> None:
    workspace = copied_workspace(tmp_path)
    breaks(workspace / "checklists/task_042/checklist.toml")
    with pytest.raises(CkptError, match=r"checklist\.toml") as refused:
        opened_session("task_042", open_workbench(workspace))
    assert "earlier session" not in str(refused.value)
