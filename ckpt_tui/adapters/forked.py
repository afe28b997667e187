"""A forked process that answers over pipes: it runs what its parent runs and knows what it knew.

No import path plays a part in its start, so nothing of a working folder can be imported by it. The
pipes are held by nobody else: each side notices at once when the other has gone.
"""

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import BinaryIO, NamedTuple, TypeAlias

Serve: TypeAlias = Callable[[BinaryIO, BinaryIO], None]


class Forked(NamedTuple):
    """The parent's side.

    Attributes:
        ask: what is written here, the process reads.
        answers: what the process writes, in the order of what it was asked.
    """

    process: int
    ask: BinaryIO
    answers: BinaryIO

    def end(self) -> None:
        """End the process, whatever it is at."""
        with suppress(OSError):
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        for pipe in (self.ask, self.answers):
            with suppress(OSError):
                pipe.close()


def can_fork() -> bool:
    """Whether processes of this system can be forked."""
    return hasattr(os, "fork")


def forked(serve: Serve, others: Iterable[Forked] = ()) -> Forked:
    """Start a process that serves questions and answers, and ends when that returns.

    Has to be called while this process has one thread. `others` are those started before. Raises
    OSError where the machine gives no more processes or descriptors.
    """
    pipes: list[int] = []
    try:
        pipes += os.pipe()
        pipes += os.pipe()
        process = os.fork()
    except OSError:
        for pipe in pipes:
            os.close(pipe)
        raise
    asked, ask, answered, answer = pipes
    if process:
        os.close(asked)
        os.close(answer)
        return Forked(process, os.fdopen(ask, "wb"), os.fdopen(answered, "rb"))
    # What the parent would do at its end is not this process's to do.
    try:
        os.close(ask)
        os.close(answered)
        for other in others:
            os.close(other.ask.fileno())
            os.close(other.answers.fileno())
        _alone()
        serve(os.fdopen(asked, "rb"), os.fdopen(answer, "wb"))
    finally:
        os._exit(0)


def _alone() -> None:
    """Let go of the terminal: nothing of this process may reach the screen or take a key."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
