"""What is typed into the form and is no value: it stays to be seen, and changes nothing."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.tui.driver import Author, author_at, copied_workspace
from tests.tui.test_disk import checklist, until_shown
from tests.tui.test_form import goes_to, label


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


async def opens_row(author: Author, wanted: str, *, place: int = 0) -> None:
    await author.presses("1", "g", *["j"] * place, "enter")
    await goes_to(author, wanted)


async def writes(author: Author, text: str) -> None:
    """Have a text in the field in focus in place of what is there."""
    await author.presses("end", "ctrl+u")
    await author.types(text)


REFUSED = {
    "an id in use": ("id", "fix", "another checkpoint"),
    "an id with a blank": ("id", "find it", "may hold letters"),
    "no id": ("id", "", "must not be empty"),
    "points below 0": ("points", "-1", "0 or more"),
    "points of 50 decimals": ("points", "0." + "1" * 50, "9 digits on either side"),
    "no number": ("points", "1x", "points are a number"),
    "a route of two words": ("route", "a b", "one word"),
}


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
@pytest.mark.parametrize("case", list(REFUSED))
async def test_a_refused_text_stays_marked_with_its_reason_and_nothing_of_it_is_left_behind(
    workspace: Path, case: str, size: tuple[int, int]
) -> None:
    row, text, reason = REFUSED[case]
    async with author_at(workspace, size=size) as author:
        before = author.session.manuscript.text
        await opens_row(author, row)
        await writes(author, text)
        author.sees(f"{row} ✗", reason)
        assert author.session.manuscript.text == before
        await author.presses("tab")
        author.sees(f"{row} ✗", *(word[:30] for word in text.split()))
        await author.presses("shift+tab")
        author.sees(reason)
        await author.presses("escape")
        assert author.session.manuscript.text == before
        assert not author.session.manuscript.can_undo
        author.sees(f"{row} {text[:20] or '(empty)'}", "refused:")
        await author.presses("enter")
        author.misses(f"{row} ✗")
        assert author.screen.selected == "reproduce"


async def test_a_text_that_becomes_a_value_again_is_taken_and_undone_by_one_key(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before = author.session.manuscript.text
        await opens_row(author, "id")
        await writes(author, "fix")
        author.sees("id ✗")
        await author.types("ed")
        author.misses("id ✗")
        author.misses("refused")
        assert author.session.ids()[0] == author.screen.selected == "fixed"
        await author.presses("escape", "u")
        assert author.session.manuscript.text == before
        assert not author.session.manuscript.can_undo
        assert author.screen.selected == "reproduce"


async def test_what_was_typed_before_the_row_was_left_is_kept_when_a_later_text_is_refused(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await opens_row(author, "points")
        await writes(author, "0.5")
        await author.presses("tab", "shift+tab")
        await author.types("x")
        await author.presses("escape")
        assert author.session.checkpoint("reproduce").points == Fraction(1, 2)
        author.sees("points 0.5x refused:", "0.5 stays")
        await author.presses("u")
        assert author.session.checkpoint("reproduce").points == Fraction(15, 100)


async def test_typing_what_was_there_leaves_nothing_to_undo(workspace: Path) -> None:
    async with author_at(workspace) as author:
        before = author.session.manuscript.text
        await opens_row(author, "title")
        await author.presses("end")
        await author.types("ab")
        await author.presses("backspace", "backspace", "escape")
        assert author.session.manuscript.text == before
        assert not author.session.manuscript.can_undo


async def test_another_checkpoint_takes_over_and_what_was_refused_is_said(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await opens_row(author, "points")
        await writes(author, "many")
        author.screen.set_focus(author.screen.query_one("#list"))
        await author.presses("j")
        author.sees("points many refused:", "0.15 stays", "find-the-cause")
        author.misses("✗ many")
        await author.presses("k", "k")
        author.misses("points ✗")


async def test_words_of_two_rows_are_both_kept_and_both_said(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await opens_row(author, "id")
        await writes(author, "a b")
        await goes_to(author, "points")
        await writes(author, "-2")
        await goes_to(author, "kind")
        await author.presses("right")
        author.sees("id ✗", "points ✗", "a b", "-2")
        await author.presses("escape")
        author.sees("id a b refused:", "points -2 refused:")


async def test_a_broken_matcher_of_an_inner_check_is_said_when_the_outer_one_comes_back(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before = author.session.manuscript.text
        await opens_row(author, "1.", place=2)
        await author.presses("enter")
        await goes_to(author, "kind")
        await author.presses("tab", "left", "tab")
        assert label(author) == "path"
        await writes(author, "{ re = ")
        author.sees("path ✗")
        await author.presses("escape")
        author.sees("path toml { re = refused:")
        assert author.session.manuscript.text.count("re = ") == before.count("re = ")


async def test_an_edit_that_comes_from_disk_meanwhile_stays_and_the_refused_text_does_too(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before = author.session.checkpoint("reproduce")
        await opens_row(author, "id")
        await writes(author, "fi")
        text = checklist(workspace).read_text()
        theirs = text.replace("March agrees with the bank", "The bank agrees with March")
        checklist(workspace).write_text(theirs)
        await until_shown(author, "The bank agrees")
        await author.types("x")
        author.sees("id ✗", "another checkpoint")
        await author.presses("escape")
        assert author.session.checkpoint("reproduce") == before
        assert "fi" not in author.session.ids()
        author.sees("The bank agrees", "id fix refused:", "reproduce stays")


async def test_keys_that_overtake_a_refusal_change_no_other_checkpoint(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await opens_row(author, "id")
        await author.presses("end", "ctrl+u")
        others = author.session.manuscript.checklist.checkpoints[1:]
        await author.pilot.press(*"fixedatonce")
        await author.settles()
        assert author.session.manuscript.checklist.checkpoints[1:] == others
        assert author.session.ids()[0] == "fixedatonce"
        await author.presses("escape", "u")
        assert author.session.ids()[0] == "reproduce"
        assert not author.session.manuscript.can_undo


async def test_a_refused_kind_is_marked_its_reason_is_said_and_the_walk_goes_on(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        check = author.session.checkpoint("reproduce").check
        await opens_row(author, "kind")
        while "claims ›" not in author.shown():
            await author.presses("right")
        author.sees("kind ✗", "kind claims refused:", "must be invariant")
        author.misses("on its own")
        assert author.session.checkpoint("reproduce").check == check
        await author.presses("left")
        author.misses("kind ✗")
        author.misses("refused")
        author.sees("on its own")


async def test_what_was_said_before_a_text_was_refused_does_not_go_when_it_is_taken_again(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await opens_row(author, "points")
        await writes(author, "2x")
        author.sees("points 2x refused:")
        author.screen.say("only in memory")
        await author.presses("backspace")
        author.misses("points ✗")
        author.sees("only in memory")
