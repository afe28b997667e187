"""Hints that a folder changed, from the system's events or by polling where there are none."""

from asyncio import to_thread
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.looks import is_folder

_DEBOUNCE_MS: Final = 200


class WatchfilesWatch:
    """Watches folders, never single files: an atomic save replaces the file that was watched."""

    async def hints(self, *folders: Path) -> AsyncIterator[None]:
        """Yield after changes in the folders themselves, several at once as one; never ends.

        A folder that is not there is left out.
        """
        # It loads behind the first frame, and long enough to be felt where keys are read.
        await to_thread(import_module, "watchfiles")
        from watchfiles import (  # noqa: PLC0415
            awatch,  # pyright: ignore[reportUnknownVariableType] (it names types of trio)
        )

        watched = [folder for folder in folders if is_folder(folder)]
        try:
            async for _ in awatch(
                *watched, watch_filter=None, debounce=_DEBOUNCE_MS, recursive=False
            ):
                yield
        except OSError:
            # No watches left, or a file system without events.
            async for _ in awatch(
                *watched,
                watch_filter=None,
                debounce=_DEBOUNCE_MS,
                recursive=False,
                force_polling=True,
            ):
                yield
