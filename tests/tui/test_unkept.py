"""A journal that takes nothing: edits are made and shown, and said to be in memory only."""

import shutil
from pathlib import Path

import pytest

from tests.tui.driver import author_at, copied_workspace


@pytest.fixture
def workspace(tmp_path: Path, own_state: Path) -> Path:
    no_folder = own_state / "ckpt-tui" / "journals"
    no_folder.parent.mkdir()
    no_folder.write_text("")
    workspace = copied_workspace(tmp_path)
    # Nothing here is about a recording.
    shutil.rmtree(workspace / "sample_traces")
    return workspace


async def test_an_edit_that_no_journal_keeps_is_shown_said_and_written(workspace: Path) -> None:
    file = workspace / "checklists/task_042/checklist.toml"
    async with author_at(workspace) as author:
        await author.presses("1", "g", "D")
        author.sees("task_042 *", "changes are only in memory until you write them")
        await author.presses("2")
        author.misses("changes are only in memory")
        author.sees("task_042 * only in memory")
        await author.presses("1")
        assert author.screen.selected == "reproduce-2"
        await author.presses("enter", "shift+tab", "end")
        await author.types("x")
        author.sees("reproduce-2x")
        await author.presses("escape")
        await author.commands("w")
        author.sees("written")
        author.misses("only in memory")
    assert 'id = "reproduce-2x"' in file.read_text()
