"""The same file, edited by hand beside the app."""

import asyncio
from pathlib import Path

import pytest

from tests.tui.driver import Author, author_at, copied_workspace
from tests.tui.leftovers import editing_elsewhere


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def checklist(workspace: Path) -> Path:
    return workspace / "checklists/task_042/checklist.toml"


async def until_shown(author: Author, text: str) -> None:
    async with asyncio.timeout(20):
        while text not in author.shown():
            await author.pilot.pause(0.05)


async def test_what_another_editor_writes_appears_and_unwritten_edits_stay(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "exclamation_mark")
        text = checklist(workspace).read_text()
        theirs = text.replace("March agrees with the bank", "The bank agrees with March")
        checklist(workspace).write_text(theirs)
        await until_shown(author, "The bank agrees")
        author.sees("taken in what was changed on disk")
        assert author.session.checkpoint("reproduce").critical
        await author.commands("w")
        written = checklist(workspace).read_text()
        assert "The bank agrees with March" in written
        assert "critical = true" in written


async def test_a_clash_is_said_and_neither_side_is_lost(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "greater_than_sign")
        mine = author.session.manuscript.text
        theirs = checklist(workspace).read_text().replace("points = 0.15", "points = 0.95", 1)
        checklist(workspace).write_text(theirs)
        await until_shown(author, "not merged")
        await author.commands("w")
        author.sees("not written")
        assert checklist(workspace).read_text() == theirs
        assert author.session.manuscript.text == mine
        await author.commands("theirs")
        assert author.session.manuscript.text == theirs
        await author.presses("u")
        assert author.session.manuscript.text == mine
        await author.commands("mine")
        await author.commands("w")
        assert checklist(workspace).read_text() == mine


async def test_a_file_that_was_broken_beside_the_app_is_replaced_by_mine_and_kept(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "greater_than_sign")
        mine = author.session.manuscript.text
        broken = checklist(workspace).read_text()[:200]
        checklist(workspace).write_text(broken)
        await until_shown(author, "changed on disk")
        await author.commands("w")
        author.sees("not written")
        await author.commands("mine")
        author.sees("checklist.theirs.toml")
        await author.commands("w")
        author.sees("written")
        assert checklist(workspace).read_text() == mine
        assert checklist(workspace).with_name("checklist.theirs.toml").read_text() == broken


async def test_a_checkpoint_deleted_on_disk_takes_its_form_along_and_no_other_is_typed_into(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "enter")
        text = checklist(workspace).read_text()
        begin = text.index("[[checkpoint]]")
        end = text.index("[[checkpoint]]", begin + 1)
        checklist(workspace).write_text(text[:begin] + text[end:])
        await until_shown(author, "reproduce was deleted on disk")
        before = author.session.manuscript.text
        await author.presses("a", "b", "d")
        assert author.session.manuscript.text == before
        await author.presses("escape", "u")
        assert "reproduce" in author.session.ids()


async def test_lost_checkpoints_are_named_on_screen(workspace: Path) -> None:
    text = checklist(workspace).read_text()
    checklist(workspace).write_text(text[: text.rindex("\n[[checkpoint]]")] + "\n")
    async with author_at(workspace) as author:
        author.sees("lacks claims of the last sealed version")


async def test_putting_back_what_is_grabbed_leaves_what_another_editor_wrote(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        order = author.session.ids()
        await author.presses("1", "g", "M", "j", "j")
        text = checklist(workspace).read_text()
        theirs = text.replace("March agrees with the bank", "The bank agrees with March")
        checklist(workspace).write_text(theirs)
        await author.presses("j", "escape")
        await until_shown(author, "The bank agrees")
        assert author.session.ids() == order
        assert author.session.manuscript.text == theirs


async def test_whoever_edits_the_same_task_elsewhere_is_named_and_keeps_the_unwritten_work(
    workspace: Path,
) -> None:
    with editing_elsewhere(workspace, "Typed over there") as process:
        async with author_at(workspace) as author:
            author.sees(f"also edited by process {process}", "takes in")
            author.misses("restore it")
    async with author_at(workspace) as author:
        author.sees("Typed over there", "restore it")
