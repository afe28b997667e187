"""A process followed to its end: its output kept as far as it may go, its time counted."""

import os
import selectors
from collections.abc import Callable
from contextlib import suppress
from subprocess import Popen, TimeoutExpired
from time import monotonic
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.sandbox.limits import MEBI, Limits
from ckpt_tui.core.command_runs import CommandAnswer, CommandResult, NotRun
from ckpt_tui.core.verdict import Status

_LOOK_SECONDS: Final = 0.02
_GRACE_SECONDS: Final = 5.0
_PIECE: Final = 1 << 16
_KILLED: Final = (137, -9)

UNWANTED: Final = NotRun(status=Status.PENDING, reason="The command was stopped before its end.")


class Ended(Struct, frozen=True, kw_only=True):
    """How a process ended.

    Attributes:
        exit_code: as `Popen.returncode`; means nothing where there is a stop.
        stop: why it was ended before its time, or its result is none.
        marks: what it told of its progress.
        printed: how many bytes came out; `output` holds the first of them.
    """

    exit_code: int
    output: bytes
    printed: int
    marks: bytes = b""
    stop: NotRun | None = None

    @property
    def last_line(self) -> str:
        """What it printed last, for a sentence."""
        lines = self.output.decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:200] if lines else "it says nothing"

    def answer(self) -> CommandAnswer:
        """The command's result, once it is known that the command was what ran."""
        if self.stop is not None:
            return self.stop
        if self.exit_code in _KILLED:
            return refused("It was killed, as happens where memory runs out.")
        text = self.output.decode("utf-8", "replace").rstrip("\r\n")
        code = self.exit_code if self.exit_code >= 0 else 128 - self.exit_code
        is_cut = self.printed > len(self.output)
        return CommandResult(exit_code=code, output=text, is_cut=is_cut)


class Watched(Struct, frozen=True, kw_only=True, eq=False):
    """A started process and what can be done about it.

    Attributes:
        output: descriptor of all it prints.
        marks: descriptor on which it tells of its progress; None where it does not.
        look: says why it has to be stopped, given the marks so far; None while it may go on.
        kill: ends it and everything that came from it.
    """

    process: Popen[bytes]
    output: int
    marks: int | None
    look: Callable[[bytes], NotRun | None]
    kill: Callable[[], None]


def refused(reason: str) -> NotRun:
    """A command that could not come to its end: that says nothing about the run."""
    return NotRun(status=Status.ERROR, reason=reason)


def followed(watched: Watched, limits: Limits, is_unwanted: Callable[[], bool]) -> Ended:
    """Follow a process until it ends or has to; nothing of it is left then."""
    texts = {watched.output: bytearray()}
    if watched.marks is not None:
        texts[watched.marks] = bytearray()
    reading = _Reading(texts, limits.kept)
    marks = bytearray() if watched.marks is None else texts[watched.marks]
    deadline = monotonic() + limits.seconds
    stop: NotRun | None = None
    try:
        while stop is None and watched.process.poll() is None:
            reading.take(_LOOK_SECONDS)
            stop = _stop(reading, limits, deadline, is_unwanted) or watched.look(bytes(marks))
    finally:
        watched.kill()
        with suppress(TimeoutExpired):
            watched.process.wait(_GRACE_SECONDS)
        reading.drain(monotonic() + _GRACE_SECONDS)
    return Ended(
        exit_code=watched.process.returncode or 0,
        output=bytes(texts[watched.output]),
        printed=reading.printed(watched.output),
        marks=bytes(marks),
        stop=stop or watched.look(bytes(marks)),
    )


def _stop(
    reading: "_Reading", limits: Limits, deadline: float, is_unwanted: Callable[[], bool]
) -> NotRun | None:
    if monotonic() > deadline:
        return refused(f"It took longer than {limits.seconds:g} seconds.")
    if reading.most > limits.printed:
        return refused(f"It printed more than {limits.printed // MEBI} MiB.")
    return UNWANTED if is_unwanted() else None


class _Reading:
    """Several pipes, read as they fill; of each the first bytes are kept."""

    def __init__(self, texts: dict[int, bytearray], kept: int) -> None:
        self._texts = texts
        self._kept = kept
        self._sizes = dict.fromkeys(texts, 0)
        self._selector = selectors.DefaultSelector()
        for descriptor in texts:
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ)

    @property
    def most(self) -> int:
        return max(self._sizes.values())

    def printed(self, descriptor: int) -> int:
        return self._sizes[descriptor]

    def take(self, seconds: float) -> None:
        """Read what is there, waiting for some."""
        for key, _ in self._selector.select(seconds):
            self._read(key.fd)

    def drain(self, deadline: float) -> None:
        """Read what is left, once nobody writes any more."""
        while self._selector.get_map() and monotonic() < deadline:
            self.take(_LOOK_SECONDS)
        self._selector.close()

    def _read(self, descriptor: int) -> None:
        with suppress(BlockingIOError, ConnectionError):
            piece = os.read(descriptor, _PIECE)
            text = self._texts[descriptor]
            text += piece[: max(0, self._kept - len(text))]
            self._sizes[descriptor] += len(piece)
            if not piece:
                self._selector.unregister(descriptor)
