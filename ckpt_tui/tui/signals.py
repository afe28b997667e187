"""SIGTERM, SIGHUP and a closed terminal end the app in order, the screen restored."""

import asyncio
import select
import signal
import sys
from types import FrameType
from typing import Any, Final

from textual.app import App

_SIGNALLED: Final = 128
_BETWEEN_LOOKS: Final = 1.0


def leave_on_signals(app: App[Any]) -> None:
    """Leave with the code that a shell expects; what was typed is in the journal already."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, app.exit, _SIGNALLED + number)
    _resume_only_after_stop()
    _leave_without_terminal(app)


def _leave_without_terminal(app: App[Any]) -> None:
    """Leave once the terminal is gone, also where nobody sends a signal of it.

    A process that a terminal does not control gets none, and the toolkit would read the end of
    its input for ever.
    """
    if not hasattr(select, "poll") or not sys.stdin.isatty():
        return
    terminal = select.poll()
    terminal.register(sys.stdin.fileno(), 0)

    def look() -> None:
        if terminal.poll(0):
            app.exit(_SIGNALLED + signal.SIGHUP)

    app.set_interval(_BETWEEN_LOOKS, look)


def _resume_only_after_stop() -> None:
    """Let SIGCONT wake the app only where SIGTSTP had put it to sleep.

    A terminal that closes sends SIGHUP and SIGCONT together. The toolkit would take the second
    for a resume and start another thread that reads keys, which nothing ever ends.
    """
    stop, resume = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    if not callable(stop) or not callable(resume):
        return
    stopped = [False]

    def on_stop(number: int, frame: FrameType | None) -> None:
        stopped[0] = True
        stop(number, frame)

    def on_continue(number: int, frame: FrameType | None) -> None:
        if stopped[0]:
            stopped[0] = False
            resume(number, frame)

    signal.signal(signal.SIGTSTP, on_stop)
    signal.signal(signal.SIGCONT, on_continue)
