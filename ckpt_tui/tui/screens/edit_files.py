"""What the Edit screen writes, asks and leaves with."""

from asyncio import to_thread
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual import work
from textual.widget import Widget

from ckpt_tui.errors import CkptError, ConflictError
from ckpt_tui.tui.actions import EDIT_ACTIONS, FORM_ACTIONS, GRAB_ACTIONS
from ckpt_tui.tui.commands import COMMANDS, takes_text
from ckpt_tui.tui.in_order import InOrderApp
from ckpt_tui.tui.screens.edit_disk import DiskActions

if TYPE_CHECKING:
    from ckpt_tui.tui.widgets.command_line import CommandLine

_UNSAVED = "The working copy is not written."
_LEAVING = "(w) write and leave · (d) drop it · (esc) stay"


class FileActions(DiskActions):
    """Commands, help, palette and leaving."""

    asked_from: Widget | None = None
    """What had the focus before the command line took it."""

    line: "CommandLine | None" = None
    """Asks for commands and searches, once one was asked for."""

    async def action_command(self) -> None:
        await self._ask(":")

    async def action_search(self) -> None:
        await self._ask("/")

    async def _ask(self, prompt: str, text: str = "") -> None:
        from ckpt_tui.tui.widgets.command_line import CommandLine

        self.asked_from = self.focused
        if self.line is None:
            self.line = CommandLine()
            await self.mount(self.line)
        self.line.ask(prompt, text)

    def on_command_line_given(self, event: "CommandLine.Given") -> None:
        """Carry out what was typed, and give the focus back."""
        if event.prompt == "/":
            self.search(event.text)
        elif event.text.strip():
            self.obey(event.text.strip())
        if self.asked_from is None:
            self.focus_pane("list")
        else:
            self.set_focus(self.asked_from)

    def obey(self, line: str) -> None:
        """Carry out a typed command."""
        word, _, rest = line.partition(" ")
        deed = self._deeds.get(word)
        if deed is None:
            self.say(f"no command {word!r}: :{' :'.join(self._deeds)}")
        else:
            deed(rest.strip())

    @property
    def _deeds(self) -> Mapping[str, Callable[[str], object]]:
        manuscript = self.session.manuscript
        return {
            "w": lambda _: self.write(),
            "save": self.seal,
            "goto": self._goto,
            "run": lambda _: self.action_run_commands(),
            "stop": lambda _: self.stop_commands(),
            "theirs": lambda _: self.change(manuscript.take_theirs),
            "mine": lambda _: self.keep_mine(),
            "wq": lambda _: self.write() and self.host.exit(0),
            "q": lambda _: self.action_quit(),
            "q!": lambda _: self._leave_unwritten(),
        }

    def write(self) -> bool:
        """Write the working copy, what is grabbed dropped; whether it worked."""
        if self.grab is not None:
            self.drop()
        before = self.session.manuscript.text
        try:
            unnoted = self.session.manuscript.write()
        except ConflictError as error:
            self.clash = str(error)
            self.say(f"not written: {error} · :theirs or :mine decides")
            return False
        except CkptError as error:
            where = "only in memory" if self.session.manuscript.unkept else "kept in the journal"
            self.say(f"not written, and {where}: {error}")
            return False
        merged = self.session.manuscript.text != before
        said = "written, with what was changed on disk" if merged else "written"
        self.say(" · ".join([said, *unnoted]))
        self.changed()
        return True

    def seal(self, message: str) -> None:
        """Write and seal the next version."""
        versions = self.session.workbench.store.versions
        try:
            before = len(versions(self.session.task))
            version = self.session.manuscript.save(message)
        except CkptError as error:
            self.say(f"not sealed: {error}")
            return
        is_new = version.number > before
        what = f"sealed v{version.number}" if is_new else f"v{version.number} already says this"
        said = " · ".join([what, *version.warnings])
        self.say(said)
        self.changed()
        self.warn(said)

    @work(exclusive=True, group="controls")
    async def warn(self, said: str) -> None:
        """Add to what was said what the sample runs hold against the sealed list."""
        # Nothing is sealed before much else was done.
        from ckpt_tui.services.control_runs import warned

        session = self.session
        warning = await warned(session.runs, session.manuscript.checklist)
        if warning is not None:
            self.say(f"{said} · {warning}")

    def _goto(self, text: str) -> None:
        if not self.has_run():
            return
        trace = self.trace
        if trace is None or not text.isdecimal() or int(text) >= len(trace.steps):
            steps = 0 if trace is None else len(trace.steps)
            self.say(f":goto takes a step from 0 to {steps - 1}" if steps else "no steps here")
            return
        self.go_to_step(int(text))

    async def action_back(self) -> None:
        """Leave what is innermost: a grab, a nested check, the form, the zoom."""
        if self.line is not None and self.line.is_asking:
            self.line.drop()
        elif self.grab is not None:
            self.put_back()
        elif self.is_editing:
            await self._leave_form()
        elif self.is_busy:
            self.stop_commands()
        elif self.has_class("-zoomed"):
            self.remove_class("-zoomed")

    async def _leave_form(self) -> None:
        if self.form is not None and self.form.is_nested:
            await self.form.leave_child()
        else:
            self.close_form()

    def tell_at_start(self) -> None:
        """Say what an author has to know of the working copy, and who else works on it."""
        told: list[str] = []
        kept, others = self.session.manuscript.kept_aside, self.session.elsewhere()
        if kept:
            told.append(
                f"the earlier work is here, :w writes it; what stood on disk is kept in {kept}"
            )
        if others:
            what = "unwritten so far; what one writes the other takes in"
            told.append(f"also edited by {' and '.join(others)}, {what}")
        try:
            lost, moved = self.session.lost(), self.session.moved()
        except CkptError as error:
            lost, moved = (), ()
            told.append(str(error))
        if lost:
            told.append(f"the working copy lacks {', '.join(lost)} of the last sealed version")
        if moved:
            told.append(f"{', '.join(moved)} changed since the last version was sealed")
        if told:
            self.say(" · ".join(told))

    @work(exclusive=True, group="recovery")
    async def offer_recovery(self) -> None:
        """Show what an earlier session left unwritten, and ask."""
        found = await to_thread(self.session.manuscript.recovery)
        if isinstance(self.host, InOrderApp):
            # What was typed blindly answers no question.
            await self.host.let_keys_go(are_wanted=found is None)
        if found is None:
            return
        from ckpt_tui.tui.screens.recovering import ask_of_recovery

        key = await ask_of_recovery(self.host, found)
        if key == "q":
            self.host.exit(0)
        elif key == "r":
            self.change(lambda: self.session.manuscript.restore(found.text))
        else:
            self.change(self.session.manuscript.forget_recovery)

    def action_help(self) -> None:
        from ckpt_tui.tui.screens.help import HelpScreen

        self.host.push_screen(HelpScreen((*EDIT_ACTIONS, *COMMANDS, *GRAB_ACTIONS, *FORM_ACTIONS)))

    @work(exclusive=True, group="palette")
    async def action_palette(self) -> None:
        from ckpt_tui.tui.screens.palette import Palette

        chosen = await self.host.push_screen_wait(Palette((*EDIT_ACTIONS, *COMMANDS)))
        command = next((it for it in COMMANDS if it.id == chosen), None)
        if command is None:
            if chosen is not None:
                await self.run_action(chosen)
        elif takes_text(command):
            await self._ask(":", f"{command.id[1:]} ")
        else:
            self.obey(command.id[1:])

    @work(exclusive=True, group="quit")
    async def action_quit(self) -> None:
        if not self.session.manuscript.is_dirty:
            self.host.exit(0)
            return
        from ckpt_tui.tui.screens.asking import Ask

        key = await self.host.push_screen_wait(Ask(_UNSAVED, _LEAVING, ("w", "d")))
        if key == "d":
            self._leave_unwritten()
        elif key == "w" and self.write():
            self.host.exit(0)

    def _leave_unwritten(self) -> None:
        self.session.workbench.journal.clear(self.session.task)
        self.host.exit(0)
