"""The Edit screen's commands over final files: shown and agreed to first, run in a thread."""

from asyncio import to_thread
from collections.abc import Sequence

from textual import work

from ckpt_tui.core.toml_value import inline
from ckpt_tui.errors import CkptError
from ckpt_tui.services.agreement import described
from ckpt_tui.services.commands import CommandDesk, Request, commands_of
from ckpt_tui.services.sample_commands import Waiting
from ckpt_tui.tui.screens.edit_grab import GrabActions


class CommandActions(GrabActions):
    """Runs what `command` checks have no result of, and nothing without being told to."""

    is_busy = False
    """Whether commands are run at this moment."""

    def action_run_commands(self) -> None:
        if self.is_busy:
            self.say("commands are running; esc stops them")
        elif not commands_of(self.session.manuscript.checklist):
            self.say("no checkpoint that is switched on holds a command")
        else:
            self._run_commands()

    def deed_begins(self, action: str) -> None:
        if not self.is_busy:
            super().deed_begins(action)

    def stop_commands(self) -> None:
        """Have the running command ended, and run no other."""
        self.say("stopping" if self.is_busy else "no command is running")
        self.is_busy = False

    async def renew_commands(self) -> None:
        """Take back what was given by scripts that another editor has changed since."""
        runs, checklist = self.session.runs, self.session.manuscript.checklist
        if commands_of(checklist) and await to_thread(runs.commands.renew, checklist):
            self._learned()

    @work(exclusive=True, group="commands")
    async def _run_commands(self) -> None:
        waiting = await self._waiting()
        # What was found in the cache by now is shown as well.
        self._learned()
        if not waiting:
            self.say("every command has its result, or needs final files that are not recorded")
        elif await self._is_agreed(waiting):
            await self._run(waiting)
        else:
            self.say("nothing was run")

    async def _waiting(self) -> Sequence[Waiting]:
        checklist, runs = self.session.manuscript.checklist, self.session.runs
        found: list[Waiting] = []
        for run in self.order():
            await runs.load(run, checklist)
            trace = runs.trace(run)
            environment = None if trace is None else trace.environment
            found += await to_thread(runs.commands.waiting, run, checklist, environment)
        return found

    async def _is_agreed(self, waiting: Sequence[Waiting]) -> bool:
        """Whether the user agreed to all of it, now or earlier."""
        desk = self.session.runs.commands.desk
        unknown, shown = await to_thread(_not_agreed, desk, waiting)
        if not unknown:
            return True
        from ckpt_tui.tui.screens.agreeing import Agree

        if not await self.host.push_screen_wait(Agree(shown, desk.confinement)):
            return False
        try:
            await to_thread(desk.trust, *unknown)
        except CkptError as error:
            self.say(f"agreed for now, but not remembered: {error}")
        return True

    async def _run(self, waiting: Sequence[Waiting]) -> None:
        commands = self.session.runs.commands
        self.is_busy = True
        try:
            for number, each in enumerate(waiting, start=1):
                argv = inline(list(each.request.order.argv))
                self.say(f"running {number} of {len(waiting)} (esc stops): {argv}")
                await to_thread(commands.run, each, lambda: not self.is_busy)
                if not self.is_busy:
                    break
                self._learned(each.run)
        finally:
            # Whoever leaves meanwhile does not wait for the command.
            self.is_busy, is_whole = False, self.is_busy
        self._learned()
        self.say(f"ran {len(waiting)} commands" if is_whole else "stopped")

    def _learned(self, run: int | None = None) -> None:
        """Show what commands gave."""
        self.session.runs.commands_ran(run)
        self.decide()


def _not_agreed(desk: CommandDesk, waiting: Sequence[Waiting]) -> tuple[Sequence[Request], str]:
    """What the user has not agreed to yet, and all that has to be shown of it."""
    unknown = [each.request for each in waiting if not desk.is_trusted(each.request)]
    return unknown, "\n".join(described(unknown))
