"""The question on a terminal whether a command may be run."""

import sys

import click

from ckpt_tui.cli.output import say
from ckpt_tui.core.command_runs import CommandAnswer
from ckpt_tui.core.display import plain
from ckpt_tui.errors import StoreError
from ckpt_tui.services.agreement import described
from ckpt_tui.services.commands import CommandDesk, Policy, Request, trusting, where_trusted


def policy_here() -> Policy:
    """Ask where somebody can answer; elsewhere only what was agreed to is run."""
    return _Asking() if sys.stdin.isatty() and sys.stderr.isatty() else where_trusted


class _Asking:
    """Asks once for a command and the files that it names, and remembers a yes."""

    def __init__(self) -> None:
        self._answers: dict[str, bool] = {}

    def __call__(self, desk: CommandDesk, request: Request) -> CommandAnswer:
        if request.trust not in self._answers:
            self._answers[request.trust] = desk.is_trusted(request) or _is_agreed(desk, request)
        policy = trusting if self._answers[request.trust] else where_trusted
        return policy(desk, request)


def _is_agreed(desk: CommandDesk, request: Request) -> bool:
    click.echo("\n" + plain("\n".join(described([request])), lines=True), err=True)
    question = f"Run this over copies of the final files, in {desk.confinement}?"
    if not click.confirm(question, default=False, err=True):
        return False
    try:
        desk.trust(request)
    except StoreError as error:
        say(f"agreed for now, but not remembered: {error}")
    return True
