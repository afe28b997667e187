"""What is different between two states of a list, in a few words."""

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.edits import changed_fields

_NAMED = 3


def told(before: Checklist, after: Checklist) -> str:
    """What became of `before`: checkpoints added and deleted, else moved, else their fields."""
    old = {point.id: point for point in before.checkpoints}
    new = {point.id: point for point in after.checkpoints}
    added = [name for name in new if name not in old]
    deleted = [name for name in old if name not in new]
    if len(added) == len(deleted) == 1 and list(new).index(added[0]) == list(old).index(deleted[0]):
        return f"{deleted[0]} is {added[0]}"
    if added or deleted:
        words = [("added", added), ("deleted", deleted)]
        return ", ".join(f"{word} {_listed(names)}" for word, names in words if names)
    if list(old) != list(new):
        return "the order"
    fields = [
        f"{name} {_listed(list(changed_fields(old[name], point)))}"
        for name, point in new.items()
        if old[name] != point
    ]
    return _listed(fields) if fields else "what is not of one checkpoint"


def neighbour(before: Checklist, after: Checklist, selected: str) -> str:
    """What to select in `after`: the same where it is still there, else the one it stood behind.

    A checkpoint is added behind the selected one, which is thus selected again.
    """
    still = {point.id for point in after.checkpoints}
    names = [point.id for point in before.checkpoints]
    place = names.index(selected) if selected in names else 0
    nearest = [*reversed(names[: place + 1]), *names[place + 1 :]]
    return next((name for name in nearest if name in still), after.checkpoints[0].id)


def _listed(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
