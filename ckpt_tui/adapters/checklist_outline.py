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
    folder = workspace / CHECKLISTS_NAME / task
    try:
        text = _text(folder / "checklist.toml")
    except (OSError, ValueError):
        return None
    shared = (point for path in _includes(text) for point in _shared(workspace, folder / path))
    title, points = outline(text)
    return Outline(title, (*shared, *points))


def _includes(text: str) -> Iterator[str]:
    """The shared files that a text names, which it does before its first table."""
    head = text.partition("\n[")[0]
    is_worth_it = "include" in head and not _is_excessive(head)
    paths = _pair(head).get("include") if is_worth_it else None
    members: list[object] = [*paths] if isinstance(paths, list) else []
    yield from (path for path in members if isinstance(path, str))


def _shared(workspace: Path, path: Path) -> tuple[tuple[str, str], ...]:
    """What a shared file brings; nothing where the list itself will say what is wrong with it."""
    try:
        path = path.resolve()
        is_inside = path.is_relative_to(workspace.resolve())
        return outline(_text(path)).points if is_inside else ()
    except (OSError, ValueError, RuntimeError):
        return ()


def _text(path: Path) -> str:
    """The beginning of a file, as far as an outline is read; raises OSError or ValueError."""
    with opened(path) as file:
        return file.read(_SIZE_LIMIT + 1).decode()


def outline(text: str) -> Outline:
    """The titles of a text; of one that is no TOML those of the lines that can be read alone."""
    if _is_excessive(text):
        return Outline("", ())
    try:
        table: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError):
        return _line_by_line(text)
    return Outline(_word(table, "title"), tuple(_points(table.get("checkpoint"))))


def _is_excessive(text: str) -> bool:
    return len(text) > _SIZE_LIMIT or any(
        line.count(".") > _DOTS_LIMIT for line in text.split("\n")
    )


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


def _pair(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}
