"""What the services ask of other processes."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec import Struct

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.ports import Sample

Made = TypeVar("Made")


class SeenRun(Struct, frozen=True, kw_only=True):
    """One run as a checklist sees it.

    Attributes:
        base: the task's initial environment, to tell net changes.
        workdir: folders stripped from the front of recorded paths.
    """

    sample: Sample
    base: Path | None
    workdir: tuple[str, ...]


class ExecutorClosedError(Exception):
    """The answer is wanted by nobody any more."""


class Executor(Protocol):
    """Works on large runs in a process of its own, so that nothing of it holds up the screen.

    Where the process is gone or cannot tell, the answer is None and the caller does it itself.
    Whoever still waits for one when it is closed gets ExecutorClosedError.
    """

    def takes(self, sample: Sample) -> bool:
        """Whether a run is better worked on there."""
        ...

    def decided(self, check: Check, run: SeenRun) -> Verdict | None:
        """The verdict of a check."""
        ...

    def steps_with(self, pattern: str, run: SeenRun) -> Sequence[int] | None:
        """Every step with the pattern in any of its parts, sorted."""
        ...

    def close(self) -> None:
        """End the process, whatever it is at."""
        ...


class Spread(Protocol):
    """Makes the like of many things, several at once where the machine can."""

    def __call__(self, make: Callable[[int], Made], count: int, /) -> Iterator[Made]:
        """`make(0)`, `make(1)`, … in order, as they come.

        `make` may run in another process: what it changes is seen by nobody, and what it returns
        is a copy.
        """
        ...


class Within(Protocol):
    """Makes something, as long as that takes no longer than it may."""

    def __call__(self, make: Callable[[], Made], seconds: float, /) -> Made | None:
        """What `make` returns; None where it takes longer, or did not come to its end.

        `make` may run in another process: what it changes is seen by nobody, and what it returns
        is a copy.
        """
        ...
