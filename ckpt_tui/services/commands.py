"""Commands of a checklist over final files: from the cache, or run once they are trusted."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final, TypeAlias

from msgspec import Struct

from ckpt_tui.command_ports import (
    CommandOrder,
    CommandResults,
    CommandRunner,
    TaskFiles,
    TrustStore,
)
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.command import argv_problem, commands_in, environment_obstacle
from ckpt_tui.core.command_files import TASK, named_files, task_entries
from ckpt_tui.core.command_runs import CommandAnswer, CommandResult, NotRun
from ckpt_tui.core.digest import text_digest
from ckpt_tui.core.text import compact_json
from ckpt_tui.core.trace import FinalEnvironment
from ckpt_tui.core.verdict import Status
from ckpt_tui.errors import CkptError, StoreError

# Raised when the same command over the same files may give another result.
_FORM: Final = "ckpt-tui command 1"

Argv: TypeAlias = tuple[str, ...]


class CommandTools(Struct, frozen=True, kw_only=True):
    """What commands need of the outside world."""

    files: TaskFiles
    trust: TrustStore
    results: CommandResults
    sandbox: CommandRunner
    unconfined: CommandRunner


class Request(Struct, frozen=True, kw_only=True, eq=False):
    """A command over one run's files.

    Attributes:
        scripts: the files that it names, as it sees them: path and digest.
        trust: names what is agreed to: the command, and every byte of its scripts.
        result: names what the result is made of.
        unconfined: the same where it was run without a sandbox.
    """

    order: CommandOrder
    scripts: tuple[tuple[str, str], ...]
    trust: str
    result: str
    unconfined: str


Policy: TypeAlias = "Callable[[CommandDesk, Request], CommandAnswer]"
"""What becomes of a command that has no result yet."""


def not_yet(desk: "CommandDesk", request: Request) -> CommandAnswer:
    """Run nothing; what it gave without a sandbox counts where there is nothing better."""
    found = desk.known_unconfined(request)
    if found is not None:
        return found
    reason = (
        "The command has not been run over these files; `ckpt-tui score`, or R in the app, runs it."
    )
    return NotRun(status=Status.PENDING, reason=reason)


def where_trusted(desk: "CommandDesk", request: Request) -> CommandAnswer:
    """Run what the user agreed to on this machine."""
    if desk.is_trusted(request):
        return desk.run(request)
    reason = (
        "The command is not trusted on this machine; look at it, then pass --trust-commands to"
        " `ckpt-tui score`, or press R in `ckpt-tui edit`."
    )
    return NotRun(status=Status.UNAVAILABLE, reason=reason)


def trusting(desk: "CommandDesk", request: Request) -> CommandAnswer:
    """Run everything: the user agreed to all of it, this once."""
    return desk.run(request)


class CommandDesk:
    """The commands of one task; safe to use from several threads."""

    def __init__(
        self, task: str, tools: CommandTools, policy: Policy = not_yet, *, is_confined: bool = True
    ) -> None:
        self._task = task
        self._tools = tools
        self._policy = policy
        self._runner = tools.sandbox if is_confined else tools.unconfined

    @property
    def confinement(self) -> str:
        """What keeps a command from doing harm, in a few words."""
        return self._runner.confinement

    def answers(
        self, checklist: Checklist, environment: FinalEnvironment | None
    ) -> dict[Argv, CommandAnswer]:
        """What is known of the commands of a list over one run's files, once the policy is done.

        Those are left out that a check finds by itself to be impossible.
        """
        found = ((argv, self.answer(argv, environment)) for argv in commands_of(checklist))
        return {argv: answer for argv, answer in found if answer is not None}

    def answer(self, argv: Argv, environment: FinalEnvironment | None) -> CommandAnswer | None:
        """What is known of one command; None where a check finds by itself that nothing can be."""
        if environment is None or environment_obstacle(environment) or argv_problem(argv):
            return None
        try:
            request = self.request(argv, environment)
        except StoreError as error:
            return NotRun(status=Status.UNAVAILABLE, reason=f"{error}.")
        return self.known(request) or self._policy(self, request)

    def task_digest(self, argv: Argv) -> str:
        """Names what a command names of the task's folder, as it is by now."""
        try:
            return _name("files", [*_own_scripts(self._task_files(argv))])
        except StoreError as error:
            return str(error)

    def request(self, argv: Argv, environment: FinalEnvironment) -> Request:
        """What running a command would take; raises StoreError."""
        files = self._task_files(argv)
        scripts = tuple(_scripts(argv, environment, files))
        made_of = (argv, scripts, environment.digest)
        return Request(
            order=CommandOrder(argv=argv, environment=environment, files=files),
            scripts=scripts,
            trust=_name("trust", self.confinement, argv, scripts),
            result=_name("result", self.confinement, *made_of),
            unconfined=_name("result", self._tools.unconfined.confinement, *made_of),
        )

    def known(self, request: Request) -> CommandResult | None:
        """What it gave when it was run over the same files."""
        return self._tools.results.find(request.result)

    def known_unconfined(self, request: Request) -> CommandResult | None:
        """What it gave when the user had it run over the same files without a sandbox."""
        return self._tools.results.find(request.unconfined)

    def is_trusted(self, request: Request) -> bool:
        """Whether the user agreed to it on this machine."""
        return request.trust in self._tools.trust.trusted(self._task)

    def trust(self, *requests: Request) -> None:
        """Remember that the user agreed; raises StoreError."""
        self._tools.trust.trust(self._task, frozenset(request.trust for request in requests))

    def run(
        self, request: Request, is_unwanted: Callable[[], bool] = lambda: False
    ) -> CommandAnswer:
        """Run it, whoever agreed; a result is kept."""
        try:
            answer = self._runner.run(request.order, is_unwanted)
        except CkptError as error:
            return NotRun(status=Status.UNAVAILABLE, reason=f"{error}.")
        if isinstance(answer, CommandResult):
            self._tools.results.keep(request.result, answer)
        return answer

    def _task_files(self, argv: Argv) -> tuple[tuple[str, bytes], ...]:
        return self._tools.files.read(self._task, task_entries(argv))


def commands_of(checklist: Checklist) -> tuple[Argv, ...]:
    """Every command of the enabled checkpoints, in their order, each once."""
    enabled = (point.check for point in checklist.checkpoints if point.enabled)
    return tuple(dict.fromkeys(argv for check in enabled for argv in commands_in(check)))


def _scripts(
    argv: Argv, environment: FinalEnvironment, files: tuple[tuple[str, bytes], ...]
) -> Iterator[tuple[str, str]]:
    yield from _own_scripts(files)
    for path in named_files(argv, environment.paths):
        content = environment.read(path)
        yield path, "" if content is None else sha256(content).hexdigest()


def _own_scripts(files: tuple[tuple[str, bytes], ...]) -> Iterator[tuple[str, str]]:
    for path, content in files:
        yield f"{TASK}/{path}", sha256(content).hexdigest()


def _name(*parts: object) -> str:
    return text_digest(compact_json([_FORM, *parts])).removeprefix("sha256:")
