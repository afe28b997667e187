"""What commands gave when they were run over a run's final files: an input of checks."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from ckpt_tui.core.verdict import Status


class CommandResult(Struct, frozen=True, kw_only=True):
    """A command that ran to its end.

    Attributes:
        exit_code: 128 and the signal's number where a signal ended it.
        output: what it printed to both streams, line ends at the end taken off; what is not
            UTF-8 is replaced.
        is_cut: it printed more than was kept.
        is_confined: nothing outside of its copy could be reached or changed.
    """

    exit_code: int
    output: str
    is_cut: bool = False
    is_confined: bool = True


class NotRun(Struct, frozen=True, kw_only=True):
    """A command without a result.

    Attributes:
        status: an open one.
        reason: one sentence with its full stop.
    """

    status: Status
    reason: str


CommandAnswer: TypeAlias = CommandResult | NotRun

CommandAnswers: TypeAlias = Mapping[tuple[str, ...], CommandAnswer]
"""What is known of commands over one run's final files, by their argv."""
