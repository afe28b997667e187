"""A process of its own for large recordings: what is worked out there never holds up the screen.

It is forked before there is a second thread; pickles go both ways.
"""

import gc
import pickle
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from ckpt_tui.adapters.forked import Forked, can_fork, forked
from ckpt_tui.adapters.large_runs import is_large

if TYPE_CHECKING:
    from ckpt_tui.core.checks.base import Check
    from ckpt_tui.core.verdict import Verdict
    from ckpt_tui.ports import Sample
    from ckpt_tui.process_ports import SeenRun


_NOTHING: Final = pickle.dumps(None)


def start_executor(workspace: Path, task: str) -> "ForkedExecutor | None":
    """Start it: it begins at once to read the task's first large sample.

    Has to be called while the process has one thread. None where processes cannot be forked, or
    the machine gives no more of them.
    """
    if can_fork():
        with suppress(OSError):
            return ForkedExecutor(workspace, forked(partial(_serve, workspace, task)))
    return None


class ForkedExecutor:
    """The parent's side; safe to use from several threads."""

    def __init__(self, workspace: Path, process: Forked) -> None:
        self._workspace = workspace
        self._process = process
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
        self._process.end()

    def _asked(self, *question: object) -> Any:  # noqa: ANN401 (what the other process sent)
        try:
            spelled = pickle.dumps(question)
        except (pickle.PickleError, AttributeError, TypeError, RecursionError):
            return None
        with self._lock:
            if not self._is_gone:
                try:
                    self._process.ask.write(spelled)
                    self._process.ask.flush()
                    return pickle.load(self._process.answers)  # noqa: S301 (our own process wrote it)
                except (OSError, EOFError, pickle.UnpicklingError):
                    self._is_gone = True
            if self._is_closed:
                raise _closed()
            return None


def _closed() -> Exception:
    from ckpt_tui.process_ports import ExecutorClosedError  # noqa: PLC0415 (not before the first frame)

    return ExecutorClosedError()


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
