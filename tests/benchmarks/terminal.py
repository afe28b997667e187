"""A terminal that the contenders draw on: what reached it, and when."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

import pyte

ROOT = Path(__file__).resolve().parents[2]
COLUMNS, LINES = 120, 40
FRAME_BEGIN, FRAME_END = b"\x1b[?2026h", b"\x1b[?2026l"

_ASKS_FOR_FRAMES = b"\x1b[?2026$p"
_TELLS_OF_FRAMES = b"\x1b[?2026;2$y"
_AT_ONCE = 1 << 16
_PATIENCE = 2.0


class Piece(NamedTuple):
    """Bytes that came in one read, and the seconds from the start until they were there."""

    seconds: float
    raw: bytes


class Terminal:
    """One program on a pseudo terminal that knows synchronised output; its clock starts with it."""

    def __init__(self, argv: Sequence[str], folder: Path) -> None:
        self.pieces: list[Piece] = []
        # Nobody is asked about what an earlier contender left unwritten.
        self._state = TemporaryDirectory()
        self._frames = _Frames(self.pieces)
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self._started = time.perf_counter()
        self._process = Popen(
            argv,
            cwd=folder,
            env={**environment(folder), "XDG_STATE_HOME": self._state.name},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # A process of its own would go on for a while, at the cost of the next contender.
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._master)
        self._state.cleanup()

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._started

    def press(self, keys: str) -> float:
        """Send keys; when they were sent."""
        sent = self.now
        os.write(self._master, keys.encode())
        return sent

    def answered(self, keys: str, quiet: float) -> float | None:
        """Seconds from a key press to the last byte of what it changes; None if it changes nothing.

        The end is told by the program having been quiet for a while.
        """
        pressed = self.press(keys)
        if not self._read(max(quiet, _PATIENCE)):
            return None
        self.read_until_quiet(quiet)
        return self.pieces[-1].seconds - pressed

    def read_until_quiet(self, seconds: float) -> list[Piece]:
        """What comes until nothing has come for a while."""
        before = len(self.pieces)
        while self._read(seconds):
            pass
        return self.pieces[before:]

    def first_time(self, is_wanted: Callable[[list[str]], bool], *, at_most: float = 60) -> float:
        """When a frame first showed what is wanted, lines from the top; raises TimeoutError.

        Frames are looked at once the program is quiet, so that looking costs it nothing.
        """
        deadline = self.now + at_most
        lines: list[str] = []
        while self.now < deadline:
            self.read_until_quiet(0.2)
            for seconds, lines in self._frames:
                if is_wanted(lines):
                    return seconds
        raise TimeoutError("\n".join(lines))

    def shown(self) -> str:
        """The screen as text, after everything that has come."""
        for _ in self._frames:
            pass
        return "\n".join(self._frames.lines)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            raw = os.read(self._master, _AT_ONCE)
        except OSError:
            return False
        self.pieces.append(Piece(self.now, raw))
        if _ASKS_FOR_FRAMES in raw:
            os.write(self._master, _TELLS_OF_FRAMES)
        return True


class _Frames:
    """What the terminal shows at the end of each frame; a pass goes on where the last one ended.

    The first frame may be out before the program knows that it can mark frames: until it does,
    every read is taken for one.
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces
        self._looked_at = 0
        self._rest = b""
        self._are_marked = False
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def lines(self) -> list[str]:
        """The screen as the last frame left it, from the top."""
        return list(self._screen.display)

    def __iter__(self) -> Iterator[tuple[float, list[str]]]:
        while self._looked_at < len(self._pieces):
            seconds, raw = self._pieces[self._looked_at]
            self._looked_at += 1
            self._are_marked |= FRAME_BEGIN in raw
            drawn = self._rest + raw
            *frames, self._rest = drawn.split(FRAME_END) if self._are_marked else (drawn, b"")
            for frame in frames:
                # pyte takes a question about a mode for text
                self._stream.feed(frame.replace(b"$p", b"h"))
                yield seconds, self.lines


def environment(folder: Path) -> dict[str, str]:
    """What every contender runs with: byte code is kept and used, nothing is animated."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    look = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
    own = {"HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return {**kept, **look, **own, "TEXTUAL_FPS": "120"}
