"""The titles of a checklist, read cheaply and from any text, for the first frame on screen."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ckpt_tui.adapters.opening import opened
from ckpt_tui.adapters.workspace import CHECKLISTS_NAME, is_task_id

# `tomllib` takes time in the square of a dotted key's parts, and a checklist has few dots a line.
_DOTS_LIMIT: Final = 500
_SIZE_LIMIT: Final = 2_000_000


class Outline(NamedTuple):
    """What can be shown of a checklist before it is validated.

    Attributes:
        title: of the task; empty where there is none.
        points: id and title of each checkpoint, in order; empty where they are missing.
    """

    title: str
    points: tuple[tuple[str, str], ...]


def working_outline(workspace: Path, task: str) -> Outline | None:
    """The titles of a task's working copy; None where the store would have to say why not."""
    if not is_task_id(task):
        return None
    try:
        with opened(workspace / CHECKLISTS_NAME / task / "checklist.toml") as file:
            return outline(file.read(_SIZE_LIMIT + 1).decode())
    except (OSError, ValueError):
        return None


def outline(text: str) -> Outline:
    """The titles of a text; of one that is no TOML those of the lines that can be read alone."""
    if len(text) > _SIZE_LIMIT or any(line.count(".") > _DOTS_LIMIT for line in text.split("\n")):
        return Outline("", ())
    try:
        table: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError):
        return _line_by_line(text)
    return Outline(_word(table, "title"), tuple(_points(table.get("checkpoint"))))


def _points(found: object) -> Iterator[tuple[str, str]]:
    members: list[object] = [*found] if isinstance(found, list) else []
    for point in members:
        if isinstance(point, dict):
            yield _word(point, "id"), _word(point, "title")  # pyright: ignore[reportUnknownArgumentType] (any table)


def _word(table: dict[str, object], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""


def _line_by_line(text: str) -> Outline:
    top: dict[str, object] = {}
    points: list[dict[str, object]] = []
    table = top
    for line in text.splitlines():
        name = line.strip()
        if name.startswith("[[checkpoint]]"):
            points.append(table := dict[str, object]())
        elif name.startswith("["):
            table = {}
        elif name.startswith(("id", "title")):
            table |= _pair(name)
    return Outline(_word(top, "title"), tuple(_points(points)))


def _pair(line: str) -> dict[str, object]:
    try:
        return tomllib.loads(line)
    except ValueError:
        return {}
