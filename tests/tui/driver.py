"""A robot author, so that journeys read as stories."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.tui.app import CkptApp
from ckpt_tui.tui.screens.edit import EditScreen
from ckpt_tui.wiring import open_workbench

ROOT = Path(__file__).resolve().parents[2]


class Author:
    """Presses keys and looks at the screen."""

    def __init__(self, app: CkptApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> EditScreen:
        return next(s for s in self.app.screen_stack if isinstance(s, EditScreen))

    @property
    def session(self) -> AuthoringSession:
        return self.screen.session

    async def settles(self) -> None:
        """Wait until nothing is being opened, decided or drawn."""
        while True:
            await self.pilot.pause()
            groups = ("default", "decide", "form", "controls", "file")
            workers = [w for w in self.app.workers if w.group in groups]
            if not workers:
                break
            await self.app.workers.wait_for_complete(workers)
        await self.pilot.pause()

    async def presses(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settles()

    async def types(self, text: str) -> None:
        await self.pilot.press(*(_key(char) for char in text))
        await self.settles()

    async def commands(self, line: str) -> None:
        await self.presses("colon")
        await self.types(line)
        await self.presses("enter")

    def shown(self) -> str:
        """The screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    def sees(self, *texts: str) -> None:
        shown = self.shown()
        for text in texts:
            assert text in shown, f"{text!r} is not on the screen:\n{shown}"

    def misses(self, text: str) -> None:
        assert text not in self.shown()


def _key(char: str) -> str:
    names = {" ": "space", "_": "underscore", "-": "minus", ".": "full_stop", "/": "slash"}
    return names.get(char, char)


def copied_workspace(folder: Path, task: str = "task_042") -> Path:
    """A workspace of its own with the sample task."""
    for part in ("checklists", "sample_traces"):
        shutil.copytree(ROOT / part / task, folder / part / task)
    return folder


@asynccontextmanager
async def author_at(
    workspace: Path, task: str = "task_042", size: tuple[int, int] = (160, 48)
) -> AsyncIterator[Author]:
    app = CkptApp(task, [], lambda: AuthoringSession(task, open_workbench(workspace)))
    async with app.run_test(size=size) as pilot:
        author = Author(app, pilot)
        await author.settles()
        yield author
        # Leaving by a key ends this before the widgets go; the pilot takes the widgets first.
        app.workers.cancel_all()
