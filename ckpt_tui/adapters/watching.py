"""Hints that a folder changed, from the system's events or by polling where there are none."""

from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.looks import is_folder

_DEBOUNCE_MS: Final = 200
_QUIET_MS: Final = 1000


class WatchfilesWatch:
    """Watches folders, never single files: an atomic save replaces the file that was watched."""

    async def hints(self, *folders: Path) -> AsyncIterator[None]:
        """Yield after changes in the folders themselves, several at once as one; never ends.

        A folder that is not there is left out. The first quiet second is a hint as well: nobody
        saw what changed before the watch stood.
        """
        # Commands without a screen do without all of it.
        from asyncio import to_thread  # noqa: PLC0415

        # It loads behind the first frame, and long enough to be felt where keys are read.
        await to_thread(import_module, "watchfiles")
        watched = [folder for folder in folders if is_folder(folder)]
        has_told = False
        try:
            async for is_change in _changes(watched, is_polling=False):
                if is_change or not has_told:
                    yield
                has_told = True
        except OSError:
            # No watches left, or a file system without events.
            async for is_change in _changes(watched, is_polling=True):
                if is_change or not has_told:
                    yield
                has_told = True


async def _changes(folders: list[Path], *, is_polling: bool) -> AsyncIterator[bool]:
    """Whether something changed, after every change and every quiet second."""
    from watchfiles import (  # noqa: PLC0415
        awatch,  # pyright: ignore[reportUnknownVariableType] (it names types of trio)
    )

    async for found in awatch(
        *folders,
        watch_filter=None,
        debounce=_DEBOUNCE_MS,
        rust_timeout=_QUIET_MS,
        yield_on_timeout=True,
        recursive=False,
        force_polling=is_polling or None,
    ):
        yield bool(found)
