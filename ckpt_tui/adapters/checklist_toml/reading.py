"""A checklist's text to its model, block by block, so that one keystroke reads one block again."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml.build import Builder
from ckpt_tui.adapters.checklist_toml.faults import nearest_the_top
from ckpt_tui.adapters.checklist_toml.layout import Layout, layout
from ckpt_tui.adapters.checklist_toml.loading import block_table, guard, syntax_problem, top_table
from ckpt_tui.adapters.checklist_toml.plain import Table
from ckpt_tui.adapters.checklist_toml.problems import Hostile, Problem
from ckpt_tui.adapters.checklist_toml.rules import disagreements, reused_ids
from ckpt_tui.adapters.checklist_toml.scope import (
    Scope,
    idle_names,
    overgrown,
    repeated_ids,
    tables_of_names,
    unworkable_patterns,
)
from ckpt_tui.adapters.checklist_toml.sources import Source, shared_files, shared_problems
from ckpt_tui.adapters.checklist_toml.top import gate_of, top_of
from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.errors import ChecklistError
from ckpt_tui.ports import SharedFiles

_BLOCKS_KEPT: Final = 1024
_LAYOUTS_KEPT: Final = 8
_KEPT_BLOCK_SIZE: Final = 20_000  # characters; larger blocks are read again each time


class Read(NamedTuple):
    """What one block says: its plain table, and its checkpoint or what is wrong with it."""

    table: Table
    point: Checkpoint | None
    problems: list[Problem]


class Reader:
    """Parses texts; keeps what it read of each block, by the block's text."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._nameless = Scope(builder, {})
        self._scopes: OrderedDict[str, Scope] = OrderedDict()
        self._kept: OrderedDict[tuple[str, Scope, str | None], Read] = OrderedDict()
        self._blocks_kept = _BLOCKS_KEPT
        self._layouts_kept = _LAYOUTS_KEPT
        self._layouts: OrderedDict[str, Layout] = OrderedDict()

    def checklist(
        self, text: str, origin: str, shared: SharedFiles | None = None, *, is_draft: bool = True
    ) -> Checklist:
        """The model of a text; raises ChecklistError about what is wrong nearest the top.

        A draft may hold patterns that RE2 refuses, and names that no check uses. Without `shared`
        the text holds what it includes.
        """
        sources, problems = self._sources(text, origin, shared)
        top = sources[-1].top
        found, wrong = top_of(top)
        if problems:
            # Without what it includes, nothing of the rest is known to be wrong.
            raise nearest_the_top([*wrong, *problems], sources, [])
        scope = self._scope(sources)
        reads = [read for source in sources for read in self._reads(source, scope)]
        points = [read.point for read in reads]
        problems += wrong
        problems += scope.located(sources)
        problems += repeated_ids(sources, points)
        problems += overgrown(scope, points)
        problems += [problem.of(n) for n, read in enumerate(reads) for problem in read.problems]
        if (gate := gate_of(top)) is not None:
            problems += disagreements(points, gate)
        if found is not None:
            problems += reused_ids(points, found.retired)
        if not is_draft:
            problems += unworkable_patterns(sources, scope.names, points)
        # A check that cannot be read may be the one that uses a name.
        if not is_draft and not problems:
            problems += idle_names(sources[-1], scope.names, points)
        if found is None or problems:
            raise nearest_the_top(problems, sources, [read.table.get("id") for read in reads])
        return replace(
            found,
            lets=scope.lets,
            included=tuple(source.pin for source in sources[:-1]),
            checkpoints=tuple(point for point in points if point is not None),
        )

    def own_top(self, text: str) -> Table:
        """Everything but the checkpoints of a text; empty where it cannot be read."""
        try:
            return top_table(self.cut(text, ""))
        except (ChecklistError, ValueError):
            return {}

    def cut(self, text: str, origin: str) -> Layout:
        """The pieces of a text; raises ChecklistError where it is hostile or cannot be cut."""
        try:
            guard(text)
            if text not in self._layouts:
                self.remember(text, layout(text))
            return self._layouts[text]
        except Hostile as problem:
            raise _located(text, problem, origin) from None
        except Problem as problem:
            found = [problem, syntax_problem(text) or problem]
            raise _located(text, min(found, key=_offset), origin) from None

    def remember(self, text: str, pieces: Layout) -> None:
        """Keep the pieces that a text is known to be cut into."""
        self._layouts[text] = pieces
        if len(self._layouts) > self._layouts_kept:
            self._layouts.popitem(last=False)

    def _sources(
        self, text: str, origin: str, shared: SharedFiles | None
    ) -> tuple[list[Source], list[Problem]]:
        """The texts of a list, its own last, and what is wrong with how they are included."""
        own = self._source(None, origin, text)
        files, problems = shared_files(own, shared)
        self._layouts_kept = _LAYOUTS_KEPT + len(files)
        sources: list[Source] = []
        for path, file in files:
            source = self._source(path, file.origin, file.text)
            problems += [found.inside(len(sources)) for found in shared_problems(source.top)]
            sources.append(source)
        return [*sources, own], problems

    def _source(self, path: str | None, origin: str, text: str) -> Source:
        pieces = self.cut(text, origin)
        try:
            return Source(path, origin, text, pieces, top_table(pieces))
        except ValueError as error:
            raise _no_toml(text, origin, error) from None

    def _scope(self, sources: Sequence[Source]) -> Scope:
        """What names stand for in a list; the same one for the same names."""
        tables = tables_of_names(sources)
        if not tables:
            return self._nameless
        key = repr(tables)
        if key not in self._scopes:
            self._scopes[key] = Scope(self._builder, tables)
        if len(self._scopes) > _LAYOUTS_KEPT:
            self._scopes.popitem(last=False)
        return self._scopes[key]

    def _reads(self, source: Source, scope: Scope) -> list[Read]:
        blocks = source.pieces.blocks
        # With less room than one list takes, every block would be gone when it is asked for again.
        self._blocks_kept = max(self._blocks_kept, 2 * len(blocks))
        try:
            return [self._block(block, scope, source.path) for block in blocks]
        except ValueError as error:
            raise _no_toml(source.text, source.origin, error) from None

    def _block(self, block: str, scope: Scope, path: str | None) -> Read:
        """What a block says; raises ValueError where it is no TOML."""
        key = (block, scope, path)
        read = self._kept.get(key)
        if read is not None:
            self._kept.move_to_end(key)
            return read
        table = block_table(block)
        point, problems = scope.builder.checkpoint(table)
        read = Read(table, point and replace(point, origin=path), problems)
        if len(block) <= _KEPT_BLOCK_SIZE:
            self._kept[key] = read
        while len(self._kept) > self._blocks_kept:
            self._kept.popitem(last=False)
        return read


def _no_toml(text: str, origin: str, error: ValueError) -> ChecklistError:
    problem = syntax_problem(text) or Problem(f"not TOML: {error}")
    return _located(text, problem, origin)


def _offset(problem: Problem) -> int:
    return problem.offset or 0


def _located(text: str, problem: Problem, origin: str) -> ChecklistError:
    line = None if problem.offset is None else text.count("\n", 0, problem.offset) + 1
    return ChecklistError(problem.reason, origin=origin, line=line)
