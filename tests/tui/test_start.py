"""What the first frame costs: the parts that take long to load are loaded behind it."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Event

from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.tui.app import CkptApp
from ckpt_tui.tui.screens.edit import EditScreen
from ckpt_tui.tui.screens.opening import OpeningScreen
from ckpt_tui.wiring import open_workbench
from tests.tui.driver import Author

ROOT = Path(__file__).resolve().parents[2]

# The task is opened behind the first frame, so what is loaded then was loaded for that frame.
_TO_THE_FIRST_FRAME = """
import sys
from pathlib import Path
from ckpt_tui.cli import edit, main
from ckpt_tui.adapters.checklist_outline import working_outline
from ckpt_tui.adapters.workspace import find_workspace
from ckpt_tui.errors import CkptError
from ckpt_tui.tui.app import CkptApp

def open_session():
    print(*sys.modules, sep="\\n")
    raise CkptError("seen enough")

found = working_outline(find_workspace(Path(sys.argv[1])), "task_042")
assert len(found.points) > 5
CkptApp("task_042", found.points, open_session).run(headless=True)
"""


def test_what_takes_long_to_load_is_loaded_behind_the_first_frame(tmp_path: Path) -> None:
    loaded = _run(tmp_path, _TO_THE_FIRST_FRAME, str(ROOT)).split()
    assert "ckpt_tui.tui.screens.opening" in loaded
    for slow in (
        "filelock",
        "watchfiles",
        "pydantic",
        "pydantic_core",
        "anthropic",
        "msgspec",
        "re2",
    ):
        assert slow not in loaded
    ours = [name for name in loaded if name.startswith("ckpt_tui.")]
    assert not [name for name in ours if name.startswith(("ckpt_tui.services", "ckpt_tui.ports"))]


class Watched(CkptApp):
    """Notes how many verdicts are there when the Edit screen is about to be shown."""

    CSS_PATH = [ROOT / "ckpt_tui" / "tui" / path for path in CkptApp.CSS_PATH]  # noqa: RUF012
    decided = -1

    def push_screen(self, screen, *arguments, **options):
        if isinstance(screen, EditScreen):
            session = screen.session
            checklist, runs = session.manuscript.checklist, session.runs
            self.decided = sum(runs.is_decided(checklist, run) for run in screen.order())
        return super().push_screen(screen, *arguments, **options)


async def test_what_is_decided_in_a_moment_is_decided_before_it_is_shown() -> None:
    opened = partial(AuthoringSession, "task_042", open_workbench(ROOT))
    app = Watched("task_042", (), opened)
    async with app.run_test(size=(120, 40)) as pilot:
        await Author(app, pilot).settles()
        assert app.decided > 0


async def test_a_task_that_takes_long_to_open_can_be_left() -> None:
    gate = Event()
    app = CkptApp("task_042", (("first", "First"),), lambda: gate.wait(60) and None, gate.set)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, OpeningScreen)
        await pilot.press("q")
    assert gate.is_set()
    assert app.return_code == 0
    assert app.fault is None


def test_a_task_that_is_not_there_is_refused_before_there_is_a_screen(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ckpt_tui", "-C", str(ROOT), "edit", "task_99"]
    done = subprocess.run(
        command, env=_environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "task_99" in done.stderr
    assert "\x1b" not in done.stdout


def _run(home: Path, code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, env=_environment(home), capture_output=True, text=True, check=False
    )
    assert done.stdout, done.stderr
    return done.stdout


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "XDG_STATE_HOME": str(home), "PYTHONPATH": str(ROOT)}
