"""The form of one checkpoint: where the focus goes, what is kept and what is put back."""

from fractions import Fraction
from pathlib import Path

import pytest
from textual.events import Key, Paste

from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.fields import fields_of
from ckpt_tui.core.lint import refusal
from ckpt_tui.tui.widgets.field import Field
from ckpt_tui.tui.widgets.form_row import Row
from tests.tui.driver import Author, author_at, copied_workspace

SIZES = [(80, 24), (160, 48)]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def label(author: Author) -> str:
    """The label of the row in focus, which has to be in view."""
    field = author.app.focused
    assert field is not None
    rows = author.screen.query_one("#rows")
    assert rows.content_region.contains_region(field.region)
    return next(row.row.label for row in field.ancestors if isinstance(row, Row))


async def goes_to(author: Author, wanted: str) -> None:
    while label(author) != wanted:
        await author.presses("tab")


async def opens(author: Author, place: int, *labels: str) -> None:
    """Open a checkpoint's form and walk to rows, opening all but the last."""
    await author.presses("1", "g", *["j"] * place, "enter")
    for number, wanted in enumerate(labels):
        if number:
            await author.presses("enter")
        await goes_to(author, wanted)


def kinds(author: Author, identifier: str) -> list[str]:
    check = author.session.checkpoint(identifier).check
    return [child.kind for child in check.children()]


