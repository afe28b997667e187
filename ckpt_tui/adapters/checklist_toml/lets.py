"""The names of checks: `[let.NAME]` tables to the checks that they stand for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ckpt_tui.adapters.checklist_toml import words
from ckpt_tui.adapters.checklist_toml.build import SPRAWLING, Builder
from ckpt_tui.adapters.checklist_toml.plain import is_table
from ckpt_tui.adapters.checklist_toml.problems import Problem
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.named import Extent, Named, extent, named

LET: Final = "let"
_SHOWN: Final = 8


class Names(NamedTuple):
    """What names stand for.

    Attributes:
        checks: by name; None for one that is wrong.
        extents: of those that are not.
        problems: everything that is wrong with them; the paths begin with `let` and the name.
    """

    checks: Mapping[str, Named | None]
    extents: Mapping[str, Extent]
    problems: Sequence[Problem]


def names_of(builder: Builder, tables: Mapping[str, object]) -> Names:
    """The checks of `[let]` tables; one that waits for itself is wrong, and so is what needs it."""
    checks: dict[str, Named | None] = dict.fromkeys(tables)
    extents: dict[str, Extent] = {}
    knowing = builder.naming(checks, extents)
    problems: list[Problem] = []
    needs = {name: _needs(builder, table, tables) for name, table in tables.items()}
    needed_by: dict[str, list[str]] = {name: [] for name in tables}
    for name, others in needs.items():
        for other in others:
            needed_by[other].append(name)
    free = [name for name, others in needs.items() if not others]
    while free:
        name = free.pop()
        check, found = _check(knowing, name, tables[name])
        problems += found
        if check is not None:
            checks[name] = named(name, check)
            extents[name] = extent(check, extents)
        for other in needed_by[name]:
            needs[other].discard(name)
            if not needs[other]:
                free.append(other)
    problems += _circle({name: others for name, others in needs.items() if others})
    return Names(checks, extents, problems)


def _needs(builder: Builder, table: object, known: Mapping[str, object]) -> set[str]:
    return set(builder.names_used(table)) & known.keys() if is_table(table) else set()


def _check(builder: Builder, name: str, table: object) -> tuple[Check | None, list[Problem]]:
    path = (LET, name)
    try:
        words.identifier(name)
    except ValueError as error:
        return None, [Problem(f"a name {error}", path=path)]
    if not is_table(table):
        return None, [Problem("must be the table of a check", path=path)]
    check, problems = builder.check(table, path)
    size = None if check is None else builder.extent(check)
    if size is not None and size.is_sprawling:
        return None, [Problem(SPRAWLING, path=path)]
    return check, problems


def _circle(waiting: Mapping[str, set[str]]) -> Iterator[Problem]:
    """The first circle of names that wait for one another; whatever else waits hangs on one."""
    name = next(iter(waiting), None)
    walked: dict[str, None] = {}
    while name is not None and name not in walked:
        walked[name] = None
        name = min(waiting[name] & waiting.keys())
    if name is not None:
        order = list(walked)
        circle = [*order[order.index(name) :], name]
        shown = circle if len(circle) <= _SHOWN else [*circle[: _SHOWN - 1], "…", name]
        reason = f"goes round in a circle: {' uses '.join(shown)}"
        yield Problem(reason, path=(LET, circle[0]))
