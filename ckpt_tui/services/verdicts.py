"""Verdicts by content: the digest of the check and the key of the loaded trace.

A verdict stays true whatever is typed afterwards, so a late one is welcome, and undo, reorder
and rename find theirs here and decide nothing.
"""

from collections.abc import Callable, Mapping

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.digest import check_digest
from ckpt_tui.core.verdict import Verdict


class VerdictTable:
    """Every verdict of a session."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Verdict]] = {}
        # By identity; the check is kept, so that its id cannot become another's.
        self._digests: dict[int, tuple[Check, tuple[str, ...], str]] = {}

    @property
    def decisions(self) -> int:
        """How many times a check was decided."""
        return sum(map(len, self._rows.values()))

    def row(self, check: Check, workdir: tuple[str, ...]) -> Mapping[str, Verdict]:
        """The verdicts of a check by trace key; it grows as the check is decided."""
        return self._row(check, workdir)

    def decide(
        self, check: Check, workdir: tuple[str, ...], trace_key: str, decide: Callable[[], Verdict]
    ) -> Verdict:
        """The verdict, decided unless it is known; safe to call from several threads."""
        row = self._row(check, workdir)
        found = row.get(trace_key)
        if found is None:
            found = row[trace_key] = decide()
        return found

    def forget(self, is_meant: Callable[[Check], bool], trace_key: str | None = None) -> None:
        """Decide some checks anew, over one run or over all.

        A verdict that is being decided meanwhile may come late over one run; over all it is lost.
        """
        for check, _, digest in tuple(self._digests.values()):
            if is_meant(check) and trace_key is None:
                self._rows.pop(digest, None)
            elif is_meant(check):
                self._rows.get(digest, {}).pop(trace_key or "", None)

    def _row(self, check: Check, workdir: tuple[str, ...]) -> dict[str, Verdict]:
        return self._rows.setdefault(self._digest(check, workdir), {})

    def _digest(self, check: Check, workdir: tuple[str, ...]) -> str:
        kept = self._digests.get(id(check))
        if kept is None or kept[1] != workdir:
            kept = self._digests[id(check)] = (check, workdir, check_digest(check, workdir))
        return kept[2]
