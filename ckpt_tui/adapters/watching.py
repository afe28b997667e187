"""Hints that a folder changed, from the system's events or by polling where there are none."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

_DEBOUNCE_MS: Final = 200


class WatchfilesWatch:
    """Watches folders, never single files: an atomic save replaces the file that was watched."""

    async def hints(self, folder: Path) -> AsyncIterator[None]:
        """Yield after changes in the folder itself, several at once as one; never ends."""
        from watchfiles import (  # noqa: PLC0415 (loads behind the first frame)
            awatch,  # pyright: ignore[reportUnknownVariableType] (it names types of trio)
        )

        try:
            async for _ in awatch(
                folder, watch_filter=None, debounce=_DEBOUNCE_MS, recursive=False
            ):
                yield
        except OSError:
            # No watches left, or a file system without events.
            async for _ in awatch(
                folder,
                watch_filter=None,
                debounce=_DEBOUNCE_MS,
                recursive=False,
                force_polling=True,
            ):
                yield
