"""A trace as one checklist sees it: its working folders stripped from paths, derived facts kept."""

from bisect import bisect_left
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from msgspec import Struct, field

from ckpt_tui.core.command_runs import CommandAnswer, CommandAnswers
from ckpt_tui.core.position import Position
from ckpt_tui.core.text import TextColumn, decode
from ckpt_tui.core.trace import CallTable, Field, Gap, StepKind, Steps, ToolResult, Trace
from ckpt_tui.core.verdict import QUOTE_LIMIT, Evidence, Scope, Status, Verdict

Kept = TypeVar("Kept")


class TraceView(Struct, frozen=True, kw_only=True, eq=False):
    """What checks are given.

    Attributes:
        workdir: folders stripped from the front of recorded paths, longest first.
        commands: what is known of commands over this run's final files, by their argv; may be
            looked up when asked for, as steps are.
    """

    trace: Trace
    workdir: tuple[str, ...] = ()
    commands: CommandAnswers = field(default_factory=dict[tuple[str, ...], CommandAnswer])
    # Values of any type, each under the key of the one function that makes it.
    _kept: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])

    def kept(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """What `make` returns, made once a view; two threads may both make it, one is kept."""
        if key not in self._kept:
            self._kept.setdefault(key, make())
        kept: Kept = self._kept[key]
        return kept

    @property
    def steps(self) -> Steps:
        return self.trace.steps

    @property
    def calls(self) -> CallTable:
        return self.trace.steps.calls

    def column(self, of: Field) -> TextColumn:
        return self.trace.steps.column(of)

    def row(self, position: Position) -> int:
        """The row of a call in the table."""
        return bisect_left(self.calls.steps, position.step) + position.call

    def result(self, row: int) -> ToolResult | None:
        """What came back from a call, without its step; None where no answer was recorded."""
        calls = self.calls
        if not calls.answered[row]:
            return None
        return ToolResult(
            text=self.column(Field.RESULT).text(row),
            is_error=calls.errors[row],
            exit_code=calls.exit_codes[row],
            is_truncated=calls.truncated[row],
        )

    def happened(self, step: int) -> bool:
        """Whether a step is one of this run, not repeated from an earlier context."""
        return step not in self.trace.steps.copied

    def count(self, *kinds: StepKind) -> int:
        """How many steps of these kinds happened in this run."""
        steps = self.trace.steps
        repeated = [steps.kinds[step] for step in steps.copied]
        return sum(steps.kinds.count(kind) - repeated.count(kind) for kind in kinds)

    def gap(self, *, since: int = 0) -> Gap | None:
        """The first gap that reaches beyond the beginning of a step; None where all is known."""
        gaps = self.trace.gaps
        return next((gap for gap in gaps if gap.last is None or gap.last >= since), None)

    def evidence(self, step: int, part: str, raw: bytes, span: tuple[int, int]) -> Evidence:
        """A place of a part from its bytes and a byte span in them."""
        start, end = _whole_characters(raw, span)
        quote = decode(raw[start:end])
        first = len(decode(raw[:start]))
        return Evidence(
            step=step,
            native=self.trace.steps.native(step),
            part=part,
            span=(first, first + len(quote)),
            quote=quote[:QUOTE_LIMIT],
        )

    def scope(self, parts: tuple[str, ...], searched: int) -> Scope:
        """The whole run, with the parts and the number of texts that were searched."""
        return Scope(first=0, last=len(self.trace.steps) - 1, parts=parts, searched=searched)

    def absence(
        self, reason: str, parts: tuple[str, ...], searched: int, *, near: tuple[int, ...] = ()
    ) -> Verdict:
        """What it means that a search of the whole run found nothing: `fail`, unless gaps are left.

        `reason` is a sentence with its full stop; `parts` are named without call numbers;
        `near` are the steps that came nearest.
        """
        scope = self.scope(parts, searched)
        gap = self.gap()
        if gap is None:
            return Verdict(status=Status.FAIL, reason=reason, scope=scope, near=near)
        reason = f"{reason} The recording has a gap: {gap.detail}"
        return Verdict(status=Status.UNAVAILABLE, reason=reason, scope=scope, near=near)


def _whole_characters(raw: bytes, span: tuple[int, int]) -> tuple[int, int]:
    r"""The span widened to whole characters: `\B` also holds between the bytes of one."""
    start, end = span
    while 0 < start < len(raw) and _continues(raw[start]):
        start -= 1
    while end < len(raw) and _continues(raw[end]):
        end += 1
    return start, end


def _continues(byte: int) -> bool:
    return byte & 0xC0 == 0x80  # noqa: PLR2004 (the two bits that mark it in UTF-8)
