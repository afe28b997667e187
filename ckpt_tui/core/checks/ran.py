"""The kind `ran`: a command of a shell line, by its words and by how it ended."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Final

from msgspec import Struct

from ckpt_tui.core.call_evidence import arguments_evidence
from ckpt_tui.core.checks.base import Event, Input
from ckpt_tui.core.checks.calls import CallStatus, place_of, position_of, result_evidence
from ckpt_tui.core.checks.counting import by_count, from_nth, holds_between, least, nearest
from ckpt_tui.core.checks.moments import EventCheck
from ckpt_tui.core.match import Equals, Match
from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.shell import commands
from ckpt_tui.core.shell_argv import fits
from ckpt_tui.core.shell_endings import Ending, LineEnd, endings
from ckpt_tui.core.shell_words import Command
from ckpt_tui.core.text import TextColumn, compact_json
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView

_PARTS: Final = ("calls.arguments",)
_LARGEST: Final = 255
_QUOTING: Final = r"""[\\"']*"""
_ESCAPE: Final = r"\\[nt]"
# What the shell puts in a place may be a program's name.
_VARIABLE: Final = "[$`]"


class Ran(EventCheck, frozen=True, kw_only=True):
    """A shell line of the agent runs a command with these words.

    The first word is the program, by its name or path; the others stand among its arguments in
    this order, with any between them. `cd x && A=1 timeout 9 python -m pytest -q a | tail` runs
    `pytest`, `-q`, `a`. What is quoted, echoed or in a here-document is not run; what a script or
    a program starts by itself is not seen.
    """

    kind: ClassVar[str] = "ran"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "the agent ran a command in a shell"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    argv: Annotated[tuple[Match, ...], "the program, then words of its arguments in their order"]
    exit_code: Annotated[Match | None, "its own exit code; a pipe hides all but the last one's"] = (
        None
    )
    count: Annotated[Match | None, "how often; at least once unless given"] = None
    status: Annotated[
        CallStatus | None, "ok, error or any; unless given, all that is not known to have failed"
    ] = None

    def faults(self) -> Iterator[tuple[str, str]]:
        if not self.argv:
            yield "argv", "name the program, and words of its arguments if these count"

    def events(self, view: TraceView) -> Iterator[Event] | None:
        if least(self.count) is None:
            return None
        return self.found(view)

    def found(self, view: TraceView) -> Iterator[Event]:
        return from_nth(least(self.count) or 1, self._each(view))

    def decide(self, view: TraceView) -> Verdict:
        if self.count is not None and least(self.count) is None:
            shells = sum(1 for _ in _lines(view))
            return by_count(self.count, list(self._each(view)), view, _PARTS, shells)
        return EventCheck.decide(self, view)

    def met(self, event: Event) -> str:
        return f"The command at step {event.position.step} fits."

    def absence(self, view: TraceView) -> Verdict:
        made = [view.calls.steps[run.row] for run in self._fitting(view)]
        few = "none" if self.count is None else "too few"
        reason = (
            f"Such commands: {len(made)}; {few} ended as asked." if made else "No such command."
        )
        searched = sum(1 for _ in _lines(view))
        return view.absence(reason, _PARTS, searched, near=nearest(made))

    def is_moot(self, view: TraceView) -> bool:
        return next(_lines(view), None) is None

    def _each(self, view: TraceView) -> Iterator[Event]:
        """Every command that fits, or may, and that ended as asked, or may have."""
        for run in self._fitting(view):
            answer = self._ended(run.ending)
            if answer is False:
                continue
            is_certain = run.fits and answer is True
            status, reason = (Status.PASS, "") if is_certain else self._doubt(view, run)
            yield Event(
                position=position_of(view, run.row),
                shown=partial(self._shown, view, run),
                status=status,
                reason=reason,
            )

    def _fitting(self, view: TraceView) -> Iterator["_Run"]:
        for row, line in _lines(view, self.argv[0]):
            found = commands(line)
            answers = [fits(command, self.argv) for command in found]
            if all(answer is False for answer in answers):
                continue
            ends = endings(line, found, self._line_end(view, row))
            for command, answer, ending in zip(found, answers, ends, strict=True):
                if answer is not False:
                    yield _Run(row, command, answer is True, ending)

    def _line_end(self, view: TraceView, row: int) -> LineEnd:
        calls = view.calls
        if not calls.answered[row]:
            return LineEnd(is_ok=None, is_whole=False)
        code, is_error = calls.exit_codes[row], calls.errors[row] is True
        is_ok = code in (None, 0) and not is_error
        if self.exit_code is not None and code is None and not is_error:
            return LineEnd(is_ok=None, text=view.column(Field.RESULT).text(row))
        return LineEnd(is_ok=is_ok, code=code, text=view.column(Field.RESULT).text(row))

    def _ended(self, ending: Ending) -> bool | None:
        """Whether a command ended as asked; None where it may have ended otherwise."""
        answers = list[bool | None]([False] if ending.may_be_skipped else [])
        if ending.may_pass:
            answers.append(self._wants(ok=True, low=0, high=0))
        if ending.may_fail and not (ending.may_pass and self._takes_unknown):
            low, high = (1, _LARGEST) if ending.code in (None, 0) else (ending.code, ending.code)
            answers.append(self._wants(ok=False, low=low, high=high))
        return answers[0] if len(set(answers)) == 1 else None

    @property
    def _takes_unknown(self) -> bool:
        return self.status is None and self.exit_code is None

    def _wants(self, *, ok: bool, low: int, high: int) -> bool | None:
        if self.status in (CallStatus.OK, CallStatus.ERROR) and ok is (
            self.status is CallStatus.ERROR
        ):
            return False
        if self._takes_unknown:
            return ok
        return True if self.exit_code is None else holds_between(self.exit_code, low, high)

    def _doubt(self, view: TraceView, run: "_Run") -> tuple[Status, str]:
        place = place_of(view, run.row)
        if not view.calls.answered[run.row]:
            return Status.UNAVAILABLE, f"The result of {place} was not recorded."
        if self.exit_code is not None and view.calls.exit_codes[run.row] is None:
            return Status.UNAVAILABLE, f"The exit code of {place} was not recorded."
        if not run.fits:
            return Status.UNSURE, f"What {place} ran cannot be read for certain."
        if run.ending.may_be_skipped:
            return Status.UNSURE, f"It may have been passed over in {place}."
        return Status.UNSURE, f"The line of {place} hides how it ended."

    def _shown(self, view: TraceView, run: "_Run") -> tuple[Evidence, ...]:
        position = position_of(view, run.row)
        spelled = compact_json(run.command.text)[1:-1]
        asked = arguments_evidence(view, position, spelled)
        if not view.calls.answered[run.row] or (self._takes_unknown):
            return (asked,)
        return asked, result_evidence(view, run.row)


class _Run(Struct, frozen=True):
    """A command that fits, or may where `fits` is False, with the row of its call."""

    row: int
    command: Command
    fits: bool
    ending: Ending


def _lines(view: TraceView, program: Match | None = None) -> Iterator[tuple[int, str]]:
    """The shell lines of the run; of those that cannot run the program, some are left out."""
    calls, column = view.calls, view.column(Field.ARGUMENTS)
    for row in _rows(column, program):
        if calls.classes[row] is not ToolClass.SHELL or not view.happened(calls.steps[row]):
            continue
        line = calls.line(row)
        if line is None:
            # Arguments that could not be parsed may hold any line.
            call = view.steps[calls.steps[row]].calls[calls.numbers[row]]
            line = f"{call.arguments_text}'" if "" in call.arguments else None
        if line:
            yield row, line


def _rows(column: TextColumn, program: Match | None) -> Iterator[int]:
    match program:
        case Equals(value=str(name)) if name:
            return (hit.row for hit in compiled(_spelled(name)).rows(column))
        case _:
            return iter(range(len(column)))


def _spelled(program: str) -> str:
    """What stands in the JSON of every line that names a program, or lets a variable name it."""
    # Each by its code point, so that none means anything to the pattern.
    letters = [rf"\x{{{ord(letter):x}}}" for letter in compact_json(program)[1:-1]]
    begin = rf"(?:\b|{_ESCAPE})" if program[0].isalnum() else ""
    end = r"\b" if program[-1].isalnum() else ""
    # Quotes and backslashes inside a word are the shell's.
    return rf"{begin}{_QUOTING.join(letters)}{end}|{_VARIABLE}"
