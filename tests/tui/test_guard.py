"""The last line of defence, under a headless driver and under a real terminal."""

import os
import pty
import select
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.color import Color
from textual.content import Content
from textual.widgets import Static

from ckpt_tui.core.display import plain
from ckpt_tui.tui.guard import Backstop, SafeApp
from tests.hostile import PAYLOADS, RAW_MARKS

ROOT = Path(__file__).resolve().parents[2]
BLACK = Color(0, 0, 0)


class OneText(SafeApp[None]):
    """A Static that parses markup, which no widget of ours does; counts what was run."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.markup = markup
        self.ran: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static(self.markup)

    def action_accept_all(self) -> None:
        self.ran.append("accept_all")

    async def action_quit(self) -> None:
        self.ran.append("quit")


def drawn(app: SafeApp) -> list[Segment]:
    filters = app.get_line_filters()
    assert isinstance(filters[-1], Backstop)
    return [segment for line in app.screen._compositor.render_strips() for segment in line]


@pytest.mark.parametrize("payload", dict(PAYLOADS).values(), ids=dict(PAYLOADS))
def test_no_payload_passes_the_backstop(payload):
    segments = [Segment("│"), Segment(payload, Style(bold=True)), Segment(" " * 400), Segment("│")]
    width = sum(segment.cell_length for segment in segments)
    found = Backstop().apply(segments, BLACK)
    text = "".join(segment.text for segment in found)

    assert plain(text) == text
    assert text.startswith("│")
    assert text.endswith("│")
    assert sum(segment.cell_length for segment in found) == width
    assert plain(payload) in text


def test_clean_segments_pass_untouched():
    segments = [Segment("✓ 中文 é", Style(color="red")), Segment("  ", Style(meta={"row": 3}))]

    assert Backstop().apply(segments, BLACK) is segments


def test_links_and_actions_leave_a_style_and_other_meta_data_stays():
    style = Style(link="https://evil.test/\x1b]0;x\x07", meta={"@click": "app.quit", "row": 3})
    (found,) = Backstop().apply([Segment("x", style)], BLACK)

    assert found.style is not None
    assert found.style.link is None
    assert found.style.meta == {"row": 3}


def test_a_line_without_blanks_keeps_its_width():
    found = Backstop().apply([Segment("\u202eab"), Segment("cd")], BLACK)

    assert "".join(segment.text for segment in found) == "⟨202"


@pytest.mark.parametrize(
    "action",
    ["app.accept_all", "app.quit", "app.simulate_key('ctrl+q')", "app.screenshot('x.svg','.')"],
)
async def test_a_click_on_markup_runs_nothing(action, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app = OneText(f"[@click={action}]click me[/]")
    async with app.run_test() as pilot:
        await pilot.click(Static, offset=(2, 0))
        await pilot.pause()

        assert app.ran == []
        assert not list(tmp_path.iterdir())
        assert all(
            not (segment.style and segment.style.meta.get("@click")) for segment in drawn(app)
        )


async def test_actions_of_a_style_are_refused_even_where_the_line_filter_is_off():
    app = OneText("[@click=app.accept_all]click me[/]")
    async with app.run_test() as pilot:
        app._backstop.enabled = False
        app.get_line_filters = list
        app.screen.refresh()
        await pilot.pause()
        await pilot.click(Static, offset=(2, 0))
        await pilot.pause()

        assert app.ran == []


async def test_notifications_and_clipboard_carry_no_markup_and_no_controls():
    app = OneText("x")
    async with app.run_test() as pilot:
        for _, payload in PAYLOADS:
            app.notify(payload, title=payload, markup=True)
            app.copy_to_clipboard(payload)
            assert plain(app.clipboard) == app.clipboard
        await pilot.pause()
        assert all(plain(segment.text) == segment.text for segment in drawn(app))
        app.action_screenshot("stolen.svg", "/")
        await app.action_simulate_key("q")
        app.open_url("file:///etc/passwd")


async def test_what_is_printed_after_the_app_is_tame(capsys):
    app = OneText("x")
    async with app.run_test():
        app.exit(message="".join(payload for _, payload in PAYLOADS) + "\nsecond [b]line[/b]")
    app._print_error_renderables()
    printed = capsys.readouterr().err

    assert plain(printed.replace("\n", "")) == printed.replace("\n", "")
    assert "␛]52;c" in printed
    assert "second [b]line[/b]" in printed


async def test_a_scroll_bar_still_works():
    class Tall(SafeApp[None]):
        CSS = "Static { height: 200; }"

        def compose(self) -> ComposeResult:
            yield Static(Content("x"))

    app = Tall()
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.click(offset=(39, 18))
        await pilot.pause()
        assert app.screen.scroll_offset.y > 0


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
def test_nothing_of_a_payload_reaches_a_real_terminal(size):
    output = terminal_output("safe", size)

    assert "␛]52;c" in output
    assert [mark for mark in RAW_MARKS if mark in output] == []


def test_the_same_app_without_the_guard_would_be_caught():
    output = terminal_output("bare", (80, 24))

    assert len([mark for mark in RAW_MARKS if mark in output]) >= 8


def terminal_output(base: str, size: tuple[int, int]) -> str:
    """Everything that the app writes to a terminal of a size until it leaves."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    environment = {
        **os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT),
        "TEXTUAL_ANIMATIONS": "none",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "tests.tui.guard_app", base],
        cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True,
    ) as app:  # fmt: skip
        os.close(theirs)
        output = b"".join(_read_all(ours))
        os.close(ours)
        assert app.wait(30) == 0, output.decode(errors="replace")[-2000:]
    return output.decode(errors="replace")


def _read_all(terminal: int):
    while select.select([terminal], [], [], 30)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            return
        if not piece:
            return
        yield piece
