"""A check of a kind that a plug-in brings and that is not installed here."""

from typing import Annotated, ClassVar

from ckpt_tui.core.checks.base import Check, Input
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


class MissingPlugin(Check, frozen=True, kw_only=True):
    """Keeps its table, so that a list can be edited without the plug-ins it uses.

    Attributes:
        name: the kind as written, with a dot in it.
        table: its other keys as a JSON object, in their order; dates as text.
    """

    kind: ClassVar[str] = "plugin"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a kind whose plug-in is not installed"
    reads: ClassVar[frozenset[Input]] = frozenset()

    name: Annotated[str, "the kind as written"]
    table: Annotated[str, "its other keys, as JSON"]

    def decide(self, view: TraceView) -> Verdict:
        del view
        reason = f'The plug-in for "{self.name}" is not installed.'
        return Verdict(status=Status.ERROR, reason=reason)
