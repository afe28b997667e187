"""A step laid out as a document: headings, and below each the folded text of one part."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.trace import Report, Step, ToolCall, ToolResult
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.tui.folding import Blocks, Fold, Row, line_blocks
from ckpt_tui.tui.json_blocks import json_blocks
from ckpt_tui.tui.present import STEP, Piece, Tone

# 9999-12-31T23:59:59Z, the last second that a date can name.
_LAST_SECOND: Final = 253_402_300_799

FILE_PART: Final = "file:"
NEW_LINE: Final = "\n"


class Section(Struct, frozen=True, eq=False):
    """A heading, and below it the text of one part of a step.

    Attributes:
        parts: its names in `Evidence.part`: none for a mere heading, two for a message that is
            the final report.
    """

    heading: Sequence[Piece]
    parts: tuple[str, ...] = ()
    text: str = ""
    blocks: Blocks | None = None
    tone: Tone = Tone.PLAIN


class Place(NamedTuple):
    """A place in a document that stays the same while rows above it become exact.

    Attributes:
        section: 0-based.
        offset: raw code point of its text; -1 for its heading.
    """

    section: int
    offset: int


class Document:
    """Sections one below the other, as rows of a width; row 0 is the first heading."""

    def __init__(self, sections: Sequence[Section], width: int) -> None:
        self.sections = sections
        self._folds = [
            Fold(section.text, section.blocks, width) if section.blocks else None
            for section in sections
        ]
        self._count()

    def _count(self) -> None:
        self._firsts = [0, *accumulate(1 + (len(fold) if fold else 0) for fold in self._folds)]

    def __len__(self) -> int:
        """Rows, as far as is known."""
        return self._firsts[-1]

    def settle(self, first: int, last: int) -> bool:
        """Make rows `first` to `last` exact; whether rows below them may have moved."""
        changed = False
        for start, fold in zip(self._firsts, self._folds, strict=False):
            if fold is not None and start <= last and start + len(fold) >= first:
                changed |= fold.settle(max(0, first - start - 1), last - start)
        if changed:
            self._count()
        return changed

    def line(self, row: int) -> tuple[Section, Row | None]:
        """The section of a row, and what of its text the row shows; None for its heading."""
        number, within = self._locate(row)
        fold = self._folds[number]
        is_text = fold is not None and within >= 0
        return self.sections[number], (fold.row(within) if fold and is_text else None)

    def lines(self, first: int, last: int) -> Iterator[tuple[Section, Row | None]]:
        """The same for rows `first` to before `last`."""
        for section, fold, start, end in zip(
            self.sections, self._folds, self._firsts, self._firsts[1:], strict=False
        ):
            if start >= last or end <= first:
                continue
            if start >= first:
                yield section, None
            if fold is not None:
                for row in fold.rows(max(0, first - start - 1), last - start - 1):
                    yield section, row

    def place(self, row: int) -> Place:
        """What a row begins with."""
        number, within = self._locate(row)
        fold = self._folds[number] if self._folds else None
        is_text = fold is not None and within >= 0
        return Place(number, fold.row(within).span[0] if fold and is_text else -1)

    def row_of(self, place: Place) -> int:
        """The row that shows a place, its block made exact."""
        fold = self._folds[place.section] if self._folds else None
        if fold is None or place.offset < 0:
            return self._firsts[place.section]
        within = fold.row_of(place.offset)
        self._count()
        return self._firsts[place.section] + 1 + within

    def find(self, part: str, offset: int) -> Place | None:
        """The place of a raw code point of a part; None where the step has no such part."""
        for number, section in enumerate(self.sections):
            if part in section.parts:
                return Place(number, offset)
        return None

    def _locate(self, row: int) -> tuple[int, int]:
        number = max(0, min(bisect_right(self._firsts, row), len(self._folds)) - 1)
        return number, row - self._firsts[number] - 1


def sections(step: Step, report: Report | None) -> Iterator[Section]:
    """Everything a step holds, in the order it happened; `report` where it is this step's."""
    yield Section(tuple(_headline(step)))
    is_here = report is not None and report.step == step.index
    own_report = report.text if report is not None and is_here else None
    if step.reasoning:
        yield _text("reasoning", ("reasoning",), step.reasoning, Tone.MUTED)
    if step.message and step.message == own_report:
        yield _text("message, the final report", ("message", "report"), step.message)
    elif step.message:
        yield _text("message", ("message",), step.message)
    for number, call in enumerate(step.calls):
        yield _arguments(number, call)
        yield _result(number, call.result)
    if own_report is not None and step.message != own_report:
        yield _text("final report", ("report",), own_report)


