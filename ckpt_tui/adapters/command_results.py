"""Results of commands, kept in the user's cache folder by what they were made of."""

from contextlib import suppress
from os import urandom
from pathlib import Path
from typing import Final

import msgspec

from ckpt_tui.adapters.durable import make_folder, read_bounded
from ckpt_tui.core.command_runs import CommandResult
from ckpt_tui.errors import StoreError

_MOST_BYTES: Final = 16 << 20


class FileResults:
    """One small JSON file a result; whatever is damaged there is as good as nothing."""

    def __init__(self, cache_folder: Path) -> None:
        self._folder = cache_folder / "commands"

    def find(self, name: str) -> CommandResult | None:
        """The result of that name."""
        with suppress(StoreError, msgspec.MsgspecError, RecursionError):
            raw = read_bounded(self._folder / f"{name}.json", _MOST_BYTES)
            return msgspec.json.decode(raw, type=CommandResult)
        return None

    def keep(self, name: str, result: CommandResult) -> None:
        """Keep a result; a disk that refuses makes the command run again, no more."""
        path = self._folder / f"{name}.json"
        staged = self._folder / f".{urandom(8).hex()}"
        with suppress(StoreError, OSError):
            make_folder(self._folder, mode=0o700)
            try:
                staged.write_bytes(msgspec.json.encode(result))
                staged.replace(path)
            finally:
                staged.unlink(missing_ok=True)
