"""What holds across all the texts of a list: names of checks, and ids."""

from collections.abc import Iterator, Mapping, Sequence

from ckpt_tui.adapters.checklist_toml.build import Builder
from ckpt_tui.adapters.checklist_toml.faults import home_of, line_of
from ckpt_tui.adapters.checklist_toml.lets import LET, Names, names_of
from ckpt_tui.adapters.checklist_toml.problems import Problem
from ckpt_tui.adapters.checklist_toml.sources import Source
from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checks.named import LIST_LIMIT, Named, names_in
from ckpt_tui.core.checks.problems import unworkable


class Scope:
    """The names of one list, with the builder that knows them; compared by identity."""

    def __init__(self, builder: Builder, tables: Mapping[str, object]) -> None:
        self.names: Names = names_of(builder, tables)
        self.builder = builder.naming(self.names.checks, self.names.extents)

    @property
    def lets(self) -> tuple[Named, ...]:
        """The checks that are named, of names without a problem."""
        return tuple(found for found in self.names.checks.values() if found is not None)

    def located(self, sources: Sequence[Source]) -> Iterator[Problem]:
        """What is wrong with the names, each in the text that it stands in."""
        for problem in self.names.problems:
            yield problem.inside(_home(sources, str(problem.path[1])))
        for number, source in enumerate(sources):
            for name in source.lets:
                first = _home(sources, name)
                if first != number:
                    reason = f"is a name {_place(sources[first], (LET, name))} already"
                    yield Problem(reason, path=(LET, name)).inside(number)


def overgrown(scope: Scope, points: Sequence[Checkpoint | None]) -> Iterator[Problem]:
    """What names make of a list that would be no text of the allowed size without them."""
    named = [point.named for point in points if point is not None and point.named is not None]
    extents = (scope.builder.extent(check) for check in named)
    size = sum(extent.checks for extent in extents if extent is not None)
    if size > LIST_LIMIT:
        reason = f"written out, the list has {size:,} checks; with names it may have {LIST_LIMIT:,}"
        yield Problem(reason)


def tables_of_names(sources: Sequence[Source]) -> dict[str, object]:
    """The tables of names of all texts; the first of each name."""
    found: dict[str, object] = {}
    for source in sources:
        found |= {name: table for name, table in source.lets.items() if name not in found}
    return found


def repeated_ids(
    sources: Sequence[Source], points: Sequence[Checkpoint | None]
) -> Iterator[Problem]:
    """Ids that stand in two texts; None stands for a checkpoint that could not be read."""
    seen: dict[str, int] = {}
    if len(sources) == 1:
        return
    for place, point in enumerate(points):
        if point is None:
            continue
        problem = Problem("", path=("id",), checkpoint=place)
        first = seen.setdefault(point.id, place)
        number, path = home_of(sources, Problem("", path=("id",), checkpoint=first))
        if home_of(sources, problem)[0] != number:
            reason = (
                f'"{point.id}" is the id of a checkpoint {_place(sources[number], path)} already'
            )
            yield Problem(reason, path=("id",), checkpoint=place)


def unworkable_patterns(
    sources: Sequence[Source], names: Names, points: Sequence[Checkpoint | None]
) -> Iterator[Problem]:
    """What RE2 refuses, each where it is written."""
    for name, named in names.checks.items():
        if named is not None:
            for path, reason in unworkable(named.check, (LET, name)):
                yield Problem(reason, path=path).inside(_home(sources, name))
    for place, point in enumerate(points):
        if point is not None:
            for path, reason in unworkable(point.written, ("check",)):
                yield Problem(reason, path=path, checkpoint=place)


def idle_names(own: Source, names: Names, points: Sequence[Checkpoint | None]) -> Iterator[Problem]:
    """The list's own names that no check uses; those of shared files are for others as well."""
    checks = [named.check for named in names.checks.values() if named is not None]
    checks += [point.written for point in points if point is not None]
    used = {name for check in checks for name in names_in(check)}
    for name in own.lets:
        if name not in used:
            yield Problem("is used by no check: use it, or take it out", path=(LET, name))


def _home(sources: Sequence[Source], name: str) -> int:
    return next(number for number, source in enumerate(sources) if name in source.lets)


def _place(source: Source, path: tuple[str | int, ...]) -> str:
    return f"in {source.origin}:{line_of(source.text, path)}"
