"""Edits of the model as changes of the text: one block is touched, the rest stays byte for byte."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml.goals import checkpoint_goal
from ckpt_tui.adapters.checklist_toml.layout import WORD, Layout, layout, line_end
from ckpt_tui.adapters.checklist_toml.loading import block_table, top_table
from ckpt_tui.adapters.checklist_toml.patching import patched
from ckpt_tui.adapters.checklist_toml.places import lines
from ckpt_tui.adapters.checklist_toml.problems import Problem
from ckpt_tui.adapters.checklist_toml.reading import Reader
from ckpt_tui.adapters.checklist_toml.render import rendered_block
from ckpt_tui.adapters.checklist_toml.scanner import BLANK
from ckpt_tui.adapters.checklist_toml.tables import checkpoint_table
from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.edits import (
    DeleteCheckpoint,
    Edit,
    InsertCheckpoint,
    MoveCheckpoint,
    ReplaceCheckpoint,
    RetireIds,
    applied,
    included_count,
    place_behind,
    place_of,
)
from ckpt_tui.errors import ChecklistError
from ckpt_tui.ports import SharedFiles


def spliced(
    reader: Reader, text: str, edits: Sequence[Edit], origin: str, shared: SharedFiles | None
) -> str:
    """The text after the edits.

    Raises ChecklistError where the text does not parse, where an edit names an unknown id or what
    a shared file brings, and where the new text would not parse to the edited model.
    """
    model = reader.checklist(text, origin, shared)
    before = pieces = reader.cut(closed(text), origin)
    for edit in edits:
        try:
            following = applied(model, edit)
            pieces = _after(pieces, model, edit)
        except KeyError as error:
            raise ChecklistError(f"there is no checkpoint {error}", origin=origin) from None
        except Problem as problem:
            raise ChecklistError(f"this edit cannot be written: {problem}", origin=origin) from None
        model = following
    # A statement begins anew at every block, so what is unchanged is cut as it was.
    if not _is_cut_so(pieces.window(before)):
        raise _not_possible(origin)
    reader.remember(pieces.text, pieces)
    new = reopened(pieces.text, text)
    if reader.checklist(new, origin, shared) != model:
        raise _not_possible(origin)
    return new


def _is_cut_so(pieces: Layout) -> bool:
    try:
        return layout(pieces.text) == pieces
    except Problem:
        return False


def _not_possible(origin: str) -> ChecklistError:
    reason = "this edit cannot be made without touching more of the file; make it by hand"
    return ChecklistError(reason, origin=origin)


def closed(text: str) -> str:
    """The text with a line end behind its last line."""
    return text if text.endswith("\n") else text + line_end(text)


def reopened(new: str, old: str) -> str:
    """The new text without its last line end, where its last line is that of an open old text."""
    last = old.rpartition("\n")[2]
    ending = last + line_end(old)
    if old.endswith("\n") or not new.endswith("\n" + ending):
        return new
    return new[: len(new) - len(line_end(old))]


def reblocked(block: str, written: dict[str, object], goal: dict[str, object]) -> str:
    """A block with other values; its comments stay in it."""
    return _without_loose_end(patched(block, (WORD, 0), written, goal))


def comments(text: str) -> Counter[str]:
    """How often each comment stands in a text."""
    return Counter(comment for line in lines(text) for comment in line.comments)


def moved(pieces: Layout, place: int, target: int) -> Layout:
    """The block at a place stands before the one that was at `target`."""
    if target in {place, place + 1}:
        return pieces
    rest = pieces.removed(place)
    return rest.inserted(target - (target > place), pieces.blocks[place])


def _after(pieces: Layout, model: Checklist, edit: Edit) -> Layout:
    points = model.checkpoints
    match edit:
        case ReplaceCheckpoint():
            place = _own_place(points, edit.id)
            old = model.checkpoint(edit.id)
            return pieces.replaced(place, _replaced(pieces.blocks[place], old, edit.checkpoint))
        case InsertCheckpoint():
            block = rendered_block(checkpoint_table(edit.checkpoint), line_end(pieces.text))
            return pieces.inserted(_own_place_behind(points, edit.after), block)
        case DeleteCheckpoint():
            return pieces.removed(_own_place(points, edit.id))
        case MoveCheckpoint():
            place = _own_place(points, edit.id)
            return moved(pieces, place, _own_place_behind(points, edit.after))
        case RetireIds():
            return _with_retired(pieces, applied(model, edit).retired)


def _own_place(points: Sequence[Checkpoint], identifier: str) -> int:
    """Where a checkpoint stands in the list's own text; raises ChecklistError where it does not."""
    place = place_of(points, identifier)
    if (origin := points[place].origin) is not None:
        reason = f"stands in {origin}, which is shared: change it there"
        raise ChecklistError(reason, checkpoint=identifier)
    return place - included_count(points)


def _own_place_behind(points: Sequence[Checkpoint], after: str | None) -> int:
    place = place_behind(points, after) - included_count(points)
    if place < 0:
        last = points[included_count(points) - 1]
        reason = f'what {last.origin} brings comes first: nothing stands before "{last.id}"'
        raise ChecklistError(reason)
    return place


def _with_retired(pieces: Layout, retired: Sequence[str]) -> Layout:
    """The head, where alone keys of the file can stand, with that list of retired ids."""
    written = top_table(pieces)
    goal = {**written, "retired": list(retired)} if retired else written
    return replace(pieces, head=patched(pieces.head, (), written, goal))


def _replaced(block: str, old: Checkpoint, new: Checkpoint) -> str:
    written = block_table(block)
    changed = reblocked(block, written, checkpoint_goal(old, new, written))
    if lost := comments(block) - comments(changed):
        raise ChecklistError(f"this edit would lose the comment {next(iter(lost))!r}")
    return changed


def _without_loose_end(block: str) -> str:
    """Blank lines go from between the last statement and the comments that were above others.

    What stands behind blank lines at the end of a block belongs to no checkpoint.
    """
    found = lines(block)
    last = max(n for n, line in enumerate(found) if line.path)
    tail = "".join(block[line.start : line.end] for line in found[last + 1 :] if line.kind != BLANK)
    return block[: found[last].end] + tail
