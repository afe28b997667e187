"""One checkpoint and one run are selected, and every pane of the Edit screen points at them."""

from pathlib import Path

import pytest

from ckpt_tui.tui.widgets.checkpoint_list import CheckpointList
from ckpt_tui.tui.widgets.field import Field
from ckpt_tui.tui.widgets.form import CheckpointForm
from ckpt_tui.tui.widgets.step_list import StepList
from ckpt_tui.tui.widgets.test_grid import TestGrid
from tests.tui.driver import Author, author_at, copied_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def selection(author: Author) -> tuple[int, int]:
    """The row and the run that are selected, which every cursor has to be at."""
    screen = author.screen
    row = author.session.ids().index(screen.selected)
    assert screen.query_one("#list", CheckpointList).cursor == row
    assert screen.query_one("#grid", TestGrid).cell == (row, screen.run)
    return row, screen.run


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_the_list_the_grid_and_the_run_are_one_selection_whatever_moves_it(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        row, run = selection(author)
        for key, there in (
            ("1", (row, run)),
            ("g", (0, run)),
            ("j", (1, run)),
            ("4", (1, run)),
            ("j", (2, run)),
            ("h", (2, run - 1)),
            ("h", (2, run - 2)),
            ("k", (1, run - 2)),
            ("l", (1, run - 1)),
            ("G", (8, run - 1)),
            ("g", (0, run - 1)),
        ):
            await author.presses(key)
            assert selection(author) == there, key
        for key in ("L", "H", "f", "T", "T", "right_square_bracket", "4", "enter", "u", "D", "u"):
            await author.presses(key)
            selection(author)


async def test_moving_to_a_cell_shows_its_run_its_step_and_its_verdict(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "4", "h")
        screen = author.screen
        place = author.session.place(screen.run, "reproduce")
        assert place.checkpoint == screen.selected
        assert screen.query_one("#trace", StepList).cursor == place.step
        author.sees(author.session.runs.samples[screen.run].label)
        await author.presses("enter")
        assert author.app.focused is screen.query_one("#trace")
        assert screen.query_one("#trace", StepList).cursor == place.step


async def test_a_click_into_the_grid_selects_and_a_second_one_goes_to_the_step(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        laid = author.screen.query_one("#grid", TestGrid).laid
        there = (laid.title + 2 * laid.cell + 2, laid.head + 4)
        await author.pilot.click("#grid", offset=there)
        await author.settles()
        assert selection(author) == (3, 2)
        await author.pilot.click("#grid", offset=there, times=2)
        await author.settles()
        assert selection(author) == (3, 2)
        assert author.app.focused is author.screen.query_one("#trace")


async def test_a_form_that_is_open_follows_the_selection(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "enter")
        for keys in (("1", "j"), ("4", "j", "h"), ("1", "f")):
            author.screen.focus_pane({"1": "list", "4": "grid"}[keys[0]])
            await author.presses(*keys[1:])
            selection(author)
            fields = author.screen.query_one(CheckpointForm).query(Field)
            assert author.screen.selected in [field.value for field in fields]


async def test_a_click_into_the_grid_moves_nothing_while_a_checkpoint_is_grabbed(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before = selection(author)
        await author.presses("1", "M")
        laid = author.screen.query_one("#grid", TestGrid).laid
        await author.pilot.click("#grid", offset=(laid.title + 2, laid.head + 2))
        await author.settles()
        assert selection(author) == before
        author.sees("not while a checkpoint is grabbed")
