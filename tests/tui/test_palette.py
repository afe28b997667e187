"""The palette: whatever the screen can do is found in it by plain words."""

from pathlib import Path

import pytest

from ckpt_tui.tui.actions import EDIT_ACTIONS
from ckpt_tui.tui.commands import COMMANDS
from tests.tui.driver import author_at, copied_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


async def test_every_command_of_the_line_is_in_the_table_and_no_other(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.commands("nope")
        known = [f":{word}" for word in author.screen._deeds]
        assert [command.id for command in COMMANDS] == known


async def test_every_action_and_command_is_found_by_its_title_and_its_own_word(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("ctrl+p")
        field = author.app.screen.query_one("Field")
        for action in (*EDIT_ACTIONS, *COMMANDS):
            words = [action.title, *([action.id] if action in COMMANDS else [])]
            for word in words if action.id != "palette" else []:
                field.value = word
                await author.pilot.pause()
                author.sees(f"{action.title:<16}{action.help}"[:40])


@pytest.mark.parametrize(
    ("word", "shown"),
    [("write", ":w"), ("seal", ":save WHY"), ("help", "?"), ("save", ":save WHY"), ("exit", ":q")],
)
async def test_plain_words_find_what_they_mean(workspace: Path, word: str, shown: str) -> None:
    async with author_at(workspace) as author:
        await author.presses("ctrl+p")
        await author.types(word)
        author.sees(f" {shown} ")


@pytest.mark.parametrize("word", ["lint", "log", "qwertz"])
async def test_where_nothing_is_found_the_palette_says_so_and_does_nothing(
    workspace: Path, word: str
) -> None:
    async with author_at(workspace) as author:
        await author.presses("ctrl+p")
        await author.types(word)
        author.sees("Nothing here is called that", "ckpt-tui score, lint")
        before = author.session.manuscript.text
        await author.presses("enter", "escape")
        assert author.session.manuscript.text == before
        author.misses("Nothing here is called that")


async def test_a_command_that_is_chosen_is_carried_out_or_waits_for_its_words(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "greater_than_sign", "ctrl+p")
        await author.types("write")
        await author.presses("enter")
        assert not author.session.manuscript.is_dirty
        await author.presses("ctrl+p")
        await author.types("seal")
        await author.presses("enter")
        author.sees(": save")
        await author.types("a reason")
        await author.presses("enter")
        author.sees("sealed v3")
