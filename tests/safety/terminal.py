"""A real terminal for a real process: every byte that it writes is kept, and drawn."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from typing import Final, Self

import pyte

ROOT: Final = Path(__file__).resolve().parents[2]
APP: Final = (sys.executable, "-m", "ckpt_tui")
AT_MOST: Final = 30.0
QUIET: Final = 0.15

KEYS: Final = {"enter": "\r", "esc": "\x1b", "tab": "\t", "ctrl+p": "\x10", "ctrl+r": "\x12"}

_ASKS_FOR_FRAMES: Final = b"\x1b[?2026$p"
_TELLS_OF_FRAMES: Final = b"\x1b[?2026;2$y"
_FRAME_END: Final = b"\x1b[?2026l"
# pyte takes a question about a mode, the keyboard protocol and pointers for text
_NOT_FOR_PYTE: Final = re.compile(rb"\x1b\[\?\d+\$p|\x1b\[[<>]\d*u|\x1b\]22;\w+\x07")


class Terminal:
    """One program on a pseudo terminal.

    Attributes:
        raw: everything that was written to the terminal.
    """

    def __init__(
        self,
        argv: Sequence[str | bytes],
        *,
        size: tuple[int, int] = (80, 24),
        folder: Path = ROOT,
        env: Mapping[str, str] | None = None,
        is_controlling: bool = True,
    ) -> None:
        columns, lines = size
        self.raw = bytearray()
        self._frames_ended = 0
        self._drawn = 0
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.master, self._slave = pty.openpty()
        _set_size(self.master, columns, lines)
        self.process = Popen(
            argv,
            cwd=folder,
            env=environment(env),
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            preexec_fn=_own_terminal if is_controlling else None,  # noqa: PLW1509 (no threads here before the program is run)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        self.close()

    # What the user does.

    def press(self, *keys: str) -> None:
        """Send keys, each read before the next, as from a hand."""
        for key in keys:
            os.write(self.master, KEYS.get(key, key).encode("utf-8", "surrogateescape"))
            self.settle()

    def flick(self, *keys: str) -> None:
        """Send keys, each as soon as the one before has led to a frame or to nothing."""
        for key in keys:
            frames = self._frames_ended
            os.write(self.master, KEYS.get(key, key).encode("utf-8", "surrogateescape"))
            # What follows an escape at once belongs to it, as in alt and a letter.
            is_whole = key != "esc"
            self._rest(lambda: is_whole and self._frames_ended > frames)  # noqa: B023 (called at once)

    def burst(self, *keys: str) -> None:
        """Send keys at once, as a slow line delivers them: the program reads them together."""
        raw = "".join(KEYS.get(key, key) for key in keys)
        os.write(self.master, raw.encode("utf-8", "surrogateescape"))
        self.settle()

    def paste(self, text: str) -> None:
        """Hand over a text as a terminal does for its clipboard: never with an escape in it."""
        tame = text.replace("\x1b", "").encode("utf-8", "replace")
        os.write(self.master, b"\x1b[200~" + tame + b"\x1b[201~")
        self.settle()

    def type(self, text: str, seconds_a_key: float = 0.0) -> list[float]:
        """Send text a character at a time; when each was sent, by the program's own clock."""
        sent: list[float] = []
        for char in text:
            os.write(self.master, char.encode())
            sent.append(self.own_time())
            while self.own_time() < sent[-1] + seconds_a_key:
                self._read(seconds_a_key / 4)
        return sent

    def own_time(self) -> float:
        """Seconds, without those in which the program was ready and others had the processor."""
        try:
            waited = Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[1]
        except OSError:
            return time.monotonic()
        return time.monotonic() - int(waited) / 1e9

    def resize(self, columns: int, lines: int) -> None:
        self.settle()
        self._screen.resize(lines, columns)
        _set_size(self.master, columns, lines)
        self.settle()

    def send(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)

    def close(self) -> None:
        """Close the terminal, as its window does."""
        if self.master >= 0:
            os.close(self.master)
            os.close(self._slave)
            self.master = -1

    # What the user sees.

    @property
    def screen(self) -> str:
        """The screen as text; drawn only when it is looked at, because drawing is slow."""
        self._stream.feed(_NOT_FOR_PYTE.sub(b"", bytes(self.raw[self._drawn :])))
        self._drawn = len(self.raw)
        return "\n".join(self._screen.display)

    def settle(self) -> None:
        """Read until the program has taken its input and sleeps."""
        self._rest(lambda: False)

    def _rest(self, is_enough: Callable[[], bool]) -> None:
        deadline = time.monotonic() + AT_MOST
        asleep = time.monotonic()
        while time.monotonic() - asleep < QUIET and self.process.poll() is None:
            assert time.monotonic() < deadline, f"never at rest:\n{self.screen}"
            if self._read(QUIET / 10) or not self._is_asleep():
                asleep = time.monotonic()
            elif is_enough():
                break

    def _is_asleep(self) -> bool:
        """Whether all keys are taken and every thread waits: so also on a machine under load."""
        unread = struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)))[0]
        return unread == 0 and all(state == b"S" for state in self._thread_states())

    def _thread_states(self) -> Iterator[bytes]:
        for thread in Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            try:
                yield thread.read_bytes().rpartition(b")")[2].split()[0]
            except OSError:  # the thread has just ended
                continue

    def wait_for(self, *texts: str) -> str:
        """Read until the screen shows all these texts."""
        return self.wait_until(lambda: all(text in self.screen for text in texts), repr(texts))

    def wait_opened(self) -> None:
        """Wait until the Edit screen has decided everything."""
        self.wait_for("1 Checklist", "official", " score ")
        self.settle()

    def wait_until(self, is_so: Callable[[], bool], wanted: str) -> str:
        deadline = time.monotonic() + AT_MOST
        while not is_so():
            self._read(QUIET)
            if time.monotonic() > deadline or self.process.poll() is not None:
                self.settle()
                if is_so():
                    break
                raise AssertionError(f"{wanted} did not come:\n{self.screen}")
        return self.screen

    def ends(self) -> int:
        """Read until the process has ended; its exit code."""
        deadline = time.monotonic() + AT_MOST
        while self.process.poll() is None:
            if self.master >= 0:
                self._read(0.02)
            else:
                with suppress(TimeoutExpired):
                    self.process.wait(0.02)
            assert time.monotonic() < deadline, f"still running:\n{self.screen}"
        if self.master >= 0:
            while self._read(0.0):
                pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            raw = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.raw += raw
        self._frames_ended += raw.count(_FRAME_END)
        if _ASKS_FOR_FRAMES in raw:
            os.write(self.master, _TELLS_OF_FRAMES)
        return bool(raw)


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the program runs with: the test's own state folder, colours, no animations."""
    kept = ("PATH", "LANG", "LC_ALL", "HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR")
    own = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
    own["PYTHONPATH"] = str(ROOT)
    outside = {name: os.environ[name] for name in kept if name in os.environ}
    return {**outside, **own, **(more or {})}


def edit(workspace: Path, task: str = "task_042", *options: str) -> tuple[str, ...]:
    return (*APP, "-C", str(workspace), "edit", task, *options)


def _own_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _set_size(descriptor: int, columns: int, lines: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
