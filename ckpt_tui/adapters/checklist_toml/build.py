"""Plain tables to the values of the core."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ckpt_tui.adapters.checklist_toml.keys import CHECKPOINT, Keys, TableError
from ckpt_tui.adapters.checklist_toml.kinds import kind_keys, values
from ckpt_tui.adapters.checklist_toml.plain import is_list, is_table, json_of
from ckpt_tui.adapters.checklist_toml.problems import Problem, nearest, shown
from ckpt_tui.adapters.checklist_toml.rules import contradictions, default_points, default_role
from ckpt_tui.adapters.checklist_toml.tables import USE
from ckpt_tui.core.checklist import Checkpoint, Role
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.fields import Shape, fields_of
from ckpt_tui.core.checks.named import (
    CHECKS_LIMIT,
    DEPTH_LIMIT,
    Extent,
    Named,
    extent,
    names_in,
    written_out,
)
from ckpt_tui.core.checks.plugin import MissingPlugin
from ckpt_tui.core.field_path import FieldPath
from ckpt_tui.core.toml_value import key as shown_key

_NEAREST_OF: Final = 200
SPRAWLING: Final = (
    f"written out, it is more than {CHECKS_LIMIT:,} checks or more than {DEPTH_LIMIT} deep; use "
    "fewer names of names"
)


class Builder:
    """Makes checkpoints and checks of the given kinds; keeps the keys of each kind it met.

    Checks come as they are written: a name is a `Named`.
    """

    def __init__(self, kinds: Mapping[str, type[Check]]) -> None:
        self._kinds = kinds
        self._names: Mapping[str, Named | None] = {}
        self._extents: Mapping[str, Extent] = {}
        self._kind_keys: dict[str, Keys] = {}

    def naming(self, names: Mapping[str, Named | None], extents: Mapping[str, Extent]) -> "Builder":
        """One that knows these names, and shares the keys that it meets.

        None stands for a name whose check is wrong; the others have an extent.
        """
        other = Builder(self._kinds)
        other._names, other._extents = names, extents
        other._kind_keys = self._kind_keys
        return other

    def extent(self, check: Check) -> Extent | None:
        """How large a check with names is when written out; None for one without."""
        return extent(check, self._extents) if any(True for _ in names_in(check)) else None

    def checkpoint(self, table: Mapping[str, object]) -> tuple[Checkpoint | None, list[Problem]]:
        """The checkpoint, or None and everything that is wrong with its table."""
        problems: list[Problem] = []
        check = None
        said = table.get("check")
        if is_table(said):
            check, problems = self.check(said, ("check",))
        try:
            found = CHECKPOINT.values(table)
        except TableError as error:
            return None, [*error.problems, *problems]
        if check is None:
            return None, problems
        size = self.extent(check)
        if size is not None and size.is_sprawling:
            return None, [Problem(SPRAWLING, path=("check",))]
        point = _checkpoint(found, check)
        problems = list(contradictions(point, has_points="points" in table))
        return (None, problems) if problems else (point, [])

    def check(
        self, table: Mapping[str, object], path: FieldPath = ()
    ) -> tuple[Check | None, list[Problem]]:
        """The check, or None and everything that is wrong with its table."""
        if USE in table and "kind" not in table:
            return self._named(table, path)
        word = table.get("kind")
        if not isinstance(word, str):
            reason = "is missing" if word is None else f"must be text in quotes, not {shown(word)}"
            return None, [Problem(reason, path=(*path, "kind"))]
        kind = self._kinds.get(word)
        if kind is not None:
            return self._known(kind, table, path)
        if "." in word:
            return _missing_plugin(word, table, path)
        reason = f'"{word}" is no kind of check{nearest(word, self._kinds)}'
        return None, [Problem(reason, path=(*path, "kind"))]

    def names_used(self, table: Mapping[str, object]) -> Iterator[str]:
        """The names that the table of a check uses, right or wrong."""
        name, word = table.get(USE), table.get("kind")
        if word is None and isinstance(name, str):
            yield name
        kind = self._kinds.get(word) if isinstance(word, str) else None
        for spec in () if kind is None else fields_of(kind):
            value = table.get(spec.key)
            if spec.shape is Shape.CHECK and is_table(value):
                yield from self.names_used(value)
            elif spec.shape is Shape.CHECKS and is_list(value):
                for item in filter(is_table, value):
                    yield from self.names_used(item)

    def keys(self, kind: type[Check]) -> Keys:
        """The keys of a kind, made when first asked for."""
        if kind.kind not in self._kind_keys:
            self._kind_keys[kind.kind] = kind_keys(kind)
        return self._kind_keys[kind.kind]

    def _named(
        self, table: Mapping[str, object], path: FieldPath
    ) -> tuple[Check | None, list[Problem]]:
        name = table[USE]
        here = (*path, USE)
        if other := next((key for key in table if key != USE), None):
            reason = f'cannot stand beside "{USE}": change it in [let.{shown_key(str(name))}]'
            return None, [Problem(reason, path=(*path, other))]
        if not isinstance(name, str):
            reason = f"must be the name of a check in quotes, not {shown(name)}"
            return None, [Problem(reason, path=here)]
        if name not in self._names:
            is_short = len(self._names) <= _NEAREST_OF
            known = nearest(name, self._names) if is_short else ""
            known = known or f"; a [let.{shown_key(name)}] would make it one"
            return None, [Problem(f'"{name}" is no name of a check{known}', path=here)]
        return self._names[name], []

    def _known(
        self, kind: type[Check], table: Mapping[str, object], path: FieldPath
    ) -> tuple[Check | None, list[Problem]]:
        keys = self.keys(kind)
        nested, problems = self._nested(kind, table, path)
        try:
            found = keys.values(table)
        except TableError as error:
            own = [problem.below(path) for problem in error.problems]
            return None, own + problems
        if problems:
            return None, problems
        try:
            return kind(**(values(kind, found) | nested)), []
        except ValueError as error:
            return None, [Problem(str(error), path=path)]

    def _nested(
        self, kind: type[Check], table: Mapping[str, object], path: FieldPath
    ) -> tuple[dict[str, Any], list[Problem]]:
        """The checks inside a check, by the names of their fields."""
        found: dict[str, Any] = {}
        problems: list[Problem] = []
        for spec in fields_of(kind):
            value = table.get(spec.key)
            if spec.shape is Shape.CHECK and is_table(value):
                found[spec.name], wrong = self.check(value, (*path, spec.key))
                problems += wrong
            elif spec.shape is Shape.CHECKS and is_list(value):
                checks: list[Check | None] = []
                for place, item in enumerate(value):
                    if is_table(item):
                        check, wrong = self.check(item, (*path, spec.key, place))
                        checks.append(check)
                        problems += wrong
                found[spec.name] = tuple(checks)
        return found, problems


def _missing_plugin(
    word: str, table: Mapping[str, object], path: FieldPath
) -> tuple[Check | None, list[Problem]]:
    try:
        kept = {key: json_of(value) for key, value in table.items() if key != "kind"}
    except ValueError as error:
        return None, [Problem(str(error), path=path)]
    return MissingPlugin(name=word, table=json.dumps(kept, ensure_ascii=False)), []


def _checkpoint(found: Mapping[str, Any], check: Check) -> Checkpoint:
    plain = written_out(check)
    role = default_role(plain) if found["role"] is None else Role(found["role"])
    points, requires = found["points"], found["requires"]
    return Checkpoint(
        id=found["id"],
        title=found["title"],
        check=plain,
        named=None if plain is check else check,
        points=default_points(role) if points is None else points,
        role=role,
        critical=found["critical"],
        stage=found["stage"],
        route=found["route"],
        requires=None if requires is None else tuple(requires),
        pins=tuple(found["pins"]),
        note=found["note"],
        enabled=found["enabled"],
        was=tuple(found["was"]),
    )
