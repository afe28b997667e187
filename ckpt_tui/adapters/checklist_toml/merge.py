"""Two texts that grew from the same one, made one again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ckpt_tui.adapters.checklist_toml.layout import Layout, layout, line_end
from ckpt_tui.adapters.checklist_toml.loading import block_table, top_table
from ckpt_tui.adapters.checklist_toml.merge_tables import Clash, merged_table
from ckpt_tui.adapters.checklist_toml.patching import patched
from ckpt_tui.adapters.checklist_toml.plain import Table, is_list
from ckpt_tui.adapters.checklist_toml.reading import Reader
from ckpt_tui.adapters.checklist_toml.splice import closed, comments, moved, reblocked, reopened
from ckpt_tui.errors import ChecklistError, ConflictError
from ckpt_tui.ports import SharedFiles

_ORIGIN = "checklist.toml"


class _Side(NamedTuple):
    """One of the three texts.

    Attributes:
        texts: the block of each checkpoint by its id, in order.
        tables: what each block says.
    """

    pieces: Layout
    top: Table
    texts: dict[str, str]
    tables: dict[str, Table]


def merged(reader: Reader, base: str, mine: str, theirs: str, shared: SharedFiles | None) -> str:
    """The text of `theirs` with the changes that `mine` made to `base`.

    Raises ConflictError where both changed the same thing, and where `theirs` does not parse.
    """
    try:
        reader.checklist(theirs, _ORIGIN, shared)
    except ChecklistError as error:
        raise ConflictError(f"the file on disk cannot be read any more: {error}") from None
    if mine in {base, theirs}:
        return theirs
    if base == theirs:
        return mine
    texts = (_with_line_ends(text, theirs) for text in (base, mine, theirs))
    sides = [_side(reader, text, shared) for text in texts]
    try:
        pieces = _merged_pieces(*sides)
    except Clash as clash:
        raise ConflictError(f"{_ORIGIN}: {clash}") from None
    return _checked(reader, reopened(pieces.text, theirs), shared)


def _checked(reader: Reader, text: str, shared: SharedFiles | None) -> str:
    try:
        reader.checklist(text, _ORIGIN, shared)
    except ChecklistError as error:
        raise ConflictError(f"the changes of both sides do not fit together: {error}") from None
    return text


def _with_line_ends(text: str, like: str) -> str:
    return closed(text).replace("\r\n", "\n").replace("\n", line_end(like))


def _side(reader: Reader, text: str, shared: SharedFiles | None) -> _Side:
    reader.checklist(text, _ORIGIN, shared)
    pieces = layout(text)
    tables = {str(table["id"]): table for table in map(block_table, pieces.blocks)}
    texts = dict(zip(tables, pieces.blocks, strict=True))
    return _Side(pieces, top_table(pieces), texts, tables)


def _merged_pieces(base: _Side, mine: _Side, theirs: _Side) -> Layout:
    top = _merged_top(base.top, mine.top, theirs.top)
    pieces = layout(patched(theirs.pieces.text, (), theirs.top, top))
    texts = {
        name: text
        for name in dict.fromkeys([*theirs.texts, *mine.texts])
        if (text := _merged_block(name, base, mine, theirs)) is not None
    }
    order = _merged_order(list(texts), base, mine, theirs)
    pieces = _arranged(pieces, list(theirs.texts), order, texts)
    return _with_new_comments(pieces, order, base, mine)


def _merged_top(base: Table, mine: Table, theirs: Table) -> Table:
    """Their tables of the file with my changes; an id retired on one side is. Raises Clash."""
    retired = _merged_ids(*(side.get("retired") for side in (base, mine, theirs)))
    alike = [{**side, "retired": retired} for side in (base, mine, theirs)]
    top = merged_table(*alike)
    return (
        top
        if retired or "retired" in theirs
        else {key: top[key] for key in top if key != "retired"}
    )


def _merged_ids(base: object, mine: object, theirs: object) -> list[object]:
    old, ours, other = (
        dict.fromkeys(map(str, ids)) if is_list(ids) else {} for ids in (base, mine, theirs)
    )
    kept = [name for name in other if name in ours or name not in old]
    return [*kept, *(name for name in ours if name not in old and name not in other)]


def _merged_block(name: str, base: _Side, mine: _Side, theirs: _Side) -> str | None:
    """The text of one checkpoint; None where it is gone. Raises Clash."""
    old, ours, other = (side.texts.get(name) for side in (base, mine, theirs))
    if ours == old:
        return other
    if other in {old, ours}:
        return ours
    if ours is None or other is None:
        raise Clash("one side changed it, the other deleted it", checkpoint=name)
    tables = [side.tables.get(name, {}) for side in (base, mine, theirs)]
    try:
        goal = merged_table(*tables, is_flat=True)
    except Clash as clash:
        raise Clash(clash.reason, checkpoint=name, field=clash.field) from None
    text = reblocked(other, tables[2], goal)
    added = comments(ours) - comments(old or "") - comments(text)
    return _comment_lines(added, line_end(text)) + text


def _merged_order(names: Sequence[str], base: _Side, mine: _Side, theirs: _Side) -> list[str]:
    """The order of one side, with what only the other has behind what stood before it there."""
    common = set(base.texts) & set(mine.texts) & set(theirs.texts)
    old, ours, other = (
        [name for name in side.texts if name in common] for side in (base, mine, theirs)
    )
    if ours != old and other not in (old, ours):
        raise Clash("both sides reordered the checkpoints")
    first, second = (theirs, mine) if ours == old else (mine, theirs)
    order = [name for name in first.texts if name in names]
    before: str | None = None
    for name in second.texts:
        if name in names and name not in order:
            order.insert(0 if before is None else order.index(before) + 1, name)
        before = name if name in names else before
    return order


def _arranged(
    pieces: Layout, names: list[str], order: Sequence[str], texts: Mapping[str, str]
) -> Layout:
    """The layout of the blocks `names` made that of the blocks `order`."""
    for name in [name for name in names if name not in texts]:
        pieces = pieces.removed(names.index(name))
        names.remove(name)
    for place, name in enumerate(order):
        if name not in names:
            pieces = pieces.inserted(place, texts[name])
            names.insert(place, name)
        else:
            old = names.index(name)
            pieces = moved(pieces, old, place).replaced(place, texts[name])
            names.insert(place, names.pop(old))
    return pieces


def _with_new_comments(pieces: Layout, order: Sequence[str], base: _Side, mine: _Side) -> Layout:
    """Comments outside blocks that only `mine` has: those of the head above it, others below."""
    known = comments(base.pieces.top) + comments(pieces.top)
    ending = line_end(pieces.text)
    added = comments(mine.pieces.head) - known
    head = _comment_lines(added, ending) + pieces.head
    gaps = list(pieces.gaps)
    for name, gap in zip(mine.texts, mine.pieces.gaps, strict=True):
        if new := comments(gap) - known:
            place = order.index(name) if name in order else len(gaps) - 1
            known += new
            gaps[place] = ending + _comment_lines(new, ending) + (gaps[place] or ending)
    return Layout(head=head, blocks=pieces.blocks, gaps=tuple(gaps))


def _comment_lines(found: Counter[str], ending: str) -> str:
    return "".join(f"{comment}{ending}" for comment in found.elements())
