"""One step whole: its texts folded to the pane, with the evidence in them marked."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final

from rich.segment import Segment
from textual import events
from textual.reactive import var

from ckpt_tui.core.trace import Report, Step
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.tui import text as drawing
from ckpt_tui.tui.folding import Row
from ckpt_tui.tui.present import Tone
from ckpt_tui.tui.step_document import Document, FinalFile, Section, sections
from ckpt_tui.tui.widgets.lines import Lines
from ckpt_tui.tui.widgets.side_bar import BAR_WIDTH

# A cell for the mark of a row that holds evidence, and a blank.
_GUTTER: Final = 2
_EVIDENCE_MARK: Final = "▌"


class StepDetail(Lines):
    """A step with its message, reasoning, calls and results, however long they are."""

    step: var[Step | None] = var[Step | None](None, init=False)
    """What is shown; None shows nothing."""

    report: var[Report | None] = var[Report | None](None, init=False)
    """The run's final report; shown with the step that carries it."""

    evidence: var[tuple[Evidence, ...]] = var[tuple[Evidence, ...]]((), init=False)
    """Places to mark; those of other steps are passed over."""

    file: var[FinalFile | None] = var[FinalFile | None](None, init=False)
    """What is shown in place of the step; None shows that."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 (Textual's word)
        super().__init__(id=id, classes=classes)
        self._document = Document((), 1)
        self._width = 0
        self._top = 0

    @property
    def bar_width(self) -> int:
        """Always as much, so that no text is folded anew where the next step is longer."""
        return BAR_WIDTH

    def watch_step(self) -> None:
        self._lay_out(top=0)

    def watch_report(self) -> None:
        self._lay_out(top=self.scroll_offset.y)

    def watch_evidence(self) -> None:
        self.refresh_view()

    def watch_file(self, _: FinalFile | None, new: FinalFile | None) -> None:
        self._lay_out(top=0)
        if new is not None:
            self.reveal(new.marked)

    def on_resize(self, _: events.Resize) -> None:
        if self.line_width == self._width:
            self._settle(self.scroll_offset.y)
            return
        place = self._document.place(self._top)
        self._lay_out(top=0)
        self.scroll_to_row(self._document.row_of(place))

    def move(self, delta: int) -> None:
        """Scroll by some lines."""
        self.scroll_to_row(self.scroll_offset.y + delta)

    def page(self, delta: int) -> None:
        """Scroll by some pages."""
        self.move(delta * max(1, self.page_height - 1))

    def home(self) -> None:
        """Scroll to the first line."""
        self.scroll_to_row(0)

    def end(self) -> None:
        """Scroll to the last line."""
        while self._document.settle(len(self._document) - self.page_height, len(self._document)):
            pass
        self._rows_changed()
        self.scroll_to_row(len(self._document))

    def reveal(self, evidence: Evidence) -> None:
        """Bring a piece of evidence of this step into view, a third from the top."""
        row = self.row_of(evidence.part, evidence.span[0])
        height = self.page_height
        if row is not None and not self.scroll_offset.y <= row < self.scroll_offset.y + height:
            self.scroll_to_row(max(0, row - height // 3))

    def row_of(self, part: str, offset: int) -> int | None:
        """The line that shows a raw code point of a part; None where the step has no such part."""
        place = self._document.find(part, offset)
        if place is None:
            return None
        row = self._document.row_of(place)
        self._rows_changed()
        return row

    def place_at(self, row: int) -> tuple[str, int] | None:
        """Part and raw code point that a line begins with; None for headings."""
        section, shown = self._document.line(row)
        return None if shown is None else (section.parts[0], shown.span[0])

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._settle(round(new_value))

    def line_keys(self, height: int) -> Iterable[Hashable]:
        top = self.scroll_offset.y
        last = min(len(self._document), top + height) if self._width == self.line_width else top
        for section, shown in self._document.lines(top, last):
            # Not the row's number: what one step says, the next ones often say again.
            yield section.heading if shown is None else self._content(section, shown)
        yield from [None] * (top + height - last)

    def line(self, y: int, width: int) -> Sequence[Segment]:
        row = self.scroll_offset.y + y
        if self._width != width or row >= len(self._document):
            return ()
        section, shown = self._document.line(row)
        if shown is None:
            return self.pieces(section.heading, width)
        marks = list(self._marks(section, shown)) if self._marked else []
        blank = " " * (shown.indent + _GUTTER - len(marks[:1]))
        style, token = self.tone(section.tone), self.tone(Tone.TOKEN)
        text = drawing.segments(shown.text, style, token, marks)
        mark = [Segment(_EVIDENCE_MARK, self.tone(Tone.ACCENT))] if marks else []
        return [*mark, Segment(blank, self.ground), *text]

    def _content(self, section: Section, row: Row) -> Hashable:
        text, marks = row.text, tuple(self._marks(section, row)) if self._marked else ()
        return section.tone, row.indent, text.plain, text.tokens, marks

    def _marks(self, section: Section, row: Row) -> Iterator[drawing.Mark]:
        first, last = row.span
        for evidence in self._marked:
            start, end = max(evidence.span[0], first), min(evidence.span[1], last)
            if start < end and evidence.part in section.parts and self._is_here(evidence):
                span = row.text.shown_span((start - first, end - first))
                yield drawing.Mark(*span, self.tone(Tone.EVIDENCE))

    @property
    def _marked(self) -> tuple[Evidence, ...]:
        return self.evidence if self.file is None else (self.file.marked,)

    def _is_here(self, evidence: Evidence) -> bool:
        if self.file is not None:
            return evidence.step is None
        return self.step is not None and evidence.step == self.step.index

    def _lay_out(self, *, top: int) -> None:
        found = () if self.step is None else tuple(sections(self.step, self.report))
        if self.file is not None:
            found = tuple(self.file.sections())
        self._width = self.line_width
        self._document = Document(found, self._width - _GUTTER)
        self._top = top
        if self.is_mounted:
            self.take_height(len(self._document))
            self.scroll_to_row(top)
            self._settle(top)
            self.refresh_view()

    def _rows_changed(self) -> None:
        self.take_height(len(self._document))
        self.refresh_view()

    def _settle(self, top: int) -> None:
        """Make the lines in view exact; when scrolling up, what was in view keeps its place."""
        document, wanted = self._document, top
        anchor = document.place(self._top) if top < self._top else None
        while document.settle(top, top + self.page_height):
            if anchor is not None:
                row = document.row_of(anchor)
                top, self._top = top + row - self._top, row
        self._top = top
        self.take_height(len(document))
        if top != wanted:
            self.scroll_to_row(top)
