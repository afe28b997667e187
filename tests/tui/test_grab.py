"""A grabbed checkpoint: moved, dropped or put back, and nothing else happens meanwhile."""

from pathlib import Path

import pytest

from ckpt_tui.tui.actions import EDIT_ACTIONS, GRAB_ACTIONS
from ckpt_tui.tui.widgets.key_bar import KeyBar
from tests.tui.driver import Author, author_at, copied_workspace

TAKEN = {action.id for action in GRAB_ACTIONS}
HELD_BACK = [key for action in EDIT_ACTIONS if action.id not in TAKEN for key in action.keys]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def grabbed(author: Author) -> str | None:
    return None if author.screen.grab is None else author.screen.grab.id


def keys_shown(author: Author) -> str:
    bar = author.screen.query_one(KeyBar)
    return "".join(segment.text for segment in bar.render_line(0))


async def test_keys_that_mean_nothing_during_a_grab_are_refused_with_one_sentence(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before, run = author.session.ids(), author.screen.run
        await author.presses("1", "G", "k", "k", "M", "k", "k")
        moved = author.session.ids()
        assert moved != before
        for key in (*HELD_BACK, "shift+tab", "x"):
            author.screen.say("")
            await author.presses(key)
            author.sees("not while a checkpoint is grabbed")
            assert (author.session.ids(), author.screen.run) == (moved, run), key
            assert grabbed(author) == author.screen.selected == "tests-intact", key
            assert author.app.focused is author.screen.query_one("#list"), key
        await author.presses("escape")
        assert author.session.ids() == before
        assert not author.session.manuscript.is_dirty
        assert author.screen.grab is None


async def test_during_a_grab_the_key_bar_and_the_help_say_what_its_keys_do(
    workspace: Path,
) -> None:
    async with author_at(workspace, size=(80, 24)) as author:
        await author.presses("1", "g", "M")
        shown = keys_shown(author)
        for told in ("j move down", "k move up", "enter drop", "esc put back", "? keys", "q quit"):
            assert told in shown
        assert "edit" not in shown
        await author.presses("question_mark")
        author.sees("Keys")
        await author.presses("escape")
        assert grabbed(author) == "reproduce"
        await author.presses("j", "enter")
        assert "enter edit" in keys_shown(author)
    helps = {action.id: action.help for action in (*EDIT_ACTIONS, *GRAB_ACTIONS)}
    assert "drop" not in helps["back"]
    assert "Drop" in helps["edit"]


async def test_a_grab_that_moves_nothing_leaves_no_word_and_nothing_to_undo(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        for keys in (("escape",), ("enter",), ("j", "k", "escape"), ("k", "M")):
            await author.presses("1", "g", "M")
            author.sees("grabbed: ")
            await author.presses(*keys)
            author.misses("grabbed")
            author.sees("✓ pass: ")
            assert not author.session.manuscript.can_undo


async def test_what_is_put_back_leaves_undo_and_redo_as_they_were(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "exclamation_mark", "space", "u")
        before = author.session.manuscript.history
        await author.presses("M", "j", "j", "escape")
        author.sees("put back at place 1")
        assert author.session.manuscript.history == before
        await author.presses("ctrl+r")
        assert not author.session.checkpoint("reproduce").enabled


async def test_what_changes_on_disk_waits_until_the_grab_ends(workspace: Path) -> None:
    place = workspace / "checklists" / "task_042" / "checklist.toml"
    async with author_at(workspace) as author:
        before = author.session.ids()
        await author.presses("1", "g", "M", "j")
        place.write_text(place.read_text("utf-8").replace("Ledger totals", "All totals"), "utf-8")
        author.screen.absorb()
        assert author.session.manuscript.checklist.title.startswith("Ledger totals")
        await author.presses("escape")
        author.sees("taken in what was changed on disk")
        assert author.session.manuscript.checklist.title.startswith("All totals")
        assert author.session.ids() == before


async def test_a_click_on_another_row_leaves_the_grab_as_it_is(workspace: Path) -> None:
    async with author_at(workspace) as author:
        before = author.session.ids()
        await author.presses("1", "g", "M", "j")
        await author.pilot.click("#list", offset=(10, 6), times=2)
        await author.settles()
        author.sees("not while a checkpoint is grabbed")
        assert author.screen.selected == "reproduce"
        author.misses("3 Check ")
        await author.presses("escape")
        assert author.session.ids() == before


async def test_leaving_during_a_grab_asks_and_whoever_stays_can_still_put_back(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before = author.session.ids()
        await author.presses("1", "g", "M", "j", "q")
        author.sees("not written")
        await author.presses("escape", "escape")
        assert author.session.ids() == before
        await author.presses("M", "j", "q", "w")
    text = (workspace / "checklists/task_042/checklist.toml").read_text("utf-8")
    assert text.index('id = "find-the-cause"') < text.index('id = "reproduce"')
