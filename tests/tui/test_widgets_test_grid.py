"""The test grid: what it shows, what it repaints, where the cursor goes."""

import pytest
from textual.geometry import Region

from ckpt_tui.core.scoring import Credit
from ckpt_tui.core.verdict import Status
from ckpt_tui.tui.present import verdict_look
from ckpt_tui.tui.widgets.grid_view import GridColumn, GridRow
from ckpt_tui.tui.widgets.test_grid import TestGrid
from tests.hostile import PAYLOADS
from tests.tui.widget_host import Host, shown

SIZES = [(80, 24), (160, 48)]
LOOKS = [
    verdict_look(Status.PASS, Credit.CREDITED),
    verdict_look(Status.FAIL, Credit.FAILED),
    verdict_look(Status.FAIL, Credit.BLOCKED),
    verdict_look(Status.PASS, Credit.BLOCKED),
    verdict_look(Status.UNAVAILABLE, Credit.OPEN),
    verdict_look(Status.PASS, Credit.CREDITED),
    verdict_look(None),
]
BITS = (True, False, None)


def look(row: int, column: int):
    return LOOKS[(row * 3 + column * 5) % len(LOOKS)]


def grid(rows: int, columns: int) -> TestGrid:
    widget = TestGrid()
    widget.show(
        [GridRow(n + 1, f"Checkpoint {n + 1} sees the tests pass") for n in range(rows)],
        [GridColumn(f"r{n} model", f".{n % 100:02}", BITS[n % 3]) for n in range(columns)],
        [[look(row, column) for column in range(columns)] for row in range(rows)],
    )
    return widget


async def test_few_traces_show_words_scores_and_official_bits():
    async with Host(grid(4, 3)).run_test(size=(120, 20)) as pilot:
        lines = [" ".join(line.split()) for line in shown(pilot.app.widget)]

    assert lines[:7] == [
        "▾ r0 model r0 model r1 model r2 model",
        "▸1 Checkpoint 1 sees the tests pass [✓ pass] ✓ pass ⊘ blocked, met 2✓ 1⊘",
        "2 Checkpoint 2 sees the tests pass ⊘ blocked, met ✗ FAIL ◌ deciding 1⊘ 1✗ 1◌",
        "3 Checkpoint 3 sees the tests pass ◌ deciding ∅ unavailable ⊘ blocked 1◌ 1∅ 1⊘",
        "4 Checkpoint 4 sees the tests pass ⊘ blocked ✓ pass ✓ pass 2✓ 1⊘",
        "score .00 .01 .02",
        "official PASS FAIL unknown",
    ]


async def test_titles_labels_and_scores_stay_in_view_while_cells_scroll():
    app = Host(grid(60, 200))
    async with app.run_test(size=(100, 40)) as pilot:
        app.widget.cell = (55, 190)
        await pilot.pause()
        lines = shown(app.widget)
        laid = app.widget.laid
        row = next(line for line in lines if line.startswith("▸"))

        assert row.startswith("▸56 Checkpoint 56")
        assert f"[{look(55, 190).glyph}]" in row
        assert "score" in lines[-2]
        assert "official" in lines[-1]
        heads = "\n".join(lines[: laid.head])
        x = laid.title + 190 * laid.cell - app.widget.scroll_offset.x + 1
        assert lines[0][x : x + laid.cell].strip() == "r190"
        assert "▾ r190 model" in lines[0]
        assert heads.count("r") >= len(laid.columns_in_view(app.widget.scroll_offset.x)) - 1


@pytest.mark.parametrize("width", [40, 63, 78, 97])
async def test_no_score_is_cut_wherever_the_cells_are_scrolled_to(width):
    app = Host(grid(6, 40))
    async with app.run_test(size=(width, 20)) as pilot:
        for column, dragged in ((0, 3), (17, 49), (39, 10_000)):
            app.widget.cell = (2, column)
            await pilot.pause()
            assert set(scores(app.widget)) <= {f".{n:02}" for n in range(40)}
            assert f".{column:02}" in scores(app.widget)
            app.widget.scroll_to(x=dragged, animate=False)
            await pilot.pause()
            assert set(scores(app.widget)) <= {f".{n:02}" for n in range(40)}
        assert ".39" in scores(app.widget)


def scores(widget: TestGrid) -> list[str]:
    (line,) = (line for line in shown(widget) if line.lstrip().startswith("score"))
    return line.split()[1:]


async def test_every_cell_is_drawn_where_the_layout_says():
    app = Host(grid(60, 200))
    async with app.run_test(size=(100, 30)) as pilot:
        for row, column in ((0, 0), (59, 199), (31, 77)):
            app.widget.cell = (row, column)
            await pilot.pause()
            laid, scroll = app.widget.laid, app.widget.scroll_offset
            lines = shown(app.widget)
            for y in range(laid.rows_in_view):
                for place in laid.columns_in_view(scroll.x):
                    x = laid.title + place * laid.cell - scroll.x + 1
                    if laid.title <= x < laid.title + laid.view_width:
                        glyph = lines[laid.head + y][x]
                        assert glyph == look(scroll.y + y, place).glyph
                        assert laid.cell_at((x, laid.head + y), scroll) == (scroll.y + y, place)


