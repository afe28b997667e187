"""What commands gave over the sample runs of a task: looked up while deciding, run when asked."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.command import argv_problem, environment_obstacle
from ckpt_tui.core.command_runs import CommandAnswer, NotRun
from ckpt_tui.core.trace import FinalEnvironment
from ckpt_tui.core.verdict import Status
from ckpt_tui.errors import StoreError
from ckpt_tui.services.commands import Argv, CommandDesk, Request, commands_of


class Waiting(Struct, frozen=True, kw_only=True, eq=False):
    """A command that has no result over one run's files."""

    run: int
    request: Request


class KnownAnswers(Mapping[Argv, CommandAnswer]):
    """What commands gave over one run's files, looked up when first asked for; runs nothing."""

    def __init__(self, look_up: Callable[[Argv], CommandAnswer | None]) -> None:
        self._look_up = look_up
        self._answers: dict[Argv, CommandAnswer] = {}

    def __getitem__(self, argv: Argv) -> CommandAnswer:
        found = self._answers.get(argv) or self._look_up(argv)
        if found is None:
            raise KeyError(argv)
        self._answers[argv] = found
        return found

    def __iter__(self) -> Iterator[Argv]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def learn(self, argv: Argv, answer: CommandAnswer) -> None:
        """Take in what a command gave just now."""
        self._answers[argv] = answer

    def forget(self, argv: Argv) -> None:
        """Look it up anew when it is asked for next."""
        self._answers.pop(argv, None)


class SampleCommands:
    """Answers by run and argv; safe to use from several threads."""

    def __init__(self, desk: CommandDesk) -> None:
        self.desk = desk
        self._known: dict[int, KnownAnswers] = {}
        # The task's files, as they were when something was found by them, by their digest.
        self._files: dict[Argv, str] = {}

    def of(self, run: int, environment: FinalEnvironment | None) -> KnownAnswers:
        """What is known over one run's files; it grows."""
        return self._known.setdefault(run, KnownAnswers(partial(self._answer, environment)))

    def waiting(
        self, run: int, checklist: Checklist, environment: FinalEnvironment | None
    ) -> list[Waiting]:
        """The commands of a list that have no result over one run's files."""
        if environment is None or environment_obstacle(environment):
            return []
        known, found = self.of(run, environment), list[Waiting]()
        for argv in commands_of(checklist):
            if argv_problem(argv):
                continue
            try:
                request = self.desk.request(argv, environment)
            except StoreError as error:
                known.learn(argv, NotRun(status=Status.UNAVAILABLE, reason=f"{error}."))
                continue
            result = self.desk.known(request)
            if result is None:
                # What it gave was of other files: a script has changed since.
                known.forget(argv)
                found.append(Waiting(run=run, request=request))
            else:
                known.learn(argv, result)
        return found

    def run(self, waiting: Waiting, is_unwanted: Callable[[], bool]) -> None:
        """Run a command, whoever agreed, and take in what it gave."""
        order = waiting.request.order
        answer = self.desk.run(waiting.request, is_unwanted)
        if isinstance(answer, NotRun):
            answer = self.desk.known_unconfined(waiting.request) or answer
        self.of(waiting.run, order.environment).learn(order.argv, answer)

    def renew(self, checklist: Checklist) -> bool:
        """Forget what was given by files of the task that have changed since; whether any has."""
        changed = [argv for argv in commands_of(checklist) if self._is_changed(argv)]
        for known in tuple(self._known.values()):
            for argv in changed:
                known.forget(argv)
        return bool(changed)

    def _answer(self, environment: FinalEnvironment | None, argv: Argv) -> CommandAnswer | None:
        if argv not in self._files:
            self._files[argv] = self.desk.task_digest(argv)
        return self.desk.answer(argv, environment)

    def _is_changed(self, argv: Argv) -> bool:
        found = self.desk.task_digest(argv)
        before, self._files[argv] = self._files.get(argv, found), found
        return before != found
