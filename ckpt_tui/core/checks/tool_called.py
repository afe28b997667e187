"""The kind `tool_called`: the agent called a tool, and how the call went."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Struct, field

from ckpt_tui.core.arguments import argument_span, arguments_of, calls_given
from ckpt_tui.core.checks.base import Event, Input, When
from ckpt_tui.core.checks.calls import (
    SILENT,
    CallStatus,
    doubted,
    fitting_calls,
    how_many,
    place_of,
    position_of,
    result_evidence,
    undeclared,
)
from ckpt_tui.core.checks.counting import by_count, from_nth, least, nearest
from ckpt_tui.core.checks.moments import EventCheck, decisive, passed, still_open
from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import find, holds, path_values, rows
from ckpt_tui.core.own_words import own_words
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView

Span: TypeAlias = tuple[int, int]


class ToolCalled(EventCheck, frozen=True, kw_only=True):
    """Calls of a tool, by name or class, arguments and actor, and by how they went."""

    kind: ClassVar[str] = "tool_called"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "the agent called a tool"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    tool: Annotated[Match | None, "name of the tool"] = None
    tool_class: Annotated[ToolClass | None, "class of the tool"] = field(default=None, name="class")
    arguments: Annotated[tuple[tuple[str, Match], ...], "what it was called with, by path"] = ()
    result: Annotated[Match | None, "what came back"] = None
    exit_code: Annotated[Match | None, "exit code of a shell command"] = None
    actor: Annotated[Match | None, "which agent called it, where several speak"] = None
    count: Annotated[Match | None, "how often; at least once unless given"] = None
    status: Annotated[
        CallStatus | None, "ok, error or any; ok unless given, any where an exit code is given"
    ] = None
    when: Annotated[When, "ever, the last such call, or the last call of the run"] = When.EVER

    def faults(self) -> Iterator[tuple[str, str]]:
        if self.count is not None and self.when is not When.EVER:
            yield "count", 'it goes with when = "ever" only'

    def obstacle(self, view: TraceView) -> Verdict | None:
        return undeclared(view, self.tool)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        if least(self.count) is None or self.obstacle(view) is not None:
            return None
        return self.found(view)

    def found(self, view: TraceView) -> Iterator[Event]:
        if self.when is When.EVER:
            return from_nth(least(self.count) or 1, self._fitting(view))
        row = self._deciding_row(view)
        found = None if row is None else self._tested(view, row, self._found_in(view, row))
        return iter(() if found is None else (self._event(view, found),))

    def decide(self, view: TraceView) -> Verdict:
        if self.obstacle(view) is None and self.when is not When.EVER:
            return self._decided_by_last(view)
        if self.obstacle(view) is None and self.count is not None and least(self.count) is None:
            found, calls = list(self._fitting(view)), len(view.calls)
            return by_count(self.count, found, view, ("calls.arguments",), calls)
        return EventCheck.decide(self, view)

    def met(self, event: Event) -> str:
        return f"The call at step {event.position.step} fits."

    def absence(self, view: TraceView) -> Verdict:
        selected = list(self._selected(view))
        searched = how_many(view, self.tool, self.tool_class)
        asked = [name for name in ("result", "exit_code", "status") if getattr(self, name)]
        few = "none" if self.count is None else "too few"
        wanted = " and ".join(asked) or "status"
        reason = "No such call."
        if selected:
            last = f"the last at step {view.calls.steps[selected[-1]]}"
            reason = f"Such calls: {len(selected)}, {last}; {few} with the {wanted} asked for."
        parts = ("calls.arguments",) if self.result is None else ("calls.arguments", "calls.result")
        near = nearest(view.calls.steps[row] for row in selected)
        return view.absence(reason, parts, searched, near=near)

    def is_moot(self, view: TraceView) -> bool:
        asked = (self.arguments, self.result, self.exit_code, self.actor, self.status)
        if not any(asked):
            return not len(view.calls)
        return not how_many(view, self.tool, self.tool_class)

    def _selected(self, view: TraceView) -> Iterator[int]:
        """The rows of the calls that fit, however they went."""
        fits = fitting_calls(view, self.tool, self.tool_class)
        calls, actors = view.calls, view.steps.actors
        actor, first, rest = self.actor, self.arguments[:1], self.arguments[1:]
        given = [calls_given(view, path, match) for path, match in first]
        for row in given[0] if given else range(len(calls)):
            if not fits(row) or (actor is not None and not holds(actor, actors[calls.steps[row]])):
                continue
            if not rest or self._was_given(view, row, rest):
                yield row

    def _was_given(self, view: TraceView, row: int, wanted: tuple[tuple[str, Match], ...]) -> bool:
        arguments = arguments_of(view, row)
        return all(
            any(holds(match, value) for value in path_values(arguments, path))
            for path, match in wanted
        )

    def _fitting(self, view: TraceView) -> Iterator[Event]:
        """Every call that fits, or may."""
        return (self._event(view, found) for found in self._found_calls(view))

    def _found_calls(self, view: TraceView) -> Iterator["_Found"]:
        span_of = self._spans(view)
        for row in self._selected(view):
            found = self._tested(view, row, span_of(row))
            if found is not None:
                yield found

    def _spans(self, view: TraceView) -> Callable[[int], Span | None]:
        """Tells what matched in a result, asked in the order of rows."""
        if self.result is None or self.arguments:
            return lambda row: self._found_in(view, row)
        hits = rows(self.result, view.column(Field.RESULT))
        ahead = next(hits, None)

        def span_of(row: int) -> Span | None:
            nonlocal ahead
            while ahead is not None and ahead.row < row:
                ahead = next(hits, None)
            return None if ahead is None or ahead.row != row else (ahead.start, ahead.end)

        return span_of

    def _found_in(self, view: TraceView, row: int) -> Span | None:
        return (
            None if self.result is None else find(self.result, view.column(Field.RESULT).raw(row))
        )

    def _tested(self, view: TraceView, row: int, span: Span | None) -> "_Found | None":
        """The call if it went as asked, or may have; None where it went otherwise."""
        came_back = self._came_back(view, row, span)
        if came_back is False:
            return None
        answers = (came_back, self._went(view, row), self._exited(view, row))
        return None if False in answers else _Found(row, span, is_certain=None not in answers)

    def _event(self, view: TraceView, found: "_Found") -> Event:
        position, shown = position_of(view, found.row), partial(self._evidence, view, found)
        if found.is_certain:
            return Event(position=position, shown=shown)
        status, reason = self._doubt(view, found)
        return Event(position=position, shown=shown, status=status, reason=reason)

    def _doubt(self, view: TraceView, found: "_Found") -> tuple[Status, str]:
        is_answered = view.calls.answered[found.row]
        if is_answered and self._exited(view, found.row) is not None:
            return Status.UNSURE, doubted(view, found.row)
        missing = "exit code" if is_answered else "result"
        reason = f"The {missing} of {place_of(view, found.row)} was not recorded."
        return Status.UNAVAILABLE, reason

    def _went(self, view: TraceView, row: int) -> bool | None:
        calls = view.calls
        wanted = self.status
        if wanted is None:
            wanted = CallStatus.OK if self.exit_code is None else CallStatus.ANY
        if wanted is CallStatus.ANY:
            return True
        if not calls.answered[row]:
            # Handing in ends the run, so its answer is seldom recorded.
            handed_in = calls.classes[row] is ToolClass.SUBMIT and view.trace.submitted
            return wanted is CallStatus.OK if handed_in else None
        is_error = calls.errors[row] is True or calls.exit_codes[row] not in (None, 0)
        return is_error is (wanted is CallStatus.ERROR)

    def _exited(self, view: TraceView, row: int) -> bool | None:
        if self.exit_code is None:
            return True
        code = view.calls.exit_codes[row]
        if code is not None:
            return holds(self.exit_code, code)
        # Only a shell command has an exit code that could be missing from the recording.
        return None if view.calls.classes[row] is ToolClass.SHELL else False

    def _came_back(self, view: TraceView, row: int, span: Span | None) -> bool | None:
        if self.result is None:
            return True
        if view.calls.answered[row]:
            return span is not None and _opposite(own_words(view, row, span))
        return False if view.calls.classes[row] in SILENT else None

    def _evidence(self, view: TraceView, found: "_Found") -> tuple[Evidence, ...]:
        row = found.row
        step, number = position_of(view, row)
        text = view.column(Field.ARGUMENTS).text(row)
        given = (argument_span(view, row, path, match) for path, match in self.arguments)
        start, end = next(given, (0, len(text)))
        place = (len(encode(text[:start])), len(encode(text[:end])))
        asked = view.evidence(step, f"calls[{number}].arguments", encode(text), place)
        about_result = self.result is not None or self.exit_code is not None
        if not view.calls.answered[row] or not (about_result or self.status is CallStatus.ERROR):
            return (asked,)
        return asked, result_evidence(view, row, found.span)

    def _deciding_row(self, view: TraceView) -> int | None:
        """The last such call; None where there is none, or where it is not the run's last."""
        last = _last(self._selected(view))
        return last if self.when is When.LAST or last == _last_call(view) else None

    def _decided_by_last(self, view: TraceView) -> Verdict:
        row = _last(self._selected(view)) if self.when is When.LAST else _last_call(view)
        if row is None:
            return self.absence(view)
        gap = view.gap(since=view.calls.steps[row])
        if gap is not None:
            reason = f"A later call may be missing: {gap.detail}"
            return Verdict(status=Status.UNAVAILABLE, reason=reason)
        event = decisive(self.found(view))
        if event is None:
            evidence = self._evidence(view, _Found(row, self._found_in(view, row), is_certain=True))
            reason = f"The last call, {place_of(view, row)}, does not fit."
            return Verdict(status=Status.FAIL, reason=reason, evidence=evidence)
        return (
            passed(self.met(event), view, event)
            if event.status is Status.PASS
            else still_open(event)
        )


class _Found(Struct, frozen=True):
    """A call that fits for certain or perhaps, by its row, with what matched in its result."""

    row: int
    span: Span | None
    is_certain: bool


def _opposite(answer: bool | None) -> bool | None:  # noqa: FBT001 (three-valued)
    return None if answer is None else not answer


def _last(rows: Iterator[int]) -> int | None:
    last = None
    for row in rows:
        last = row
    return last


def _last_call(view: TraceView) -> int | None:
    """The row of the last call that was made in this run."""
    steps = view.calls.steps
    return next((row for row in reversed(range(len(steps))) if view.happened(steps[row])), None)
