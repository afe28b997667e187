"""A checklist's text to its model, block by block, so that one keystroke reads one block again."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml.build import Builder
from ckpt_tui.adapters.checklist_toml.layout import WORD, Layout, layout
from ckpt_tui.adapters.checklist_toml.loading import block_table, guard, syntax_problem, top_table
from ckpt_tui.adapters.checklist_toml.places import offset_of
from ckpt_tui.adapters.checklist_toml.plain import Table
from ckpt_tui.adapters.checklist_toml.problems import Hostile, Problem
from ckpt_tui.adapters.checklist_toml.rules import disagreements, reused_ids
from ckpt_tui.adapters.checklist_toml.top import gate_of, top_of
from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.problems import unworkable
from ckpt_tui.core.field_path import FieldPath, dotted
from ckpt_tui.errors import ChecklistError

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
        self._kept: OrderedDict[str, Read] = OrderedDict()
        self._layouts: OrderedDict[str, Layout] = OrderedDict()

    def checklist(self, text: str, origin: str, *, is_draft: bool = True) -> Checklist:
        """The model of a text; raises ChecklistError about what is wrong nearest the top.

        A draft may hold patterns that RE2 refuses.
        """
        pieces = self.cut(text, origin)
        try:
            top = top_table(pieces)
            blocks = [self.block(block) for block in pieces.blocks]
        except ValueError as error:
            problem = syntax_problem(text) or Problem(f"not TOML: {error}")
            raise _located(text, problem, origin) from None
        found, problems = top_of(top)
        problems += [problem.of(n) for n, read in enumerate(blocks) for problem in read.problems]
        if (gate := gate_of(top)) is not None:
            problems += disagreements([read.point for read in blocks], gate)
        if found is not None:
            problems += reused_ids([read.point for read in blocks], found.retired)
        if not is_draft:
            problems += _unworkable(blocks)
        if found is None or problems:
            raise _nearest_the_top(text, problems, blocks, origin)
        points = tuple(read.point for read in blocks if read.point is not None)
        return replace(found, checkpoints=points)

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
        if len(self._layouts) > _LAYOUTS_KEPT:
            self._layouts.popitem(last=False)

    def block(self, block: str) -> Read:
        """What a block says; raises ValueError where it is no TOML."""
        read = self._kept.get(block)
        if read is not None:
            self._kept.move_to_end(block)
            return read
        table = block_table(block)
        read = Read(table, *self._builder.checkpoint(table))
        if len(block) <= _KEPT_BLOCK_SIZE:
            self._kept[block] = read
        if len(self._kept) > _BLOCKS_KEPT:
            self._kept.popitem(last=False)
        return read


def _unworkable(blocks: Sequence[Read]) -> Iterator[Problem]:
    for place, read in enumerate(blocks):
        if read.point is not None:
            for path, reason in unworkable(read.point.check, ("check",)):
                yield Problem(reason, path=path, checkpoint=place)


def _offset(problem: Problem) -> int:
    return problem.offset or 0


def _located(text: str, problem: Problem, origin: str) -> ChecklistError:
    line = None if problem.offset is None else _line(text, problem.offset)
    return ChecklistError(problem.reason, origin=origin, line=line)


def _nearest_the_top(
    text: str, problems: Sequence[Problem], blocks: Sequence[Read], origin: str
) -> ChecklistError:
    first = min(problems, key=lambda problem: _order(text, problem))
    path = _path(first)
    is_about_file = not path or (first.checkpoint is None and first.is_late)
    return ChecklistError(
        first.reason,
        origin=origin,
        line=None if is_about_file else _line(text, offset_of(text, path)),
        checkpoint=None if first.checkpoint is None else _name(blocks, first.checkpoint),
        field=dotted(first.path) or None,
    )


def _order(text: str, problem: Problem) -> tuple[int, bool, int]:
    """The table it is in, what is missing last, then the place; the file as a whole comes last."""
    path = _path(problem)
    if not path:
        return len(text), False, 0
    table = path[:2] if problem.checkpoint is not None else path[:1]
    return offset_of(text, table), problem.is_late, offset_of(text, path)


def _path(problem: Problem) -> FieldPath:
    if problem.checkpoint is None:
        return problem.path
    return (WORD, problem.checkpoint, *problem.path)


def _name(blocks: Sequence[Read], place: int) -> str:
    name = blocks[place].table.get("id")
    return name if isinstance(name, str) else f"#{place + 1}"


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1
