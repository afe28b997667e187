"""Every state of the Edit screen as a picture, narrow and wide."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot

from ckpt_tui.errors import UsageError
from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.tui.app import CkptApp
from ckpt_tui.wiring import open_workbench
from tests.tui.driver import Author, copied_workspace

SIZES = [(80, 24), (160, 48)]

STATES: dict[str, tuple[str, ...]] = {
    "landed": (),
    "trace": ("2",),
    "step": ("3",),
    "form": ("1", "g", "enter"),
    "grid": ("4",),
    "grabbed": ("1", "M"),
    "help": ("question_mark",),
    "palette": ("ctrl+p",),
    "promote": ("2", "g", "l", "l", "p"),
    "command": ("colon",),
    "leaving": ("1", "exclamation_mark", "q"),
    "zoomed": ("2", "plus"),
    "noisy": ("H", "H", "2", "g", "l", "l", "l", "l", "l", "3"),
}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def app_at(workspace: Path, task: str = "task_042") -> CkptApp:
    return CkptApp(task, [], lambda: AuthoringSession(task, open_workbench(workspace)))


def after(*keys: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    async def before(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, CkptApp)
        pilot.app.cursor_blink = False
        author = Author(pilot.app, pilot)
        await author.settles()
        for key in keys:
            await author.presses(key)

    return before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", list(STATES))
def test_the_edit_screen_looks_as_accepted(
    snap_compare: Callable[..., bool], workspace: Path, state: str, size: tuple[int, int]
) -> None:
    app = app_at(workspace)
    assert snap_compare(app, terminal_size=size, run_before=after(*STATES[state]))


@pytest.mark.parametrize("size", SIZES)
def test_a_task_without_recordings_says_what_to_do(
    snap_compare: Callable[..., bool], tmp_path: Path, size: tuple[int, int]
) -> None:
    workspace = copied_workspace(tmp_path)
    (workspace / "sample_traces/task_042").rename(tmp_path / "elsewhere")
    assert snap_compare(app_at(workspace), terminal_size=size, run_before=after())


@pytest.mark.parametrize("size", SIZES)
def test_the_first_frame_shows_the_titles(
    snap_compare: Callable[..., bool], size: tuple[int, int]
) -> None:
    left = Event()

    def open_session() -> AuthoringSession:
        assert left.wait(60)
        raise UsageError("the picture is taken")

    titles = [("reproduce", "Sees a test fail"), ("fix", "")]
    app = CkptApp("task_042", titles, open_session, left.set)
    assert snap_compare(app, terminal_size=size)
