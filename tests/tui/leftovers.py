"""What a session leaves that ended without writing."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SESSION = """
import sys
from pathlib import Path
from msgspec.structs import replace
from ckpt_tui.core.edits import ReplaceCheckpoint
from ckpt_tui.services.manuscript import Manuscript
from ckpt_tui.wiring import open_workbench

workspace, task, title = sys.argv[1:]
manuscript = Manuscript(task, open_workbench(Path(workspace)))
point = manuscript.checklist.checkpoints[0]
manuscript.edit([ReplaceCheckpoint(id=point.id, checkpoint=replace(point, title=title))])
print("left", flush=True)
sys.stdin.read()
"""


def leave_unwritten(workspace: Path, title: str) -> None:
    """A session gives the first checkpoint a title, and ends."""
    with editing_elsewhere(workspace, title):
        pass


@contextmanager
def editing_elsewhere(workspace: Path, title: str) -> Iterator[int]:
    """The process of a session that gave the first checkpoint a title and lives on."""
    command = [sys.executable, "-c", _SESSION, str(workspace), "task_042", title]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as session:
        assert session.stdout
        assert session.stdout.readline() == b"left\n"
        yield session.pid
