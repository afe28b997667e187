"""The kind `text`: somebody wrote something."""

from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from typing import Annotated, ClassVar

from msgspec.structs import replace

from ckpt_tui.core.checks.base import Event, Input
from ckpt_tui.core.checks.moments import EventCheck
from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import find, rows
from ckpt_tui.core.position import Position
from ckpt_tui.core.replies import is_reply
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Field, StepKind
from ckpt_tui.core.verdict import Evidence, Scope, Status, Verdict
from ckpt_tui.core.view import TraceView


class Speaker(StrEnum):
    """Who wrote a text."""

    AGENT = "agent"
    USER = "user"
    SYSTEM = "system"
    ENVIRONMENT = "environment"


class Part(StrEnum):
    """Where it stands: a visible message, hidden reasoning, or the final report."""

    MESSAGE = "message"
    REASONING = "reasoning"
    REPORT = "report"


class Text(EventCheck, frozen=True, kw_only=True):
    """A message, reasoning or the final report matches."""

    kind: ClassVar[str] = "text"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "somebody wrote something"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    match: Annotated[Match, "what the text holds"]
    by: Annotated[Speaker, "who wrote it"] = Speaker.AGENT
    part: Annotated[Part, "message, reasoning, or the final report"] = Part.MESSAGE
    reply_to: Annotated[
        Match | None, "what user or agent had said to it, since its writer's last message"
    ] = None

    def found(self, view: TraceView) -> Iterator[Event]:
        return self._reported(view) if self.part is Part.REPORT else self._written(view)

    def met(self, event: Event) -> str:
        return f"The {self._what} at step {event.position.step} matches."

    def absence(self, view: TraceView) -> Verdict:
        if self.part is not Part.REPORT:
            searched = view.count(StepKind(self.by))
            return view.absence(f"No {self._what} matches.", (self.part.value,), searched)
        report = view.trace.report
        if report is None:
            return view.absence("The run has no final report.", (self.part.value,), 0)
        scope = Scope(first=report.step, last=report.step, parts=(self.part.value,), searched=1)
        reason = "The final report does not match."
        return Verdict(status=Status.FAIL, reason=reason, scope=scope)

    def is_moot(self, view: TraceView) -> bool:
        if self.part is Part.REPORT:
            return view.trace.report is None
        return not view.count(StepKind(self.by))

    @property
    def _what(self) -> str:
        return "final report" if self.part is Part.REPORT else f"{self.by}'s {self.part}"

    def _written(self, view: TraceView) -> Iterator[Event]:
        column = view.column(Field(self.part))
        kind, kinds = StepKind(self.by), view.steps.kinds
        for hit in rows(self.match, column):
            if kinds[hit.row] is not kind or not view.happened(hit.row):
                continue
            raw = column.raw(hit.row)
            # A step without a text has nothing that could match, not even `not`.
            if raw:
                shown = partial(self._shown, view, hit.row, raw, (hit.start, hit.end))
                yield from self._answering(view, Event(position=Position(hit.row, -1), shown=shown))

    def _reported(self, view: TraceView) -> Iterator[Event]:
        report = view.trace.report
        if report is None or self.by is not Speaker.AGENT:
            return
        raw = encode(report.text)
        span = find(self.match, raw)
        if span is not None:
            # The report is what the agent told last: after the calls of its step.
            calls = len(view.steps[report.step].calls)
            shown = partial(self._shown, view, report.step, raw, span)
            event = Event(position=Position(report.step, calls), shown=shown)
            yield from self._answering(view, event)

    def _answering(self, view: TraceView, event: Event) -> Iterator[Event]:
        """The event if it answers what was asked for, or may."""
        step = event.position.step
        answer = True if self.reply_to is None else is_reply(view, step, self.reply_to)
        if answer is None:
            reason = f"What the {self._what} at step {step} answers may be missing."
            yield replace(event, status=Status.UNAVAILABLE, reason=reason)
        elif answer:
            yield event

    def _shown(
        self, view: TraceView, step: int, raw: bytes, span: tuple[int, int]
    ) -> tuple[Evidence, ...]:
        return (view.evidence(step, self.part.value, raw, span),)
