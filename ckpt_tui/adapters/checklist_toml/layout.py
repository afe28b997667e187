"""A checklist's text cut into the blocks of its checkpoints and what stands around them.

A block is a `[[checkpoint]]` table with its sub-tables, the comments directly above its header and
those directly below its last line. Comments that blank lines set apart on both sides belong to no
checkpoint: they keep their place, as does every other table and the top of the file.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml.places import key_parts
from ckpt_tui.adapters.checklist_toml.problems import Problem
from ckpt_tui.adapters.checklist_toml.scanner import (
    ARRAY,
    BLANK,
    COMMENT,
    HEADER,
    Statement,
    statements,
)

WORD = "checkpoint"


class Layout(Struct, frozen=True, kw_only=True):
    """The text in pieces; `text` puts them together again, byte for byte.

    Attributes:
        head: everything before the first block.
        blocks: one a checkpoint, each ending with a line end (but perhaps the text's last).
        gaps: what follows each block: blank lines, detached comments, tables of the file.
    """

    head: str
    blocks: tuple[str, ...]
    gaps: tuple[str, ...]

    @property
    def text(self) -> str:
        pieces = [self.head]
        for block, gap in zip(self.blocks, self.gaps, strict=True):
            pieces += (block, gap)
        return "".join(pieces)

    @property
    def top(self) -> str:
        """The text without its checkpoints: still a TOML document."""
        return self.head + "".join(self.gaps)

    def window(self, other: "Layout") -> "Layout":
        """The pieces that `other` does not share, with one block on either side of them."""
        size = min(len(self.blocks), len(other.blocks))
        mine = list(zip(self.blocks, self.gaps, strict=True))
        theirs = list(zip(other.blocks, other.gaps, strict=True))
        front = next((n for n in range(size) if mine[n] != theirs[n]), size)
        front = front if self.head == other.head else 0
        back = next(
            (n for n in range(size - front) if mine[-1 - n] != theirs[-1 - n]), size - front
        )
        first, last = max(front - 1, 0), len(mine) - max(back - 1, 0)
        return Layout(
            head="" if first else self.head,
            blocks=self.blocks[first:last],
            gaps=self.gaps[first:last],
        )

    def replaced(self, place: int, block: str) -> "Layout":
        blocks = (*self.blocks[:place], block, *self.blocks[place + 1 :])
        return _parted(replace(self, blocks=blocks), place)

    def removed(self, place: int) -> "Layout":
        """Without a block; what is detached from it stays."""
        blocks = self.blocks[:place] + self.blocks[place + 1 :]
        after = self.gaps[place]
        if place == 0:
            head = self.head + (after if after.strip() else "")
            return replace(self, head=head, blocks=blocks, gaps=self.gaps[1:])
        before = self.gaps[place - 1]
        is_last = place == len(self.blocks) - 1
        gap = before if before.strip() and not after.strip() else after
        if before.strip() and after.strip():
            gap = before + after
        elif not before.strip() and not after.strip() and not is_last:
            gap = before
        gaps = (*self.gaps[: place - 1], gap, *self.gaps[place + 1 :])
        return _parted(replace(self, blocks=blocks, gaps=gaps), place - 1)

    def inserted(self, place: int, block: str) -> "Layout":
        """With one more block before `place`, set off as the others are."""
        blocks = (*self.blocks[:place], block, *self.blocks[place:])
        blank = self._usual_gap()
        if place == 0:
            return _parted(replace(self, blocks=blocks, gaps=(blank, *self.gaps)), 0)
        gaps = (*self.gaps[: place - 1], blank, *self.gaps[place - 1 :])
        made = replace(self, blocks=blocks, gaps=gaps)
        return _parted(_parted(made, place - 1), place)

    def _usual_gap(self) -> str:
        blank = (gap for gap in self.gaps[:-1] if not gap.strip())
        return next(blank, line_end(self.text))


def _parted(pieces: Layout, place: int) -> Layout:
    """The same, with a blank line where comments at a block's end would change their owner."""
    last_line = pieces.blocks[place].rstrip("\r\n").rpartition("\n")[2]
    gap = pieces.gaps[place]
    is_last = place == len(pieces.blocks) - 1
    if not last_line.lstrip(" \t").startswith("#") or (is_last and not gap):
        return pieces
    if gap and not gap.partition("\n")[0].strip(" \t\r"):
        return pieces
    gap = line_end(pieces.text) + gap
    return replace(pieces, gaps=(*pieces.gaps[:place], gap, *pieces.gaps[place + 1 :]))


def line_end(text: str) -> str:
    """How the lines of a text end, going by its first."""
    return "\r\n" if text[: text.find("\n") + 1].endswith("\r\n") else "\n"


def layout(text: str) -> Layout:
    """Cut a text; raises Problem where a table of a checkpoint stands apart from it."""
    found = list(statements(text))
    cuts = _cuts(text, found)
    head_end = next((found[cut.first].start for cut in cuts if cut.is_block), len(text))
    blocks: list[str] = []
    gaps: list[str] = []
    for cut, following in pairwise([*cuts, _Cut(len(found), is_block=True)]):
        start = found[cut.first].start
        end = found[following.first].start if following.first < len(found) else len(text)
        if cut.is_block:
            split = _block_end(found, following.first)
            blocks.append(text[start:split])
            gaps.append(text[split:end])
        elif blocks:
            gaps[-1] += text[start:end]
    return Layout(head=text[:head_end], blocks=tuple(blocks), gaps=tuple(gaps))


class _Cut(NamedTuple):
    """Where a block or a table of the file begins, with the comments directly above it."""

    first: int
    is_block: bool


def _cuts(text: str, found: Sequence[Statement]) -> list[_Cut]:
    cuts: list[_Cut] = []
    is_inside = False
    for place, (kind, start, _) in enumerate(found):
        if kind not in {ARRAY, HEADER}:
            continue
        brackets = 2 if kind == ARRAY else 1
        parts, _ = key_parts(text, text.index("[", start) + brackets)
        is_block = kind == ARRAY and parts == (WORD,)
        if parts[0] == WORD and not is_block:
            if not is_inside:
                raise Problem(_apart(parts, any(cut.is_block for cut in cuts)), offset=start)
            continue
        is_inside = is_block
        cuts.append(_Cut(_comments_above(found, place), is_block))
    return cuts


def _apart(parts: Sequence[str], has_blocks: bool) -> str:  # noqa: FBT001 (a fact, not an option)
    if len(parts) == 1 or not has_blocks:
        return f"a checkpoint begins with [[{WORD}]], in two brackets"
    return f"[{'.'.join(parts)}] stands apart from its [[{WORD}]]; move it up to there"


def _comments_above(found: Sequence[Statement], place: int) -> int:
    while place > 0 and found[place - 1].kind == COMMENT:
        place -= 1
    return place


def _block_end(found: Sequence[Statement], following: int) -> int:
    """The offset behind the last statement of a block and the comments directly below it."""
    last = following - 1
    while found[last].kind in {COMMENT, BLANK}:
        last -= 1
    while last + 1 < following and found[last + 1].kind == COMMENT:
        last += 1
    return found[last].end
