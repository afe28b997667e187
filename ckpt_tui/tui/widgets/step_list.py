"""The steps of a trace, one line each, decoded only while they are in view."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.segment import Segment
from textual.reactive import var

from ckpt_tui.core.trace import Step, StepKind, Steps, ToolCall, ToolClass
from ckpt_tui.tui.present import STEP, Piece, Tone
from ckpt_tui.tui.widgets.lines import Rows

# Arguments that say best what a call was about, where it ran no command.
_TELLING: Final = (
    "command", "path", "file_path", "filename", "file", "query", "pattern", "url", "message",
)  # fmt: skip

_LOOKED_AT: Final = 400
_NAME_MAX: Final = 32


class StepList(Rows):
    """Steps with a rail of checkpoint glyphs: which steps are evidence for what."""

    steps: var[Steps | None] = var[Steps | None](None, init=False)
    """What is shown; None shows nothing."""

    marks: var[Mapping[int, str]] = var[Mapping[int, str]](dict, init=False)
    """One glyph for a step that some checkpoint rests on."""

    highlight: var[frozenset[int]] = var(frozenset(), init=False)
    """Steps that the selected checkpoint rests on."""

    @property
    def row_count(self) -> int:
        return 0 if self.steps is None else len(self.steps)

    def watch_steps(self) -> None:
        self.rows_changed()

    def watch_marks(self, old: Mapping[int, str], new: Mapping[int, str]) -> None:
        self._refresh_where(lambda number: old.get(number) != new.get(number))

    def watch_highlight(self, old: frozenset[int], new: frozenset[int]) -> None:
        self._refresh_where(lambda number: (number in old) is not (number in new))

    def row_state(self, number: int) -> object:
        return self.marks.get(number), number in self.highlight

    def _refresh_where(self, is_changed: Callable[[int], bool]) -> None:
        top = self.scroll_offset.y
        for number in range(top, min(self.row_count, top + self.page_height)):
            if is_changed(number):
                self.refresh_row(number)

    def row(self, number: int, width: int) -> Sequence[Segment]:
        if self.steps is None:
            return ()
        step = self.steps[number]
        digits = len(str(self.row_count - 1))
        tone = Tone.EVIDENCE if number in self.highlight else Tone.MUTED
        left: list[Piece] = [
            (self.marks.get(number, " "), Tone.ACCENT),
            (" ", Tone.PLAIN),
            (f"{number:>{digits}}", tone),
            (" ", Tone.PLAIN),
            *summary(step),
        ]
        return self.ended(left, [(" ", Tone.PLAIN), *result_word(step)], width)


def summary(step: Step) -> Sequence[Piece]:
    """What happened in a step, the most telling words first."""
    look = STEP[step.kind]
    if not step.calls:
        word = step.actor if step.kind is StepKind.AGENT and step.actor else look.word
        return [
            (f"{look.glyph} ", look.tone),
            (word[:_NAME_MAX], look.tone),
            (" ", Tone.PLAIN),
            (_first_line(step), Tone.PLAIN),
        ]
    call, *others = step.calls
    more = f"+{len(others)} " if others else ""
    return [
        (f"{look.glyph} ", look.tone),
        (call.name[:_NAME_MAX], Tone.STRONG),
        (f" {more}", Tone.MUTED),
        (main_argument(call), Tone.PLAIN),
    ]


def result_word(step: Step) -> Sequence[Piece]:
    """How the calls of a step ended; the worst of them where there are several."""
    words = [_result_word(call) for call in step.calls]
    failed = [word for word in words if word[1] is Tone.BAD]
    return [*failed, *words][:1]


def main_argument(call: ToolCall) -> str:
    """The argument that says what a call was about, its beginning only."""
    if call.command_line is not None:
        return call.command_line[:_LOOKED_AT].strip()
    if call.edits:
        return call.edits[0].path[:_LOOKED_AT]
    named = [call.arguments[name] for name in _TELLING if name in call.arguments]
    texts = [value for value in named if isinstance(value, str)]
    return (texts[0] if texts else call.arguments_text)[:_LOOKED_AT].strip()


def _result_word(call: ToolCall) -> Piece:
    result = call.result
    if result is None:
        return "no answer", Tone.OPEN
    if result.exit_code is not None:
        return f"exit {result.exit_code}", Tone.BAD if result.exit_code else Tone.MUTED
    if result.is_error:
        return "error", Tone.BAD
    if call.tool_class is ToolClass.EDIT and any(edit.added or edit.removed for edit in call.edits):
        added = sum(len(edit.added) for edit in call.edits)
        removed = sum(len(edit.removed) for edit in call.edits)
        return f"+{added} -{removed}", Tone.MUTED
    return "ok", Tone.MUTED


def _first_line(step: Step) -> str:
    text = step.message or step.reasoning
    return text[:_LOOKED_AT].lstrip().partition("\n")[0]