class FinalFile(Struct, frozen=True, kw_only=True, eq=False):
    """A piece of evidence that lies in no step, but in a file as the run left it.

    Attributes:
        text: the file's; None where it was not recorded.
    """

    evidence: Evidence
    text: str | None

    @property
    def path(self) -> str:
        """The file's path."""
        return self.evidence.part.removeprefix(FILE_PART)

    @property
    def is_whole(self) -> bool:
        """Whether the text holds the quote where the evidence says."""
        start = self.evidence.span[0]
        return self.text is not None and self.text.startswith(self.evidence.quote, start)

    @property
    def marked(self) -> Evidence:
        """What to mark in the text of its section."""
        quote = self.evidence.quote
        return self.evidence if self.is_whole else replace(self.evidence, span=(0, len(quote)))

    def sections(self) -> Iterator[Section]:
        """The file, or the quote alone; said to be no part of a step."""
        text = self.text if self.text is not None and self.is_whole else self.evidence.quote
        at = f", line {text.count(NEW_LINE, 0, self.marked.span[0]) + 1}" if self.is_whole else ""
        yield Section((("final file ", Tone.HEADING), (f"{self.path}{at}", Tone.STRONG)))
        left = "as the run left it, no part of a step"
        yield Section(_heading((left, Tone.MUTED)), (self.evidence.part,), text, line_blocks(text))


def _headline(step: Step) -> Iterator[Piece]:
    look = STEP[step.kind]
    yield f"step {step.index} ", Tone.HEADING
    yield f"{look.glyph} {look.word} ", look.tone
    facts = [step.actor if step.actor != look.word else ""]
    if step.native != step.index:
        facts.append(f"recorded as {step.native}")
    if step.time is not None and 0 <= step.time <= _LAST_SECOND:
        facts.append(f"{datetime.fromtimestamp(step.time, UTC):%Y-%m-%d %H:%M:%S} UTC")
    if step.usage is not None and step.usage.output is not None:
        facts.append(f"{step.usage.input or 0:,} in, {step.usage.output:,} out")
    facts.append(step.model or "")
    for fact in filter(None, facts):
        yield "· ", Tone.MUTED
        yield fact, Tone.MUTED
        yield " ", Tone.MUTED
    if step.is_copied:
        yield "· copied from an earlier context", Tone.OPEN


def _text(title: str, parts: tuple[str, ...], text: str, tone: Tone = Tone.PLAIN) -> Section:
    return Section(_heading((title, Tone.STRONG)), parts, text, line_blocks(text), tone)


def _arguments(number: int, call: ToolCall) -> Section:
    heading = _heading(
        (f"call {number} ", Tone.MUTED),
        (call.name, Tone.STRONG),
        (f" {call.tool_class}", Tone.MUTED),
    )
    is_parsed = "" not in call.arguments
    blocks = json_blocks(call.arguments_text) if is_parsed else line_blocks(call.arguments_text)
    return Section(heading, (f"calls[{number}].arguments",), call.arguments_text, blocks)


def _result(number: int, result: ToolResult | None) -> Section:
    if result is None:
        return Section(_heading((f"result {number} ", Tone.MUTED), ("not recorded", Tone.OPEN)))
    words: list[Piece] = [(f"result {number}", Tone.MUTED)]
    if result.exit_code is not None:
        words.append((f" exit {result.exit_code}", Tone.BAD if result.exit_code else Tone.GOOD))
    if result.is_error:
        words.append((" error", Tone.BAD))
    if result.is_truncated:
        words.append((" cut by the recording", Tone.OPEN))
    if not result.text:
        return Section(_heading(*words, (" empty", Tone.MUTED)), (f"calls[{number}].result",))
    blocks = line_blocks(result.text)
    return Section(_heading(*words), (f"calls[{number}].result",), result.text, blocks)


def _heading(*words: Piece) -> tuple[Piece, ...]:
    return (("── ", Tone.MUTED), *words)
