"""The kinds of check, and the table that names them all."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ckpt_tui.core.checks.asked import Human, Judge
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.command import Command
from ckpt_tui.core.checks.communicates import Communicates
from ckpt_tui.core.checks.ending import AtMost, OutcomeCheck
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.file_changed import FileChanged
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Before, InOrder, Never
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.checks.text import Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.checks.verifier_test import VerifierTest

# In the order in which lists of kinds show them: events, ends, structure, people.
_KINDS: tuple[type[Check], ...] = (
    ToolCalled,
    Ran,
    Output,
    Tests,
    FileChanged,
    Text,
    Communicates,
    File,
    Command,
    VerifierTest,
    OutcomeCheck,
    AtMost,
    AllOf,
    AnyOf,
    Not,
    InOrder,
    Before,
    Never,
    OnlyAfter,
    Judge,
    Human,
    Claims,
)

KINDS: Final[Mapping[str, type[Check]]] = MappingProxyType({kind.kind: kind for kind in _KINDS})

__all__ = ["KINDS"]
