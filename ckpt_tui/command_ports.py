"""What `command` checks ask of the outside world."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from ckpt_tui.core.command_runs import CommandAnswer, CommandResult
from ckpt_tui.core.trace import FinalEnvironment


class CommandOrder(Struct, frozen=True, kw_only=True, eq=False):
    """A command and everything it is given.

    Attributes:
        environment: the final files; a copy of them is where it begins.
        files: what it names of the task's folder: POSIX paths below it, with their content.
    """

    argv: tuple[str, ...]
    environment: FinalEnvironment
    files: tuple[tuple[str, bytes], ...] = ()


class CommandRunner(Protocol):
    """Runs a command over a copy of the final files; nothing of it is left when it returns."""

    @property
    def confinement(self) -> str:
        """What keeps a command from doing harm, in a few words for the user."""
        ...

    def run(self, order: CommandOrder, is_unwanted: Callable[[], bool], /) -> CommandAnswer:
        """The result, or why there is none; ends soon after `is_unwanted` says so."""
        ...


class TaskFiles(Protocol):
    """The files of a task's own folder, as far as a command names them."""

    def read(self, task: str, names: Sequence[str]) -> tuple[tuple[str, bytes], ...]:
        """All files at or below these names, sorted by path; raises StoreError."""
        ...


class TrustStore(Protocol):
    """Which commands the user has agreed to on this machine."""

    def trusted(self, task: str) -> frozenset[str]:
        """Names of what was agreed to."""
        ...

    def trust(self, task: str, names: frozenset[str]) -> None:
        """Remember an agreement; raises StoreError."""
        ...


class CommandResults(Protocol):
    """Results by what they were made of; forgetting one only makes a command run again."""

    def find(self, name: str) -> CommandResult | None: ...

    def keep(self, name: str, result: CommandResult) -> None:
        """Keep a result, as far as the disk lets."""
        ...
