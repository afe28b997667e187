"""The kind `communicates`: the agent told the user, and had what it told from a tool."""

from collections import deque
from collections.abc import Iterator
from functools import partial
from heapq import merge
from typing import Annotated, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checks.base import Event, Input
from ckpt_tui.core.checks.calls import (
    doubted,
    fitting_calls,
    place_of,
    position_of,
    result_evidence,
    undeclared,
)
from ckpt_tui.core.checks.counting import QUOTED
from ckpt_tui.core.checks.moments import EventCheck, decisive, passed, still_open, worst
from ckpt_tui.core.figures import figure_of, figures, figures_below, parsed
from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import find, path_values, rows, told
from ckpt_tui.core.own_words import own_words
from ckpt_tui.core.position import Position
from ckpt_tui.core.said import messages, told_steps
from ckpt_tui.core.text import decode, encode
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView

_PARTS: Final = ("message", "report")
# A result that is larger shows no figure by itself: anything stands in it.
_LONGEST: Final = 4 << 20


class Communicates(EventCheck, frozen=True, kw_only=True):
    """The agent told the user something: in its final report, or in a message of a conversation.

    With `value_from`, what the match captures must be a figure of one result of that tool, from
    before it was told: a number, whatever its thousands, decimals or currency, or an id. A
    pattern captures its first group, or all of what it matches; every figure in it must be there.
    """

    kind: ClassVar[str] = "communicates"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "the agent told the user, and had the figure from a tool"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    match: Annotated[Match, "what it told; a group in a pattern captures the figure"]
    value_from: Annotated[Match | None, "the tool whose result must hold the figure"] = None
    value_path: Annotated[str | None, "where in that result, dotted; anywhere unless given"] = None
    every: Annotated[bool, "every figure that it tells so comes from there, not just one"] = False

    def faults(self) -> Iterator[tuple[str, str]]:
        if self.value_from is None:
            if self.value_path is not None:
                yield "value_path", "it needs `value_from`"
            if self.every:
                yield "every", "it needs `value_from`"

    def obstacle(self, view: TraceView) -> Verdict | None:
        return undeclared(view, self.value_from)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        return None if self.every else EventCheck.events(self, view)

    def decide(self, view: TraceView) -> Verdict:
        is_searched = self.every and self.obstacle(view) is None
        return self._each(view) if is_searched else EventCheck.decide(self, view)

    def found(self, view: TraceView) -> Iterator[Event]:
        return (event for telling in self._tellings(view) for event in self._events(view, telling))

    def met(self, event: Event) -> str:
        came_from = "" if self.value_from is None else ", as the tool had answered"
        return f"The agent told it at step {event.position.step}{came_from}."

    def absence(self, view: TraceView) -> Verdict:
        searched = sum(1 for _ in messages(view))
        last = deque(self._tellings(view), maxlen=1)
        if not last:
            return view.absence("No message to the user matches.", _PARTS, searched)
        found = view.absence(self._missing(view, last[0]), (*_PARTS, "calls.result"), searched)
        span = next((span for span, _ in last[0].figures(self.match)), None)
        return replace(found, evidence=(last[0].evidence(view, span),))

    def is_moot(self, view: TraceView) -> bool:
        return next(messages(view), None) is None

    def _each(self, view: TraceView) -> Verdict:
        """A pass where each figure told has its source; a fail with the first that has none."""
        events: list[Event] = []
        for telling in self._tellings(view):
            answers = list(self._answers(view, telling.position))
            for span, wanted in telling.figures(self.match):
                found = (answer.event(view, telling, span, wanted) for answer in answers)
                event = decisive(each for each in found if each is not None)
                if event is None:
                    return self._unfounded(view, telling, span)
                events.append(event)
        if not events:
            return self.absence(view)
        if view.gap() is not None:
            parts, searched = (*_PARTS, "calls.result"), len(events)
            return view.absence("More may have been told.", parts, searched)
        telling_one = worst(tuple(events))
        if telling_one.status is not Status.PASS:
            return still_open(telling_one)
        reason = f"Figures told: {len(events)}, each as the tool had answered."
        return passed(reason, view, *events[:QUOTED])

    def _unfounded(self, view: TraceView, telling: "_Telling", span: tuple[int, int]) -> Verdict:
        searched = sum(1 for _ in messages(view))
        reason = self._missing(view, telling, span)
        found = view.absence(reason, (*_PARTS, "calls.result"), searched)
        return replace(found, evidence=(telling.evidence(view, span),))

    def _tellings(self, view: TraceView) -> Iterator["_Telling"]:
        return merge(
            self._messages(view), self._calls(view), self._report(view), key=lambda it: it.position
        )

    def _messages(self, view: TraceView) -> Iterator["_Telling"]:
        column, to_user = view.column(Field.MESSAGE), frozenset(told_steps(view))
        for hit in rows(self.match, column):
            if hit.row in to_user and (raw := column.raw(hit.row)):
                yield _Telling(Position(hit.row, -1), "message", raw, (hit.start, hit.end))

    def _calls(self, view: TraceView) -> Iterator["_Telling"]:
        """What is told through a tool for messages."""
        if ToolClass.MESSAGE not in view.calls.classes:
            return
        fits, column = fitting_calls(view, None, ToolClass.MESSAGE), view.column(Field.ARGUMENTS)
        for hit in rows(self.match, column):
            if fits(hit.row) and not view.calls.errors[hit.row]:
                place = position_of(view, hit.row)
                part = f"calls[{place.call}].arguments"
                yield _Telling(place, part, column.raw(hit.row), (hit.start, hit.end))

    def _report(self, view: TraceView) -> Iterator["_Telling"]:
        report = view.trace.report
        if report is None:
            return
        raw = encode(report.text)
        span = find(self.match, raw)
        if span is not None and raw:
            # The report is what the agent told last: after the calls of its step.
            calls = len(view.steps[report.step].calls)
            yield _Telling(Position(report.step, calls), "report", raw, span)

    def _events(self, view: TraceView, telling: "_Telling") -> Iterator[Event]:
        """What was told, once for each figure that a tool had answered, or may have."""
        if self.value_from is None:
            yield Event(position=telling.position, shown=lambda: (telling.evidence(view),))
            return
        answers = list(self._answers(view, telling.position))
        for span, wanted in telling.figures(self.match):
            for answer in answers:
                event = answer.event(view, telling, span, wanted)
                if event is not None:
                    yield event

    def _answers(self, view: TraceView, before: Position) -> Iterator["_Answer"]:
        calls = view.calls
        fits = fitting_calls(view, self.value_from, None)
        for row in range(len(calls)):
            if position_of(view, row) >= before:
                return
            is_error = calls.errors[row] or calls.exit_codes[row] not in (None, 0)
            if fits(row) and not is_error:
                yield _Answer(row, self.value_path)

    def _missing(
        self, view: TraceView, telling: "_Telling", only: tuple[int, int] | None = None
    ) -> str:
        captured = [span for span, _ in telling.figures(self.match) if only in (None, span)]
        if not captured:
            return "What matches tells no figure; let a group of the pattern capture it."
        said = ", ".join(decode(telling.raw[slice(*span)]) for span in captured[:3])
        if not any(True for _ in self._answers(view, telling.position)):
            return f"It told {said}; the tool had answered nothing before."
        return f"It told {said}; no answer of the tool before it holds that."


