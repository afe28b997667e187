"""Ids that stood for a checkpoint once and are never given to another."""

from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist, Checkpoint


def renamed(old: Checkpoint, new: Checkpoint, *, is_sealed: bool) -> Checkpoint:
    """`new` with the former ids of `old`, and with its id too where a sealed version holds it."""
    former = (*old.was, old.id) if is_sealed else old.was
    return replace(new, was=tuple(name for name in dict.fromkeys(former) if name != new.id))


def retired_with(gone: Checkpoint, *, is_sealed: bool) -> tuple[str, ...]:
    """The ids that are used up once a checkpoint is deleted."""
    return (gone.id, *gone.was) if is_sealed else gone.was


def used_ids(checklist: Checklist) -> frozenset[str]:
    """Every id that a checkpoint of this list has or had."""
    found = set(checklist.retired)
    for point in checklist.checkpoints:
        found.update((point.id, *point.was))
    return frozenset(found)
