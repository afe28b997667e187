"""The Edit screen of a task that has no recordings yet, or one that cannot be read."""

from pathlib import Path

import pytest

from ckpt_tui.tui.widgets.test_grid import TestGrid
from tests.tui.driver import author_at, copied_workspace

WHAT_TO_DO = "put recordings into sample_traces/task_042/"
KEYS = ("L", "H", "f", "right_square_bracket", "left_square_bracket", "p", "n", "N")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    copied_workspace(tmp_path)
    (tmp_path / "sample_traces" / "task_042").rename(tmp_path / "elsewhere")
    return tmp_path


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_without_runs_nothing_claims_to_be_under_way_and_it_says_what_to_do(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        author.sees("1 Checklist", "no sample runs", WHAT_TO_DO)
        author.misses("deciding")
        await author.presses("2")
        author.sees("2 Trace · 0 steps", "No runs yet.", "The checklist can be written")
        await author.presses("4")
        author.sees("4 Test grid", "once there are runs")


@pytest.mark.parametrize("key", KEYS)
async def test_without_runs_keys_that_look_at_one_say_what_to_do(workspace: Path, key: str) -> None:
    async with author_at(workspace) as author:
        author.screen.say("")
        await author.presses(key)
        author.sees(WHAT_TO_DO)
        author.misses("of 0")
        author.screen.say("")
        await author.commands("goto 3")
        author.sees(WHAT_TO_DO)


async def test_without_runs_enter_in_the_grid_and_what_may_not_be_sealed_are_told_as_well(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("4", "enter")
        author.sees(WHAT_TO_DO)
        assert isinstance(author.app.focused, TestGrid)
        while author.screen.selected != "says-why":
            await author.presses("1", "j")
        await author.presses("greater_than_sign")
        author.sees("not to be sealed, it rests on the agent's own words alone", WHAT_TO_DO)


async def test_a_run_that_cannot_be_read_says_why_in_place_of_its_steps(tmp_path: Path) -> None:
    workspace = copied_workspace(tmp_path)
    broken = workspace / "sample_traces/task_042/noop/trajectory.json"
    broken.write_text(broken.read_text().replace('"ATIF-v', '"ATIF-x', 1).replace("steps", "stepz"))
    async with author_at(workspace, size=(80, 24)) as author:
        samples = author.session.runs.samples
        place = next(n for n, sample in enumerate(samples) if "noop" in sample.ref.path)
        author.screen.open_run(place)
        await author.presses("2")
        problem = author.session.runs.problem(place)
        assert problem is not None
        # A long path is parted at the edge of the pane.
        shown = "".join(author.shown().replace("│", " ").split())
        assert "".join(problem.split()) in shown
        await author.presses("L")
        assert problem[:30] not in author.shown()
