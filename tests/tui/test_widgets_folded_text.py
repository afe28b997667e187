"""Folded text: all of it can be read, whatever its length, and nothing of it steers a terminal."""

from ckpt_tui.tui.widgets.folded_text import FoldedText
from tests.hostile import PAYLOADS
from tests.tui.widget_host import Host, shown

SIZE = (40, 10)


def rows_of(text: FoldedText) -> list[str]:
    return [line.rstrip() for line in shown(text)]


async def test_lines_are_folded_at_the_width_and_scrolled_to_the_last() -> None:
    text = FoldedText("first\n" + "word " * 20 + "\n" + "\n".join(map(str, range(100_000))))
    async with Host(text).run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert rows_of(text)[:2] == ["first", ("word " * 7).rstrip()]
        assert rows_of(text)[4] == "0"
        text.move(200_000)
        await pilot.pause()
        assert rows_of(text)[-1] == "99999"
        await pilot.resize_terminal(20, 10)
        await pilot.pause()
        text.move(-200_000)
        await pilot.pause()
        assert rows_of(text)[1] == ("word " * 3).rstrip()


async def test_nothing_that_steers_a_terminal_is_drawn() -> None:
    text = FoldedText("\n".join(payload for _, payload in PAYLOADS))
    async with Host(text).run_test(size=SIZE) as pilot:
        await pilot.pause()
        drawn = "".join(rows_of(text))
        assert "\x1b" not in drawn
        assert "\x9b" not in drawn
        assert drawn.strip()
