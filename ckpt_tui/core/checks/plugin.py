"""A check of a kind that a plug-in brings and that is not installed here."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ckpt_tui.core.checks.base import Check, Input, required
from ckpt_tui.core.trace import Json
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPlugin(Check):
    """Keeps its table, so that a list can be edited without the plug-ins it uses.

    Attributes:
        name: the kind as written, with a dot in it.
        table: its other keys; dates as text.
    """

    kind = "plugin"
    version = 1
    summary = "A kind whose plug-in is not installed"
    reads = frozenset[Input]()

    name: str = field(metadata=required("The kind as written"))
    table: Mapping[str, Json] = field(metadata=required("Its other keys"), hash=False)

    def decide(self, view: TraceView) -> Verdict:
        del view
        return Verdict(
            status=Status.ERROR,
            reason=f'plug-in for "{self.name}" is not installed',
        )
