"""A question stays above its choices, however long it is."""

import pytest
from textual.app import App

from ckpt_tui.tui.screens.asking import Ask


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_nothing_of_a_long_question_stands_beside_its_choices(size):
    question = "\n".join(["a line of the question " * 9] * 60)
    app = App()
    async with app.run_test(size=size) as pilot:
        await app.push_screen(Ask(question, "(r) restore it · (q) leave", ("r", "q")))
        await pilot.pause()
        strips = app.screen._compositor.render_strips()
        lines = ["".join(segment.text for segment in strip) for strip in strips]
        [row] = [line for line in lines if "(r)" in line]
        assert row.strip(" │") == "(r) restore it · (q) leave"
