"""The help on the screen: no line is cut, every glyph has its words, and its keys work."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ckpt_tui.help import PAGES
from ckpt_tui.tui import present
from ckpt_tui.tui.legend import LEGEND
from ckpt_tui.tui.present import Look
from tests.tui.driver import author_at, copied_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


async def test_no_line_of_any_page_is_cut_wherever_one_comes_from(workspace: Path) -> None:
    """A short page has no scroll bar and a long one has; lines end before it either way."""
    async with author_at(workspace, size=(80, 24)) as author:
        await author.presses("question_mark")
        for _ in range(len(PAGES) + 3):
            await author.pilot.press("l")
            for _ in range(6):
                await author.pilot.press("pagedown")
                cut = [line for line in author.shown().split("\n")[1:-1] if "…  " in line]
                assert cut == []


@pytest.mark.parametrize(("first", "last"), [("g", "G"), ("home", "end")])
async def test_the_help_goes_to_its_ends_by_the_keys_that_it_lists(
    workspace: Path, first: str, last: str
) -> None:
    async with author_at(workspace, size=(80, 24)) as author:
        await author.presses("question_mark")
        top = author.shown()
        await author.presses(last)
        author.misses("Down in the pane")
        author.sees("all others wait")
        await author.presses(first)
        assert author.shown() == top


def test_every_look_has_its_words_in_the_help() -> None:
    told = [told.look for _, group in LEGEND for told in group]
    kept = [it for it in vars(present).values() if isinstance(it, Look)]
    tables = [it for it in vars(present).values() if isinstance(it, Mapping)]
    listed = [it for table in tables for it in table.values() if isinstance(it, Look)]
    assert {*kept, *listed} == set(told)
    assert len(told) == len(set(told))


def test_no_glyph_of_one_kind_stands_for_two_things() -> None:
    """But what is off and what is not taken are alike, as are the two that are blocked."""
    for _, group in LEGEND:
        glyphs = {told.look.glyph for told in group}
        assert len(group) - len(glyphs) <= 1


async def test_the_glyphs_are_a_page_of_the_help(workspace: Path) -> None:
    async with author_at(workspace, size=(160, 48)) as author:
        await author.presses("question_mark", "l")
        for _, group in LEGEND:
            for look, meaning in group:
                author.sees(f"{look.glyph}  {look.word}", meaning)
