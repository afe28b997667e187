"""The ways to run a command; what each of them takes is loaded when the first one runs."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from ckpt_tui.adapters.sandbox.limits import Limits
from ckpt_tui.command_ports import CommandOrder
from ckpt_tui.core.command_runs import CommandAnswer, CommandResult, NotRun
from ckpt_tui.core.verdict import Status

_Run: TypeAlias = Callable[[CommandOrder, Limits, Callable[[], bool]], CommandAnswer]


class SandboxRunner:
    """Under bubblewrap; where that is missing or does not work, nothing runs."""

    confinement = "a sandbox without network (bubblewrap)"

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()

    def run(self, order: CommandOrder, is_unwanted: Callable[[], bool], /) -> CommandAnswer:
        """The command's result, or why there is none; raises TraceError for files not known."""
        from ckpt_tui.adapters.sandbox import bubblewrap  # noqa: PLC0415 (a rare need)

        return _answer(bubblewrap.run, order, self._limits, is_unwanted)


class UnconfinedRunner:
    """Without a sandbox: in a copy, with bounds, but with all that the user may do."""

    confinement = "NO SANDBOX: it may do all that you may"

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()

    def run(self, order: CommandOrder, is_unwanted: Callable[[], bool], /) -> CommandAnswer:
        """The command's result, or why there is none; raises TraceError for files not known."""
        from ckpt_tui.adapters.sandbox import unconfined  # noqa: PLC0415 (a rare need)

        answer = _answer(unconfined.run, order, self._limits, is_unwanted)
        return replace(answer, is_confined=False) if isinstance(answer, CommandResult) else answer


def _answer(
    run: _Run, order: CommandOrder, limits: Limits, is_unwanted: Callable[[], bool]
) -> CommandAnswer:
    try:
        return run(order, limits, is_unwanted)
    except OSError as error:
        reason = f"This machine cannot run it now ({error.strerror or error})."
        return NotRun(status=Status.ERROR, reason=reason)
