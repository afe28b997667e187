"""Milestones that an invariant of the same list forbids."""

from collections.abc import Iterator

from ckpt_tui.core.checklist import Checklist, Checkpoint, Role
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.file_changed import FileChanged
from ckpt_tui.core.checks.logic import AllOf, Not
from ckpt_tui.core.checks.order import Before, InOrder, Never
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.match import Equals
from ckpt_tui.core.matching import holds


def forbidden(checklist: Checklist) -> Iterator[Finding]:
    """What no run can meet without breaking an invariant."""
    counted = [point for point in checklist.checkpoints if point.enabled]
    invariants = [point for point in counted if point.role is Role.INVARIANT]
    for point in counted:
        if point.role is Role.INVARIANT:
            continue
        for other in invariants:
            if _forbids(other, point):
                detail = f'it asks for what "{other.id}" forbids; no run can meet both'
                yield Finding(rule=Rule.FORBIDDEN, checkpoint=point.id, detail=detail)


def _forbids(invariant: Checkpoint, point: Checkpoint) -> bool:
    banned = invariant.check
    if not isinstance(banned, Not | Never):
        return False
    if None not in (invariant.route, point.route) and invariant.route != point.route:
        return False
    return any(_covers(banned.check, needed) for needed in _needed(point.check))


def _needed(check: Check) -> Iterator[Check]:
    """Checks of which every one has to be met for the whole to be."""
    yield check
    if isinstance(check, AllOf | InOrder | Before):
        for child in check.children():
            yield from _needed(child)


def _covers(banned: Check, needed: Check) -> bool:
    """Whether every event that meets the one meets the other."""
    if banned == needed:
        return True
    match banned, needed:
        case FileChanged(removed_lines=None, except_paths=()), FileChanged(path=Equals(value=path)):
            is_path = banned.path is None or holds(banned.path, path)
            changes = set(needed.change)
            return is_path and (
                not banned.change or (bool(changes) and changes <= {*banned.change})
            )
        case _:
            return False