@pytest.mark.parametrize("size", SIZES)
async def test_the_focus_goes_to_the_check_that_was_added(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        await opens(author, 2, "1.")
        await author.presses("plus")
        assert kinds(author, "fix") == ["file_changed", "tool_called", "file"]
        assert label(author) == "2."
        await author.presses("minus")
        assert kinds(author, "fix") == ["file_changed", "file"]
        assert label(author) == "2."
        await author.presses("plus", "plus")
        assert label(author) == "4."
        await author.presses("minus")
        assert kinds(author, "fix") == ["file_changed", "file", "tool_called"]
        assert label(author) == "3."


@pytest.mark.parametrize("size", SIZES)
async def test_leaving_a_check_inside_another_goes_back_to_the_field_that_holds_it(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        await opens(author, 0, "then", "path")
        await author.presses("escape")
        assert label(author) == "then"
        await author.presses("escape")
        assert author.app.focused is author.screen.query_one("#list")
        await opens(author, 2, "2.", "within")
        await author.presses("escape")
        assert label(author) == "2."


async def test_a_new_checkpoint_may_carry_its_points_and_they_are_in_keeping_with_the_list(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        for place, points in ((1, Fraction(1, 10)), (-1, Fraction(1, 10)), (2, Fraction(3, 10))):
            await author.presses("1", "g" if place >= 0 else "G", *["j"] * place, "a", "escape")
            point = author.session.checkpoint(author.screen.selected)
            assert refusal(point) is None
            assert point.points == points
            await author.presses("u")


async def test_no_label_is_broken_over_two_lines(workspace: Path) -> None:
    longest = max((spec.key for kind in KINDS.values() for spec in fields_of(kind)), key=len)
    async with author_at(workspace, size=(80, 24)) as author:
        await opens(author, 2, "1.", "path")
        author.sees(f"{longest} ‹")


async def test_a_word_and_what_is_typed_behind_it_are_parted(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await opens(author, 2, "2.", "text")
        author.sees("‹ toml › { not")


@pytest.mark.parametrize("key", ["right", "left"])
async def test_a_walk_through_every_kind_comes_back_to_the_check_as_it_was(
    workspace: Path, key: str
) -> None:
    async with author_at(workspace) as author:
        before = author.session.manuscript.text
        await opens(author, 4, "kind")
        for _ in KINDS:
            await author.presses(key)
        assert label(author) == "kind"
        assert author.session.manuscript.text == before
        assert not author.session.manuscript.can_undo


async def test_kinds_are_walked_through_looked_at_and_undone_by_one_key(workspace: Path) -> None:
    async with author_at(workspace) as author:
        before = author.session.checkpoint("march").check
        await opens(author, 4, "kind")
        await author.presses("right", "right", "tab", "shift+tab", "left")
        author.sees("‹ ran ›")
        await author.presses("left")
        assert author.session.checkpoint("march").check == before
        await author.presses("right", "right", "escape", "u")
        assert author.session.checkpoint("march").check == before
        assert not author.session.manuscript.can_undo


async def test_a_check_that_was_added_is_not_lost_on_a_walk_that_began_before(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await opens(author, 4, "kind")
        while "‹ all_of ›" not in author.shown():
            await author.presses("right")
        await goes_to(author, "1.")
        await author.presses("plus")
        await goes_to(author, "kind")
        await author.presses("right", "left")
        assert kinds(author, "march") == ["tool_called", "tool_called"]


async def test_a_walk_of_a_check_inside_another_leaves_the_other_as_it_was(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before = author.session.manuscript.text
        await opens(author, 2, "2.", "kind")
        await author.presses("right", "right")
        assert kinds(author, "fix")[1] not in ("file", "tool_called")
        await author.presses("left", "left")
        assert author.session.manuscript.text == before


def words_in(author: Author, wanted: str) -> str:
    """What is seen of the text in a row."""
    row = next(row for row in author.screen.query(Row) if row.row.label == wanted)
    place = row.query_one(Field).region
    return author.shown().splitlines()[place.y][place.x : place.right].rstrip()


LONG = " ".join(f"word{number:02}" for number in range(30))


@pytest.mark.parametrize("sizes", [((80, 24), (130, 40)), ((160, 48), (70, 24))])
async def test_a_field_shows_what_surrounds_its_cursor_whatever_becomes_of_its_size(
    workspace: Path, sizes: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    first, second = sizes
    async with author_at(workspace, size=first) as author:
        await opens(author, 0, "title")
        await author.presses("ctrl+u")
        await author.types(LONG)
        for size in (second, first):
            assert words_in(author, "title").endswith("word29")
            await author.pilot.resize_terminal(*size)
            await author.settles()
        assert words_in(author, "title").endswith("word29")
        await author.presses("home")
        for size in (second, first):
            assert words_in(author, "title").startswith("word00")
            await author.pilot.resize_terminal(*size)
            await author.settles()


@pytest.mark.parametrize("size", SIZES)
async def test_a_field_is_read_from_its_beginning_and_edited_where_its_cursor_stands(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        await opens(author, 0, "title")
        await author.presses("ctrl+u")
        await author.types(LONG)
        await author.presses("tab")
        assert words_in(author, "title").startswith("word00")
        await author.pilot.resize_terminal(130, 40)
        await author.settles()
        assert words_in(author, "title").startswith("word00")
        await author.presses("shift+tab")
        assert words_in(author, "title").endswith("word29")
        note = author.session.checkpoint("reproduce").note
        assert words_in(author, "note") == note[: len(words_in(author, "note"))]
        await goes_to(author, "note")
        assert words_in(author, "note").endswith(note[-9:])


@pytest.mark.parametrize("size", SIZES)
async def test_the_key_bar_offers_what_can_be_done_with_a_check_inside_another(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        # A `never` holds one check, a `before` two of their own, an `all_of` any number.
        for place, row in ((6, "check"), (0, "first")):
            await opens(author, place, row)
            author.sees("enter open check")
            author.misses("add check")
            author.misses("remove check")
            before = author.session.manuscript.text
            await author.presses("plus", "minus")
            author.sees("the only check stays")
            assert author.session.manuscript.text == before
            await author.presses("escape")
        await opens(author, 2, "1.")
        author.sees("+ add check", "- remove check")
        await author.presses("minus")
        author.sees("+ add check")
        author.misses("remove check")
        await author.presses("plus")
        author.sees("- remove check")


async def test_every_line_that_is_pasted_into_a_field_is_kept(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await opens(author, 0, "note")
        await author.presses("end", "ctrl+u")
        author.app.post_message(Paste("first line\nsecond line\r\nthird line"))
        await author.settles()
        await author.types(".")
        note = author.session.checkpoint("reproduce").note
        assert note == "first line second line third line."


@pytest.mark.parametrize(("key", "letter"), [("alt+u", "u"), ("alt+shift+g", "G")])
async def test_a_letter_right_behind_esc_is_no_letter_of_the_field_that_was_left(
    workspace: Path, key: str, letter: str
) -> None:
    async with author_at(workspace) as author:
        before = author.session.checkpoint("reproduce")
        await opens(author, 0, "title")
        await author.types("x")
        # As terminals send it that give a key and its escape sequence alike.
        author.app.post_message(Key(key, letter))
        await author.settles()
        assert author.app.focused is author.screen.query_one("#list")
        title = author.session.checkpoint("reproduce").title
        assert title == (before.title if letter == "u" else f"{before.title}x")
        assert (author.screen.selected == "claims") == (letter == "G")
