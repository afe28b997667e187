"""The checkpoints of a checklist with what one run makes of each, one line a checkpoint."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from rich.segment import Segment
from textual.reactive import var

from ckpt_tui.core.checklist import Role
from ckpt_tui.core.display import plain
from ckpt_tui.core.scoring import Credit
from ckpt_tui.core.verdict import Status
from ckpt_tui.tui.present import (
    CRITICAL,
    DISABLED,
    GRABBED,
    INVARIANT,
    NOT_TAKEN,
    SHARED,
    STALE,
    Look,
    Piece,
    Tone,
    verdict_look,
)
from ckpt_tui.tui.widgets.lines import Rows

# Without runs there is no state to show.
_NO_RUN: Final = Look(" ", "", Tone.MUTED)
# Narrower than this, states show by their glyph alone, so that some of the title can be read.
_WORDS_FROM: Final = 48
_ROUTE_CELLS: Final = 8


class CheckpointRow(Struct, frozen=True, kw_only=True):
    """One checkpoint as the list shows it.

    Attributes:
        number: 1-based place in the checklist.
        points_text: the points as wide as those of the other rows; blank where it carries none.
        status: None while the check still runs.
        credit: None while the score is not known.
        route: the alternative that it is part of; None for what every run is held to.
        is_taken: it is held to the run: it has no route, or the one that counts.
        grabbed: `j` and `k` move it.
        shared: it stands in a file that the list includes.
        has_run: there is a run that it is held to.
    """

    number: int
    id: str
    title: str
    points_text: str
    status: Status | None = None
    credit: Credit | None = None
    critical: bool = False
    enabled: bool = True
    stale: bool = False
    role: Role = Role.MILESTONE
    route: str | None = None
    is_taken: bool = True
    grabbed: bool = False
    shared: bool = False
    has_run: bool = True

    @property
    def look(self) -> Look:
        """How its state shows."""
        if not self.enabled:
            return DISABLED
        if not self.has_run:
            return _NO_RUN
        is_known = self.status is not None
        return (
            verdict_look(self.status, self.credit) if self.is_taken or not is_known else NOT_TAKEN
        )


class CheckpointList(Rows):
    """Checkpoints in their order."""

    checkpoints: var[tuple[CheckpointRow, ...]] = var[tuple[CheckpointRow, ...]]((), init=False)

    @property
    def row_count(self) -> int:
        return len(self.checkpoints)

    def watch_checkpoints(
        self, old: tuple[CheckpointRow, ...], new: tuple[CheckpointRow, ...]
    ) -> None:
        if len(old) != len(new):
            self.rows_changed()
            return
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            if before != after:
                self.refresh_row(number)

    def row_state(self, number: int) -> object:
        return self.checkpoints[number]

    def pointer(self, number: int) -> str:
        return GRABBED.glyph if self.checkpoints[number].grabbed else super().pointer(number)

    def row(self, number: int, width: int) -> Sequence[Segment]:
        point = self.checkpoints[number]
        digits = len(str(self.row_count))
        title_tone = Tone.PLAIN if point.enabled and point.is_taken else Tone.MUTED
        left: list[Piece] = [
            (f"{point.number:>{digits}} ", Tone.MUTED),
            (f"{point.look.glyph} ", point.look.tone),
            (point.title or point.id, title_tone),
        ]
        return self.ended(left, _state(point, has_words=width >= _WORDS_FROM), width)


def _state(point: CheckpointRow, *, has_words: bool) -> list[Piece]:
    """Flags, the verdict's word where there is room, and the points."""
    flags = [
        look
        for look, is_set in (
            (INVARIANT, point.role is Role.INVARIANT),
            (CRITICAL, point.critical),
            (STALE, point.stale),
            (SHARED, point.shared),
        )
        if is_set
    ]
    pieces: list[Piece] = [
        (f" {flag.glyph} {flag.word}" if has_words else f" {flag.glyph}", flag.tone)
        for flag in flags
    ]
    if point.route is not None:
        name = plain(point.route)[:_ROUTE_CELLS]
        tone = Tone.ACCENT if point.is_taken else Tone.MUTED
        pieces.insert(0, (f" route {name}" if has_words else f" {name}", tone))
    if point.grabbed:
        pieces.append((" moving", Tone.ACCENT))
    elif has_words:
        pieces.append((f" {point.look.word:>8}", point.look.tone))
    return [*pieces, (f" {point.points_text:>3}", Tone.MUTED)]