async def test_changed_cells_repaint_only_themselves(monkeypatch):
    app = Host(grid(60, 200))
    async with app.run_test(size=(100, 30)) as pilot:
        widget = app.widget
        painted: list[Region] = []
        refresh = widget.refresh
        monkeypatch.setattr(
            widget, "refresh", lambda *regions, **_: painted.extend(regions) or refresh(*regions)
        )
        before = shown(widget)
        widget.set_cells([(3, 2, verdict_look(Status.ERROR)), (50, 2, verdict_look(Status.ERROR))])
        await pilot.pause()
        after = shown(widget)
        laid = widget.laid

        changed = [y for y, pair in enumerate(zip(before, after, strict=True)) if len({*pair}) > 1]
        assert changed == [laid.head + 3]
        assert "!" in after[laid.head + 3]
        assert all(region.height == 1 and region.width <= 18 for region in painted)

        painted.clear()
        widget.set_cells([(3, 2, verdict_look(Status.ERROR))])
        assert painted == []


async def test_changed_scores_show_in_the_foot():
    app = Host(grid(4, 3))
    async with app.run_test(size=(120, 20)) as pilot:
        app.widget.set_columns([(1, GridColumn("r1 model", ".99", passed=True))])
        await pilot.pause()
        assert " ".join(shown(app.widget)[5].split()) == "score .00 .99 .02"
        assert " ".join(shown(app.widget)[6].split()) == "official PASS PASS unknown"


@pytest.mark.parametrize(
    ("columns", "cells"), [(3, ".00 sql .01 .02 api"), (20, ".00 .01 .02")], ids=["wide", "narrow"]
)
async def test_the_route_of_a_score_is_named_in_wide_cells_and_for_the_chosen_trace(columns, cells):
    app = Host(grid(4, columns))
    async with app.run_test(size=(120, 20)) as pilot:
        widget = app.widget
        routes = [
            (0, GridColumn("r0", ".00", route="sql")),
            (2, GridColumn("r2", ".02", route="api")),
        ]
        widget.set_columns(routes)
        for place, name in ((0, "· sql"), (2, "· api"), (1, "")):
            widget.cell = (1, place)
            await pilot.pause()
            [foot] = [line for line in shown(widget) if line.startswith(" score")]
            assert " ".join(foot.split()).startswith(f"score {name} {cells}".replace("  ", " "))


async def test_the_cursor_stays_inside():
    app = Host(grid(5, 4))
    async with app.run_test(size=(80, 24)) as pilot:
        widget = app.widget
        widget.cell = (2, 2)
        moves = (lambda: widget.move(1), lambda: widget.move_column(9), widget.end)
        others = (lambda: widget.page(-1), widget.home, lambda: widget.move_column(-9))
        places = [(move(), widget.cell)[1] for move in (*moves, *others)]
        await pilot.pause()
        assert places == [(3, 2), (3, 3), (4, 3), (0, 3), (0, 3), (0, 0)]
        widget.cell = (4, 3)
        widget.show([GridRow(1, "one")], [GridColumn("a")], [[LOOKS[0]]])
        assert widget.cell == (0, 0)
        widget.show([], [], [])
        await pilot.pause()
        assert "".join(shown(widget)).strip() == ""


async def test_a_click_selects_a_cell_and_a_second_one_chooses_it():
    app = Host(grid(60, 200))
    async with app.run_test(size=(100, 30)) as pilot:
        laid = app.widget.laid
        await pilot.click(TestGrid, offset=(laid.title + 3 * laid.cell + 1, laid.head + 4), times=2)
        await pilot.click(TestGrid, offset=(2, laid.head + 9))

        assert app.widget.cell == (4, 3)
        assert [type(message).__name__ for message in app.said] == ["Chosen"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("rows", "columns"), [(8, 5), (60, 200)])
def test_the_grid_looks_as_accepted(snap_compare, size, rows, columns):
    widget = grid(rows, columns)
    widget.cell = (3, 2)

    assert snap_compare(Host(widget), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_hostile_grid_looks_as_accepted(snap_compare, size):
    widget = TestGrid()
    widget.show(
        [GridRow(n, payload) for n, (_, payload) in enumerate(PAYLOADS, 1)],
        [GridColumn(payload, payload) for _, payload in PAYLOADS],
        [[LOOKS[0]] * len(PAYLOADS)] * len(PAYLOADS),
    )

    assert snap_compare(Host(widget), terminal_size=size)


@pytest.mark.parametrize(("size", "count"), [((80, 24), 40), ((160, 48), 200)], ids=str)
async def test_short_names_are_shown_whole_where_the_grid_scrolls_in_any_case(size, count):
    names = [f"run{n // 100}/{n % 100:02}" for n in range(count)]
    widget = TestGrid()
    widget.show([GridRow(1, "one")], [GridColumn(name) for name in names], [[LOOKS[0]] * count])
    async with Host(widget).run_test(size=size) as pilot:
        for column in (0, count - 1):
            widget.cell = (0, column)
            await pilot.pause()
            head = shown(widget)[0].split()
            in_view = widget.columns_in_view
            assert column in in_view
            assert head[2:] == names[in_view.start : in_view.stop]


async def test_words_of_long_names_are_not_parted_where_the_grid_scrolls_in_any_case():
    names = ["whole cents", "invents a test run", "nudges the float", "weakens the tests"] * 3
    widget = TestGrid()
    widget.show([GridRow(1, "one")], [GridColumn(name) for name in names], [[LOOKS[0]] * 12])
    async with Host(widget).run_test(size=(60, 20)):
        head = {word for line in shown(widget)[:6] for word in line.split()}
        words = {word for name in names[:4] for word in name.split()}
        assert len(words & head) >= len({"whole", "cents", "invents", "nudges"})
        assert not {"whol", "inve", "nudg", "weak"} & head
