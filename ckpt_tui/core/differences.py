"""What is different between two states of a list, in a few words."""

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.edits import changed_fields

_NAMED = 3


def told(before: Checklist, after: Checklist) -> str:
    """What became of `before`: checkpoints added and deleted, else moved, else their fields."""
    old = {point.id: point for point in before.checkpoints}
    new = {point.id: point for point in after.checkpoints}
    for name, now in _renamed(before, after):
        return f"{name} is {now}"
    added = [name for name in new if name not in old]
    deleted = [name for name in old if name not in new]
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
    """What to select in `after`: the same, be it under another id, else the one it stood behind.

    A checkpoint is added behind the selected one, which is thus selected again.
    """
    still = {point.id for point in after.checkpoints}
    selected = dict(_renamed(before, after)).get(selected, selected)
    if selected in still:
        return selected
    names = [point.id for point in before.checkpoints]
    place = names.index(selected) if selected in names else 0
    nearest = [*reversed(names[: place + 1]), *names[place + 1 :]]
    return next((name for name in nearest if name in still), after.checkpoints[0].id)


def _renamed(before: Checklist, after: Checklist) -> tuple[tuple[str, str], ...]:
    """The checkpoint that has another id in the same place, old and new, if it is but one."""
    old, new = ([point.id for point in moment.checkpoints] for moment in (before, after))
    added = [(place, name) for place, name in enumerate(new) if name not in old]
    deleted = [(place, name) for place, name in enumerate(old) if name not in new]
    if len(added) != 1 or [place for place, _ in added] != [place for place, _ in deleted]:
        return ()
    return ((deleted[0][1], added[0][1]),)


def _listed(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
