"""The table that a block shall hold after an edit: what is unchanged stays as it was written."""

from collections.abc import Sequence

from ckpt_tui.adapters.checklist_toml.plain import Table, is_list, is_table
from ckpt_tui.adapters.checklist_toml.tables import check_table, checkpoint_table, field_value
from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checks.base import Check, checks_in
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.checks.plugin import MissingPlugin
from ckpt_tui.core.edits import changed_fields


def checkpoint_goal(old: Checkpoint, new: Checkpoint, written: Table) -> Table:
    """The table of `new`, where the block of `old` holds `written`."""
    changed = changed_fields(old, new)
    goal = checkpoint_table(new, written)
    for key in goal:
        if key not in changed and key in written:
            goal[key] = written[key]
    goal["check"] = _check_goal(old.written, new.written, written["check"])
    return goal


def same(first: object, second: object) -> bool:
    """Equality of plain values in which `1` is not `true`."""
    if is_table(first) and is_table(second):
        return first.keys() == second.keys() and all(
            same(value, second[key]) for key, value in first.items()
        )
    if is_list(first) and is_list(second):
        return len(first) == len(second) and all(map(same, first, second))
    return isinstance(first, bool) == isinstance(second, bool) and first == second


def common_ends(first: Sequence[object], second: Sequence[object]) -> tuple[int, int]:
    """How many elements two lists share at the front, and behind those at the end."""
    size = min(len(first), len(second))
    front = next((n for n in range(size) if not same(first[n], second[n])), size)
    back = next(
        (n for n in range(size - front) if not same(first[-1 - n], second[-1 - n])), size - front
    )
    return front, back


def _check_goal(old: Check, new: Check, written: object) -> Table:
    if not is_table(written) or type(old) is not type(new):
        return check_table(new)
    if isinstance(new, MissingPlugin | Named):
        return written if old == new else check_table(new)
    goal = check_table(new, written)
    for spec in fields_of(type(new)):
        if spec.key in goal and spec.key in written:
            before, after = getattr(old, spec.name), getattr(new, spec.name)
            goal[spec.key] = _field_goal(spec, before, after, written[spec.key])
    return goal


def _field_goal(spec: FieldSpec, old: object, new: object, written: object) -> object:
    if isinstance(old, Check) and isinstance(new, Check):
        return _check_goal(old, new, written)
    if spec.shape is Shape.CHECKS and is_list(written):
        return _checks_goal(checks_in(old), checks_in(new), written)
    goal = field_value(spec, new)
    return written if same(field_value(spec, old), goal) else goal


def _checks_goal(
    old: Sequence[Check], new: Sequence[Check], written: Sequence[object]
) -> list[object]:
    tables = [check_table(check) for check in new]
    _, back = common_ends([check_table(check) for check in old], tables)
    goal: list[object] = []
    for place, check in enumerate(new):
        is_back = place >= len(new) - back
        before = place - len(new) + len(old) if is_back else place
        if is_back or before < len(old) - back:
            goal.append(_check_goal(old[before], check, written[before]))
        else:
            goal.append(tables[place])
    return goal
