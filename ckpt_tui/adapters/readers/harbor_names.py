"""What a trial of Harbor is called, and the files of one."""

from pathlib import Path
from typing import Final

FORMAT: Final = "harbor-trial"
RESULT: Final = "result.json"
TRAJECTORY: Final = Path("agent", "trajectory.json")
