"""The list of steps: what a row says, what it decodes, where the cursor goes."""

import pytest

from ckpt_tui.core.steps import ListSteps
from ckpt_tui.tui.widgets.lines import Rows
from ckpt_tui.tui.widgets.step_list import StepList
from tests.tui.widget_host import Host, ManySteps, hostile_steps, ordinary_steps, shown

SIZES = [(80, 24), (160, 48)]


def listing(steps) -> StepList:
    widget = StepList()
    widget.steps = steps
    return widget


async def test_a_row_tells_tool_argument_and_result():
    async with Host(listing(ListSteps(ordinary_steps()))).run_test(size=(80, 12)) as pilot:
        rows = shown(pilot.app.widget)

    assert " ".join(rows[0].split()) == "▸ 0 § system You are a careful engineer."
    assert " ".join(rows[2].split()) == "2 ● bash ls -la && git log --oneline | head exit 0"
    assert rows[3].endswith("exit 1")
    assert " ".join(rows[4].split()) == "4 ● str_replace_editor ledger/totals.py +12 -3"
    assert rows[5].endswith("no answer")
    assert rows[6].split()[:4] == ["6", "●", "python", "+1"]
    assert rows[6].endswith("error")
    assert "$ ␛[32mok␛[0m" in rows[7]
    assert "reviewer 总计 1,000.00" in rows[9]
    assert rows[9].rstrip().endswith("…")


async def test_only_steps_in_view_are_decoded():
    steps = ManySteps()
    async with Host(listing(steps)).run_test(size=(80, 24)) as pilot:
        pilot.app.widget.end()
        await pilot.pause()
        pilot.app.widget.home()
        await pilot.pause()

        assert len(set(steps.looked_at)) <= 48


async def test_the_cursor_stays_inside_and_tells_nothing_that_its_mover_knows():
    app = Host(listing(ManySteps()))
    async with app.run_test(size=(80, 24)) as pilot:
        rows = app.widget
        rows.cursor = 500
        await pilot.pause()
        moves = (lambda: rows.move(-1), lambda: rows.page(1), rows.end, lambda: rows.move(5))
        places = [(move(), rows.cursor)[1] for move in (*moves, rows.home, lambda: rows.move(-3))]
        await pilot.pause()

        assert places == [499, 522, 99_999, 99_999, 0, 0]
        assert rows.scroll_offset.y == 0
        assert not app.said


async def test_the_cursor_scrolls_into_view_and_no_further():
    async with Host(listing(ManySteps())).run_test(size=(80, 24)) as pilot:
        rows = pilot.app.widget
        rows.move(10)
        assert rows.scroll_offset.y == 0
        rows.move(20)
        await pilot.pause()
        assert rows.scroll_offset.y == 7
        assert shown(rows)[-1].startswith("▸")


async def test_a_click_selects_the_row_under_it_and_a_second_one_chooses_it():
    app = Host(listing(ManySteps()))
    async with app.run_test(size=(80, 24)) as pilot:
        app.widget.cursor = 100
        await pilot.pause()
        top = app.widget.scroll_offset.y
        await pilot.click(StepList, offset=(10, 3), times=2)

        assert app.widget.cursor == top + 3
        assert [type(message) for message in app.said] == [Rows.Moved, Rows.Chosen]


async def test_fewer_steps_pull_the_cursor_back():
    app = Host(listing(ManySteps()))
    async with app.run_test(size=(80, 24)) as pilot:
        app.widget.cursor = 5_000
        app.widget.steps = ListSteps(ordinary_steps())
        await pilot.pause()
        assert app.widget.cursor == 9
        app.widget.steps = None
        await pilot.pause()
        assert app.widget.cursor == 0
        assert "".join(shown(app.widget)).strip() == ""


async def test_marks_and_highlights_show_in_the_row():
    app = Host(listing(ListSteps(ordinary_steps())))
    async with app.run_test(size=(80, 12)) as pilot:
        app.widget.marks = {3: "✓", 4: "✗"}
        app.widget.highlight = frozenset({3})
        await pilot.pause()

        assert [line[1] for line in shown(app.widget)[2:5]] == [" ", "✓", "✗"]


@pytest.mark.parametrize("size", SIZES)
def test_the_list_looks_as_accepted(snap_compare, size):
    widget = listing(ListSteps(ordinary_steps()))
    widget.marks = {2: "✓", 3: "✓", 4: "✗"}
    widget.highlight = frozenset({3})
    widget.cursor = 4

    assert snap_compare(Host(widget), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_hostile_steps_look_as_accepted(snap_compare, size):
    assert snap_compare(Host(listing(ListSteps(hostile_steps()))), terminal_size=size)
