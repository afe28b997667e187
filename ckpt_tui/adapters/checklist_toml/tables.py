"""The values of the core as plain tables, in the order in which they are written."""

import json
from typing import Any

from ckpt_tui.adapters.checklist_toml.matches import matches_table
from ckpt_tui.adapters.checklist_toml.plain import Table
from ckpt_tui.adapters.checklist_toml.rules import default_points, default_role
from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.checks.plugin import MissingPlugin
from ckpt_tui.core.match_words import match_table

USE = "use"


def checkpoint_table(point: Checkpoint, written: Table | None = None) -> Table:
    """The table of a checkpoint; defaults are left out, but for the keys of `written`."""
    kept = written or {}
    role = default_role(point.check)
    rows: list[tuple[str, object, object]] = [
        ("id", point.id, None),
        ("was", list(point.was), []),
        ("title", point.title, None),
        ("stage", point.stage, None),
        ("route", point.route, None),
        ("points", point.points, default_points(point.role)),
        ("role", str(point.role), str(role)),
        ("critical", point.critical, False),
        ("enabled", point.enabled, True),
        ("requires", None if point.requires is None else list(point.requires), None),
        ("pins", list(point.pins), []),
        ("note", point.note, ""),
    ]
    table: Table = {
        key: value
        for key, value, default in rows
        if value is not None and (value != default or key in kept)
    }
    table["check"] = check_table(point.written)
    return table


def check_table(check: Check, written: Table | None = None) -> Table:
    """The table of a check; defaults are left out, but for the keys of `written`."""
    if isinstance(check, MissingPlugin):
        return {"kind": check.name, **json.loads(check.table)}
    if isinstance(check, Named):
        return {USE: check.name}
    kept = written or {}
    table: Table = {"kind": check.kind}
    for spec in fields_of(type(check)):
        value = getattr(check, spec.name)
        if value is not None and (value != spec.default or spec.is_required or spec.key in kept):
            table[spec.key] = field_value(spec, value)
    return table


def field_value(spec: FieldSpec, value: Any) -> object:  # noqa: ANN401, C901, PLR0911 (any field; one return a shape)
    """A field of a check as its table holds it."""
    match spec.shape:
        case Shape.MATCH:
            return match_table(value)
        case Shape.MATCHES:
            return matches_table(value)
        case Shape.WORDS:
            return [match_table(match) for match in value]
        case Shape.CHECK:
            return check_table(value)
        case Shape.CHECKS:
            return [check_table(check) for check in value]
        case Shape.CHOICE:
            return str(value)
        case Shape.CHOICES | Shape.TEXTS:
            return [str(item) for item in value]
        case Shape.TEXT | Shape.INTEGER | Shape.NUMBER | Shape.FLAG:
            return value
