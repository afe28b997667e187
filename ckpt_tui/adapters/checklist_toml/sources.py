"""The texts that a list is made of: its own, and before it the shared files that it includes."""

from collections.abc import Iterator, Mapping
from posixpath import normpath
from typing import NamedTuple

from ckpt_tui.adapters.checklist_toml.keys import SHARED, TableError
from ckpt_tui.adapters.checklist_toml.layout import Layout
from ckpt_tui.adapters.checklist_toml.lets import LET
from ckpt_tui.adapters.checklist_toml.loading import SIZE_LIMIT
from ckpt_tui.adapters.checklist_toml.plain import Table, is_list, is_table
from ckpt_tui.adapters.checklist_toml.problems import Problem
from ckpt_tui.adapters.checklist_toml.top import INCLUDED, format_problem
from ckpt_tui.core.checklist import Included
from ckpt_tui.core.digest import text_digest
from ckpt_tui.ports import SharedFile, SharedFiles

INCLUDE = "include"


class Source(NamedTuple):
    """One text.

    Attributes:
        path: as `include` names it; None for the list's own.
        origin: its name for messages.
        top: everything but its checkpoints.
    """

    path: str | None
    origin: str
    text: str
    pieces: Layout
    top: Table

    @property
    def lets(self) -> Mapping[str, object]:
        found = self.top.get(LET)
        return found if is_table(found) else {}

    @property
    def pin(self) -> Included:
        return Included(path=self.path or "", digest=text_digest(self.text))


def includes_of(top: Table) -> list[str]:
    """The paths of shared files, as far as they are right."""
    found = top.get(INCLUDE)
    return [path for path in found if isinstance(path, str)] if is_list(found) else []


def shared_files(
    own: Source, shared: SharedFiles | None
) -> tuple[list[tuple[str, SharedFile]], list[Problem]]:
    """The files that a text includes, by their paths, and what is wrong with how it names them."""
    held = _held(own)
    if shared is not None and INCLUDED in own.top:
        reason = f"belongs to sealed versions; take every [[{INCLUDED}]] table out of this file"
        return [], [Problem(reason, path=(INCLUDED,))]
    at_hand = held if shared is None else shared
    found: list[tuple[str, SharedFile]] = []
    problems: list[Problem] = []
    seen: set[str] = set()
    for place, path in enumerate(includes_of(own.top)):
        file = at_hand.get(path)
        reason = "is not held by this version" if file is None else file.problem
        if normpath(path) in seen:
            reason = "is named twice"
        seen.add(normpath(path))
        if reason is not None:
            problems.append(Problem(f"{path} {reason}", path=(INCLUDE, place)))
        elif file is not None:
            found.append((path, file))
    size = _size(own.text) + sum(_size(file.text) for _, file in found if shared is not None)
    if found and size > SIZE_LIMIT:
        reason = f"makes the list {size:,} bytes long; a checklist may have {SIZE_LIMIT:,}"
        return [], [Problem(reason, path=(INCLUDE,))]
    return found, problems


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def shared_problems(top: Table) -> Iterator[Problem]:
    """What is wrong with a shared file, but for its checkpoints and names."""
    problem = format_problem(top)
    if problem is not None:
        yield problem
        return
    if INCLUDE in top:
        reason = "a shared file includes no other: name both in the checklist's own include"
        yield Problem(reason, path=(INCLUDE,))
    try:
        SHARED.values({key: value for key, value in top.items() if key != INCLUDE})
    except TableError as error:
        yield from error.problems


def _held(own: Source) -> dict[str, SharedFile]:
    """What a sealed version holds of the files that it includes."""
    tables = own.top.get(INCLUDED)
    found: dict[str, SharedFile] = {}
    for table in tables if is_list(tables) else []:
        match table:
            case {"path": str(path), "digest": str(digest), "text": str(text)}:
                fits = text_digest(text) == digest
                problem = None if fits else "was changed after it was sealed"
                origin = f"{own.origin}, {path}"
                found[path] = SharedFile(origin=origin, text=text, problem=problem)
            case _:
                continue
    return found
