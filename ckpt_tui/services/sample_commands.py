"""What commands gave over the sample runs of a task: looked up while deciding, run when asked."""

from collections.abc import Callable

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.command import argv_problem, commands_in, environment_obstacle
from ckpt_tui.core.command_runs import CommandAnswer, CommandAnswers, NotRun
from ckpt_tui.core.trace import FinalEnvironment
from ckpt_tui.core.verdict import Status
from ckpt_tui.errors import StoreError
from ckpt_tui.services.commands import Argv, CommandDesk, Request, commands_of


class Waiting(Struct, frozen=True, kw_only=True, eq=False):
    """A command that has no result over one run's files."""

    run: int
    request: Request


class SampleCommands:
    """Answers by run and argv; safe to use from several threads."""

    def __init__(self, desk: CommandDesk) -> None:
        self.desk = desk
        self._known: dict[int, dict[Argv, CommandAnswer]] = {}

    def of(self, run: int) -> CommandAnswers:
        """What is known over one run's files; it grows."""
        return self._known.setdefault(run, {})

    def look_up(self, run: int, check: Check, environment: FinalEnvironment | None) -> None:
        """Take in what earlier runs of a check's commands gave; runs nothing."""
        known = self._known.setdefault(run, {})
        for argv in commands_in(check):
            found = None if argv in known else self.desk.answer(argv, environment)
            if found is not None:
                known[argv] = found

    def waiting(
        self, run: int, checklist: Checklist, environment: FinalEnvironment | None
    ) -> list[Waiting]:
        """The commands of a list that have no result over one run's files."""
        if environment is None or environment_obstacle(environment):
            return []
        known, found = self._known.setdefault(run, {}), list[Waiting]()
        for argv in commands_of(checklist):
            if argv_problem(argv):
                continue
            try:
                request = self.desk.request(argv, environment)
            except StoreError as error:
                known[argv] = NotRun(status=Status.UNAVAILABLE, reason=f"{error}.")
                continue
            result = self.desk.known(request)
            if result is None:
                found.append(Waiting(run=run, request=request))
            else:
                known[argv] = result
        return found

    def run(self, waiting: Waiting, is_unwanted: Callable[[], bool]) -> None:
        """Run a command, whoever agreed, and take in what it gave."""
        answer = self.desk.run(waiting.request, is_unwanted)
        self._known.setdefault(waiting.run, {})[waiting.request.order.argv] = answer
