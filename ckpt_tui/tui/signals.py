"""SIGTERM, SIGHUP and a closed terminal end the app in order, the screen restored."""

import asyncio
import signal
from typing import Any

from textual.app import App


def leave_on_signals(app: App[Any]) -> None:
    """Leave with the code that a shell expects; what was typed is in the journal already."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, app.exit, 128 + number)
