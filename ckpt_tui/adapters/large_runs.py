"""Which recordings are large."""

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.workspace import TRACES_NAME

LARGE: Final = 32 << 20
"""Bytes from which a recording is worth a second copy of it in another process."""

_LOOKED_AT: Final = 1000


def may_have_large_ones(workspace: Path, task: str) -> bool:
    """Whether a task has a large sample, as far as a short look at its folder shows."""
    with suppress(OSError), os.scandir(workspace / TRACES_NAME / task) as found:
        return any(is_large(Path(entry)) for entry in islice(found, _LOOKED_AT))
    return False


def is_large(recording: Path) -> bool:
    """Whether a file, or one in a run's folder, is large."""
    with suppress(OSError):
        if not recording.is_dir():
            return recording.stat().st_size >= LARGE
        with os.scandir(recording) as found:
            files = (entry for entry in islice(found, _LOOKED_AT) if entry.is_file())
            return any(entry.stat().st_size >= LARGE for entry in files)
    return False
