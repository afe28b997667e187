"""A process of its own for large recordings: what is worked out there never holds up the screen.

It is forked before there is a second thread, so that it needs no import path of its own and runs
what its parent runs; pickles go both ways over pipes that nobody else holds.
"""

import gc
import os
import pickle
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from ckpt_tui.adapters.large_runs import is_large

if TYPE_CHECKING:
    from ckpt_tui.core.checks.base import Check
    from ckpt_tui.core.verdict import Verdict
    from ckpt_tui.ports import Sample, SeenRun


_NOTHING: Final = pickle.dumps(None)


def start_executor(workspace: Path, task: str) -> "ForkedExecutor | None":
    """Start it: it begins at once to read the task's first large sample.

    Has to be called while the process has one thread. None where processes cannot be forked.
    """
    if not hasattr(os, "fork"):
        return None
    asked, ask = os.pipe()
    answered, answer = os.pipe()
    process = os.fork()
    if process:
        os.close(asked)
        os.close(answer)
        return ForkedExecutor(workspace, process, os.fdopen(ask, "wb"), os.fdopen(answered, "rb"))
    # What the parent would do at its end is not this process's to do.
    try:
        os.close(ask)
        os.close(answered)
        _alone()
        _serve(workspace, task, os.fdopen(asked, "rb"), os.fdopen(answer, "wb"))
    finally:
        os._exit(0)


class ForkedExecutor:
    """The parent's side; safe to use from several threads."""

    def __init__(self, workspace: Path, process: int, ask: BinaryIO, answers: BinaryIO) -> None:
        self._workspace = workspace
        self._process = process
        self._ask, self._answers = ask, answers
        self._lock = Lock()
        self._is_gone = self._is_closed = False
        self._large: dict[str, bool] = {}

    def takes(self, sample: "Sample") -> bool:
        """Whether a run is large enough to be worked on over there."""
        path = sample.ref.path
        if path not in self._large:
            self._large[path] = is_large(self._workspace / path)
        return self._large[path] and not self._is_gone

    def decided(self, check: "Check", run: "SeenRun") -> "Verdict | None":
        """The verdict; None where the process is gone or cannot tell."""
        found: Verdict | None = self._asked("decided", check, run)
        return found

    def steps_with(self, pattern: str, run: "SeenRun") -> Sequence[int] | None:
        """Every step with the pattern in any of its parts; None as above."""
        found: Sequence[int] | None = self._asked("steps_with", pattern, run)
        return found

    def close(self) -> None:
        """End the process, whatever it is at."""
        if self._is_closed:
            return
        self._is_gone = self._is_closed = True
        with suppress(OSError):
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)

    def _asked(self, *question: object) -> Any:  # noqa: ANN401 (what the other process sent)
        try:
            spelled = pickle.dumps(question)
        except (pickle.PickleError, AttributeError, TypeError, RecursionError):
            return None
        with self._lock:
            if not self._is_gone:
                try:
                    self._ask.write(spelled)
                    self._ask.flush()
                    return pickle.load(self._answers)  # noqa: S301 (our own process wrote it)
                except (OSError, EOFError, pickle.UnpicklingError):
                    self._is_gone = True
            if self._is_closed:
                raise _closed()
            return None


def _closed() -> Exception:
    from ckpt_tui.ports import ExecutorClosedError  # noqa: PLC0415 (not before the first frame)

    return ExecutorClosedError()


def _alone() -> None:
    """Let go of the terminal: nothing of this process may reach the screen or take a key."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _serve(workspace: Path, task: str, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the parent is gone."""
    from ckpt_tui.adapters.executor_runs import Runs  # noqa: PLC0415 (the parent imports it later)

    runs = Runs(workspace)
    with suppress(Exception):
        runs.read_ahead(task)
    # What was read stays as long as the process does.
    gc.freeze()
    gc.enable()
    with suppress(EOFError):
        while True:
            name, subject, run = pickle.load(questions)  # noqa: S301 (the parent wrote it)
            # Whatever goes wrong here, the parent tries itself and tells of it.
            spelled = _NOTHING
            with suppress(Exception):
                spelled = pickle.dumps(getattr(runs, name)(subject, run))
            answers.write(spelled)
            answers.flush()
