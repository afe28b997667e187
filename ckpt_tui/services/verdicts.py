"""Verdicts by content: the digest of the check and the key of the loaded trace.

A verdict stays true whatever is typed afterwards, so a late one is welcome, and undo, reorder
and rename find theirs here and decide nothing.
"""

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.digest import check_digest
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView


class VerdictTable:
    """Every verdict of a session.

    Attributes:
        decisions: how many times a check was decided; what the counter tests read.
    """

    def __init__(self) -> None:
        self._verdicts: dict[tuple[str, str], Verdict] = {}
        # By identity; the check is kept, so that its id cannot become another's.
        self._digests: dict[int, tuple[Check, tuple[str, ...], str]] = {}
        self.decisions = 0

    def known(self, check: Check, workdir: tuple[str, ...], trace_key: str) -> Verdict | None:
        """The verdict, if it was decided before."""
        return self._verdicts.get((self._digest(check, workdir), trace_key))

    def decide(self, check: Check, view: TraceView, trace_key: str) -> Verdict:
        """Decide unless it is known; safe to call from a thread."""
        key = (self._digest(check, view.workdir), trace_key)
        found = self._verdicts.get(key)
        if found is None:
            self.decisions += 1
            found = self._verdicts[key] = decided(check, view)
        return found

    def _digest(self, check: Check, workdir: tuple[str, ...]) -> str:
        kept = self._digests.get(id(check))
        if kept is None or kept[1] != workdir:
            kept = self._digests[id(check)] = (check, workdir, check_digest(check, workdir))
        return kept[2]
