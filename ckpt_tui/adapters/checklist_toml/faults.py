"""Which of many problems is said, and where it stands."""

from collections.abc import Sequence

from ckpt_tui.adapters.checklist_toml.layout import WORD
from ckpt_tui.adapters.checklist_toml.places import offset_of
from ckpt_tui.adapters.checklist_toml.problems import Problem
from ckpt_tui.adapters.checklist_toml.sources import Source
from ckpt_tui.core.field_path import FieldPath, dotted
from ckpt_tui.errors import ChecklistError


def nearest_the_top(
    problems: Sequence[Problem], sources: Sequence[Source], names: Sequence[object]
) -> ChecklistError:
    """The first problem of the list's own text, or else of the first text that has one.

    `names` are the ids of the checkpoints, whatever they are.
    """
    first = min(problems, key=lambda problem: _order(sources, problem))
    number, path = home_of(sources, first)
    source = sources[number]
    is_about_file = not path or (first.checkpoint is None and first.is_late)
    return ChecklistError(
        first.reason,
        origin=source.origin,
        line=None if is_about_file else line_of(source.text, path),
        checkpoint=None if first.checkpoint is None else _name(names, first.checkpoint),
        field=dotted(first.path) or None,
    )


def home_of(sources: Sequence[Source], problem: Problem) -> tuple[int, FieldPath]:
    """The position of the text that a problem stands in, and the path that leads to it there."""
    if problem.checkpoint is None:
        number = len(sources) - 1 if problem.source is None else problem.source
        return number, problem.path
    place = problem.checkpoint
    for number, source in enumerate(sources):
        size = len(source.pieces.blocks)
        if place < size:
            return number, (WORD, place, *problem.path)
        place -= size
    raise IndexError(problem.checkpoint)


def line_of(text: str, path: FieldPath) -> int:
    """The 1-based line of what a path names."""
    return text.count("\n", 0, offset_of(text, path)) + 1


def _order(sources: Sequence[Source], problem: Problem) -> tuple[int, int, bool, int]:
    """The text, the table in it, what is missing last, the place; the file as a whole is last."""
    number, path = home_of(sources, problem)
    text = sources[number].text
    turn = (number + 1) % len(sources)
    if not path:
        return turn, len(text), False, 0
    table = path[:2] if problem.checkpoint is not None else path[:1]
    return turn, offset_of(text, table), problem.is_late, offset_of(text, path)


def _name(names: Sequence[object], place: int) -> str:
    name = names[place]
    return name if isinstance(name, str) else f"#{place + 1}"
