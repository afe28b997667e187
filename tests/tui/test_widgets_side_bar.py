"""The bar beside lines, and that lines are drawn as Textual would draw them."""

from operator import eq

import pytest
from textual.events import MouseScrollDown
from textual.geometry import Region
from textual.widget import Widget

from ckpt_tui.tui.widgets.titles import Titles
from tests.tui.widget_host import Host

ROWS, HEIGHT = 1_000, 20


def titles(count: int = ROWS) -> Titles:
    widget = Titles()
    widget.titles = [(f"title {number}", str(number)) for number in range(count)]
    widget.styles.height = HEIGHT
    return widget


def bar_cells(widget: Titles) -> list[str]:
    strips = widget.render_lines(Region(0, 0, *widget.outer_size))
    return [str(strip.crop(widget.line_width).text) for strip in strips]


async def test_the_wheel_scrolls_and_the_cursor_stays():
    async with Host(titles()).run_test(size=(40, HEIGHT)) as pilot:
        await pilot._post_mouse_events([MouseScrollDown], Titles, offset=(3, 3))
        assert pilot.app.widget.scroll_offset.y > 0
        assert pilot.app.widget.cursor == 0


async def test_a_click_beside_the_thumb_turns_a_page_and_selects_nothing():
    async with Host(titles()).run_test(size=(40, HEIGHT)) as pilot:
        widget = pilot.app.widget
        await pilot.click(Titles, offset=(39, HEIGHT - 1))
        assert (widget.scroll_offset.y, widget.cursor) == (HEIGHT, 0)
        await pilot.click(Titles, offset=(39, HEIGHT - 1))
        assert (widget.scroll_offset.y, widget.cursor) == (2 * HEIGHT, 0)


async def test_the_thumb_is_dragged_with_the_mouse_until_its_button_is_up():
    app = Host(titles())
    async with app.run_test(size=(40, HEIGHT)) as pilot:
        widget = app.widget
        await pilot.mouse_down(Titles, offset=(39, 0))
        await pilot.hover(Titles, offset=(39, 10))
        assert widget.scroll_offset.y == 10 * ROWS // HEIGHT
        await pilot.hover(Titles, offset=(39, 19))
        assert widget.scroll_offset.y == 19 * ROWS // HEIGHT
        await pilot.mouse_up(Titles, offset=(39, 19))
        await pilot.hover(Titles, offset=(39, 3))
        assert widget.scroll_offset.y == 19 * ROWS // HEIGHT


async def test_the_bar_comes_and_goes_with_the_lines():
    app = Host(titles(HEIGHT))
    async with app.run_test(size=(40, HEIGHT)) as pilot:
        widget = app.widget
        assert widget.line_width == 40
        widget.titles = [("title", "")] * (HEIGHT + 1)
        await pilot.pause()
        assert widget.line_width == 38
        assert {len(cell) for cell in bar_cells(widget)} == {2}


@pytest.mark.parametrize("border", ["none", "round", "heavy"])
async def test_lines_are_drawn_as_textual_draws_them(border):
    app = Host(titles(HEIGHT // 2))
    async with app.run_test(size=(40, HEIGHT)) as pilot:
        widget = app.widget
        widget.styles.border = (border, "red")
        widget.border_title = "Titles"
        await pilot.pause()
        whole = Region(0, 0, *widget.outer_size)
        own = [list(strip.simplify()) for strip in widget.render_lines(whole)]
        theirs = [list(strip.simplify()) for strip in Widget.render_lines(widget, whole)]
        assert own == theirs


async def test_what_changes_is_drawn_anew():
    app = Host(titles())
    async with app.run_test(size=(40, HEIGHT)) as pilot:
        widget = app.widget
        whole = Region(0, 0, *widget.outer_size)
        before = widget.render_lines(whole)
        assert widget.render_lines(whole) is before
        widget.move(1)
        after = widget.render_lines(whole)
        changed = [y for y in range(HEIGHT) if before[y] != after[y]]
        assert changed == [0, 1]
        app.theme = "textual-light"
        await pilot.pause()
        assert not any(map(eq, widget.render_lines(whole), after))
