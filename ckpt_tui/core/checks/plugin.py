"""A check of a kind that a plug-in brings and that is not installed here."""

from dataclasses import dataclass, field
from typing import ClassVar

from ckpt_tui.core.checks.base import Check, Input, required
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPlugin(Check):
    """Keeps its table, so that a list can be edited without the plug-ins it uses.

    Attributes:
        name: the kind as written, with a dot in it.
        table: its other keys as a JSON object, in their order; dates as text.
    """

    kind: ClassVar[str] = "plugin"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a kind whose plug-in is not installed"
    reads: ClassVar[frozenset[Input]] = frozenset()

    name: str = field(metadata=required("the kind as written"))
    table: str = field(metadata=required("its other keys, as JSON"))

    def decide(self, view: TraceView) -> Verdict:
        del view
        reason = f'The plug-in for "{self.name}" is not installed.'
        return Verdict(status=Status.ERROR, reason=reason)
