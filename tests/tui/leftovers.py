"""What a session leaves that ended without writing."""

import subprocess
import sys
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
"""


def leave_unwritten(workspace: Path, title: str, task: str = "task_042") -> None:
    """A session gives the first checkpoint a title, and ends."""
    command = [sys.executable, "-c", _SESSION, str(workspace), task, title]
    subprocess.run(command, check=True)
