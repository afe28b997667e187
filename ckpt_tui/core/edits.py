"""What an author does to a checklist, as values that apply to a model and splice a text."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist, Checkpoint


class ReplaceCheckpoint(Struct, frozen=True, kw_only=True):
    """The checkpoint `id` becomes `checkpoint` (which may carry another id); its place stays."""

    id: str
    checkpoint: Checkpoint


class InsertCheckpoint(Struct, frozen=True, kw_only=True):
    """A new checkpoint behind `after`; first of all where `after` is None."""

    checkpoint: Checkpoint
    after: str | None


class DeleteCheckpoint(Struct, frozen=True, kw_only=True):
    """The checkpoint goes, with the comments that stand above it."""

    id: str


class MoveCheckpoint(Struct, frozen=True, kw_only=True):
    """The checkpoint moves, whole, behind `after`; to the front where `after` is None."""

    id: str
    after: str | None


class RetireIds(Struct, frozen=True, kw_only=True):
    """The ids are used up: no checkpoint of this list may have one of them again."""

    ids: tuple[str, ...]


Edit: TypeAlias = (
    ReplaceCheckpoint | InsertCheckpoint | DeleteCheckpoint | MoveCheckpoint | RetireIds
)


def applied(checklist: Checklist, edit: Edit) -> Checklist:
    """The checklist after the edit; raises KeyError where the edit names an unknown id."""
    points = list(checklist.checkpoints)
    match edit:
        case ReplaceCheckpoint():
            points[place_of(points, edit.id)] = edit.checkpoint
        case InsertCheckpoint():
            points.insert(place_behind(points, edit.after), edit.checkpoint)
        case DeleteCheckpoint():
            del points[place_of(points, edit.id)]
        case MoveCheckpoint():
            moved = points.pop(place_of(points, edit.id))
            points.insert(place_behind(points, edit.after), moved)
        case RetireIds():
            retired = tuple(dict.fromkeys((*checklist.retired, *edit.ids)))
            return replace(checklist, retired=retired)
    return replace(checklist, checkpoints=tuple(points))


def changed_fields(old: Checkpoint, new: Checkpoint) -> Mapping[str, object]:
    """The fields of `new` that differ from `old`, by name."""
    return {
        name: getattr(new, name)
        for name in new.__struct_fields__
        if getattr(old, name) != getattr(new, name)
    }


def place_of(points: Sequence[Checkpoint], identifier: str) -> int:
    """Where the checkpoint of that id stands; raises KeyError where there is none."""
    for place, point in enumerate(points):
        if point.id == identifier:
            return place
    raise KeyError(identifier)


def place_behind(points: Sequence[Checkpoint], after: str | None) -> int:
    """The place behind the checkpoint of an id; the front where it is None."""
    return 0 if after is None else place_of(points, after) + 1


def included_count(points: Sequence[Checkpoint]) -> int:
    """How many checkpoints shared files bring; they stand before the list's own."""
    return sum(point.origin is not None for point in points)