class _Telling(Struct, frozen=True):
    """A text for the user that matches, with the byte span of its first match."""

    position: Position
    part: str
    raw: bytes
    span: tuple[int, int]

    def evidence(self, view: TraceView, span: tuple[int, int] | None = None) -> Evidence:
        return view.evidence(self.position.step, self.part, self.raw, span or self.span)

    def figures(self, match: Match) -> Iterator[tuple[tuple[int, int], frozenset[str]]]:
        """Where each match tells figures, and these; a match that tells none is left out."""
        for start, end, is_picked in told(match, self.raw):
            piece = self.raw[start:end]
            found = list(figures(piece))
            if found:
                span = (start + found[0].start, start + found[-1].end)
                yield span, frozenset(figure.value for figure in found)
            elif is_picked and piece.strip():
                yield (start, end), frozenset({figure_of(decode(piece))})


class _Answer(Struct, frozen=True):
    """The result of a call, by its row, as the source of a figure."""

    row: int
    path: str | None

    def event(
        self, view: TraceView, telling: _Telling, span: tuple[int, int], wanted: frozenset[str]
    ) -> Event | None:
        """That the figures were told and are here, or may be; None where they are not."""
        if not view.calls.answered[self.row]:
            reason = f"The result of {place_of(view, self.row)} was not recorded."
            return _open(telling, telling.evidence(view, span), Status.UNAVAILABLE, reason)
        if not wanted <= self._values(view):
            reason = f"The result of {place_of(view, self.row)} was not kept whole."
            evidence = telling.evidence(view, span)
            return _open(telling, evidence, Status.UNSURE, reason) if self._is_cut(view) else None
        place = self._place(view, wanted)
        is_own = own_words(view, self.row, place)
        if is_own is True:
            return None
        told_it, answered = telling.evidence(view, span), result_evidence(view, self.row, place)
        return Event(
            position=telling.position,
            shown=partial(_shown, told_it, answered),
            status=Status.PASS if is_own is False else Status.UNSURE,
            reason="" if is_own is False else doubted(view, self.row),
        )

    def _is_cut(self, view: TraceView) -> bool:
        """Whether a part of the result is missing, or left unread."""
        return (
            view.calls.truncated[self.row]
            or len(view.column(Field.RESULT).raw(self.row)) > _LONGEST
        )

    def _values(self, view: TraceView) -> frozenset[str]:
        """Every figure of the result, or of the value at the path."""
        return view.kept((_Answer, self.row, self.path), lambda: self._read(view))

    def _read(self, view: TraceView) -> frozenset[str]:
        raw = view.column(Field.RESULT).raw(self.row)
        if len(raw) > _LONGEST:
            return frozenset()
        value = parsed(decode(raw))
        if self.path is not None:
            table = value if isinstance(value, dict) else {"": value}
            below = path_values(table, self.path)
            return frozenset(each for item in below for each in figures_below(item))
        if value is None:
            return frozenset(figure.value for figure in figures(raw))
        return frozenset(figures_below(value))

    def _place(self, view: TraceView, wanted: frozenset[str]) -> tuple[int, int]:
        """Where the first of the figures stands, behind the key that the path ends with."""
        raw = view.column(Field.RESULT).raw(self.row)
        key = "" if self.path is None else self.path.rpartition(".")[2].partition("[")[0]
        start = max(raw.find(encode(f'"{key}"')), 0) if key else 0
        for figure in figures(raw[start:]):
            if figure.value in wanted:
                return start + figure.start, start + figure.end
        needle = encode(min(wanted))
        place = raw.lower().find(needle, start)
        return (0, len(raw)) if place < 0 else (place, place + len(needle))


def _open(telling: _Telling, evidence: Evidence, status: Status, reason: str) -> Event:
    shown = partial(_shown, evidence)
    return Event(position=telling.position, shown=shown, status=status, reason=reason)


def _shown(*evidence: Evidence) -> tuple[Evidence, ...]:
    return evidence
