"""The kind `command`: a program that was run over a copy of the final files says so."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from ckpt_tui.core.checks.base import Check, Input
from ckpt_tui.core.command_files import WORK
from ckpt_tui.core.command_runs import CommandResult
from ckpt_tui.core.match import Equals, In, Match
from ckpt_tui.core.matching import find, holds
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import FinalEnvironment
from ckpt_tui.core.verdict import Scope, Status, Verdict
from ckpt_tui.core.view import TraceView

_MOST_BYTES: Final = 65_536
_QUOTED: Final = 200
# How a shell says that there was nothing to run: an answer only to who names that very code.
_UNSTARTED: Final = (126, 127)
_SCOPE: Final = Scope(first=0, last=-1, parts=("command",), searched=1)


class Command(Check, frozen=True, kw_only=True):
    """A program over a copy of the final files ends as it should.

    It decides by a result that it is given: to decide runs nothing.
    """

    kind: ClassVar[str] = "command"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a program, run over a copy of the final files, ends as it should"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.ENVIRONMENT})

    argv: Annotated[tuple[str, ...], "the program and its arguments; no shell reads them"]
    exit_code: Annotated[Match | None, "how it ends; 0 unless given"] = None
    output: Annotated[Match | None, "what it prints, to both streams"] = None

    def faults(self) -> Iterator[tuple[str, str]]:
        problem = argv_problem(self.argv)
        if problem is not None:
            yield "argv", problem

    def decide(self, view: TraceView) -> Verdict:
        environment = view.trace.environment
        obstacle = environment_obstacle(environment)
        if environment is None or obstacle is not None:
            return Verdict(status=Status.UNAVAILABLE, reason=obstacle or "")
        answer = view.commands.get(self.argv)
        if answer is None:
            reason = "The command has not been run."
            return Verdict(status=Status.PENDING, reason=reason, source=None)
        if not isinstance(answer, CommandResult):
            return Verdict(status=answer.status, reason=answer.reason)
        return self._ended(answer, environment)

    def _ended(self, result: CommandResult, environment: FinalEnvironment) -> Verdict:
        where = "" if result.is_confined else " without a sandbox"
        said = f"It ended with {result.exit_code}{where}"
        expected = self.exit_code or Equals(0)
        is_unstarted = result.exit_code in _UNSTARTED and not isinstance(expected, Equals | In)
        if is_unstarted or not holds(expected, result.exit_code):
            if result.exit_code in _UNSTARTED and not self._is_missing(environment):
                reason = f"{said}, as where a program cannot be started.{_last_line(result)}"
                return Verdict(status=Status.UNAVAILABLE, reason=reason, scope=_SCOPE)
            return Verdict(status=Status.FAIL, reason=f"{said}.{_last_line(result)}", scope=_SCOPE)
        if self.output is None:
            return Verdict(status=Status.PASS, reason=f"{said}.", scope=_SCOPE)
        if result.is_cut:
            reason = f"{said}, but it printed more than is searched; let it print less."
            return Verdict(status=Status.UNAVAILABLE, reason=reason, scope=_SCOPE)
        if find(self.output, encode(result.output)) is None:
            reason = f"{said}, and its output does not fit.{_last_line(result)}"
            return Verdict(status=Status.FAIL, reason=reason, scope=_SCOPE)
        return Verdict(status=Status.PASS, reason=f"{said}, and its output fits.", scope=_SCOPE)

    def _is_missing(self, environment: FinalEnvironment) -> bool:
        """Whether the program is one of the run's own files, and is not there."""
        program = self.argv[0].removeprefix(f"{WORK}/")
        parts = [part for part in program.split("/") if part not in ("", ".")]
        is_own = "/" in self.argv[0] and not program.startswith("/") and ".." not in parts
        return is_own and "/".join(parts) not in environment.paths


def argv_problem(argv: tuple[str, ...]) -> str | None:
    """Why no system can run such a command, in one sentence; None where it may."""
    if not argv or not argv[0]:
        return "name the program to run"
    if any("\0" in word for word in argv):
        return "a word holds a NUL, which no argument can"
    try:
        size = sum(len(word.encode()) + 1 for word in argv)
    except UnicodeEncodeError:
        return "a word holds half a character, which no argument can"
    if size > _MOST_BYTES:
        return f"more than {_MOST_BYTES:,} bytes; put a script into the task's folder"
    return None


def environment_obstacle(environment: FinalEnvironment | None) -> str | None:
    """Why nothing can be run over such files, in one sentence; None where it can."""
    if environment is None:
        return "The recording has no final files."
    if not environment.is_complete:
        return (
            "Not every final file is known, and a command would take the others for missing; a"
            " patch needs the files that it was made from as the list's `environment.root`."
        )
    return None


def commands_in(check: Check) -> Iterator[tuple[str, ...]]:
    """The argv of every command in a check, itself or anywhere inside."""
    if isinstance(check, Command):
        yield check.argv
    for child in check.children():
        yield from commands_in(child)


def has_commands(check: Check) -> bool:
    """Whether a check is a command, or holds one anywhere inside."""
    return next(commands_in(check), None) is not None


def _last_line(result: CommandResult) -> str:
    line = result.output.rpartition("\n")[2].strip()
    if not line:
        return ""
    return f" Last line: {line if len(line) <= _QUOTED else f'{line[:_QUOTED]}…'}"
