"""The question on a terminal whether a command may be run."""

import sys

import click

from ckpt_tui.core.command_runs import CommandAnswer
from ckpt_tui.core.display import plain
from ckpt_tui.services.agreement import described
from ckpt_tui.services.commands import CommandDesk, Policy, Request, where_trusted


def policy_here() -> Policy:
    """Ask where somebody can answer; elsewhere only what was agreed to is run."""
    return _Asking() if sys.stdin.isatty() and sys.stderr.isatty() else where_trusted


class _Asking:
    """Asks once for a command and the files that it names, and remembers a yes."""

    def __init__(self) -> None:
        self._asked: set[str] = set()

    def __call__(self, desk: CommandDesk, request: Request) -> CommandAnswer:
        if request.trust not in self._asked and not desk.is_trusted(request):
            self._asked.add(request.trust)
            click.echo("\n" + plain("\n".join(described([request])), lines=True), err=True)
            question = f"Run this over copies of the final files, in {desk.confinement}?"
            if click.confirm(question, default=False, err=True):
                desk.trust(request)
        return where_trusted(desk, request)
