"""Named parts of a file: a symbol of a Python module, a heading, a section."""

import ast
import warnings
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.text import encode

_SECTIONED: Final = (".ini", ".cfg", ".toml", ".conf", ".properties")
_HEADED: Final = (".md", ".markdown")


class FilePartError(Exception):
    """A part of a file cannot be looked for; the text is a sentence without its full stop.

    Attributes:
        is_broken: the file is of a known kind and does not parse, so that it holds no such part.
    """

    def __init__(self, reason: str, *, is_broken: bool = False) -> None:
        self.is_broken = is_broken
        super().__init__(reason)


def place_in(path: str, text: str, name: str) -> tuple[int, int] | None:
    """[start, end) in code points of the first part of that name; None where there is none.

    Python: a function or class, `Class.method` dotted. Markdown: a heading with all below it.
    INI and TOML: a section. Raises FilePartError for other files and for a
    module that does not parse.
    """
    if path.endswith(".py"):
        return _symbol(text, name)
    if path.lower().endswith(_HEADED):
        return _heading(text, name)
    if path.lower().endswith(_SECTIONED):
        return _section(text, name)
    raise FilePartError("`within` knows Python, Markdown, INI and TOML files")


def _symbol(text: str, name: str) -> tuple[int, int] | None:
    found = next(_named(_module(text), name.split(".")), None)
    if found is None:
        return None
    starts = _line_starts(text)
    first = min((found.lineno, *(each.lineno for each in found.decorator_list)))
    last = found.end_lineno or found.lineno
    return starts[first - 1], starts[last] if last < len(starts) else len(text)


def _module(text: str) -> ast.Module:
    try:
        # A doubtful escape in a recorded file is nobody's business here.
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = f"it is not a Python module that can be read: {error}"
        raise FilePartError(reason, is_broken=True) from None


_Symbol = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _named(node: ast.AST, wanted: list[str]) -> Iterator[_Symbol]:
    """Symbols whose last names are these, outer ones first."""
    queue: list[tuple[ast.AST, tuple[str, ...]]] = [(node, ())]
    while queue:
        parent, names = queue.pop(0)
        for child in ast.iter_child_nodes(parent):
            inside = (*names, child.name) if isinstance(child, _Symbol) else names
            if isinstance(child, _Symbol) and list(inside[-len(wanted) :]) == wanted:
                yield child
            queue.append((child, inside))


def _line_starts(text: str) -> list[int]:
    """Where each line begins; a line ends as it does for the Python parser."""
    same_length = text.replace("\r\n", " \n").replace("\r", "\n")
    lengths = (len(line) + 1 for line in same_length.split("\n"))
    return list(accumulate(lengths, initial=0))


def _heading(text: str, name: str) -> tuple[int, int] | None:
    level, start, at, is_fenced = 0, 0, 0, False
    for line in text.splitlines(keepends=True):
        is_fenced ^= line.lstrip().startswith(("```", "~~~"))
        depth = 0 if is_fenced else _depth(line)
        if level and 0 < depth <= level:
            return start, at
        if not level and depth and line.strip().strip("#").strip() == name.strip("# "):
            level, start = depth, at
        at += len(line)
    return (start, at) if level else None


def _depth(line: str) -> int:
    """How deep a heading is, 1 to 6; 0 for any other line."""
    marks = len(line) - len(line.lstrip("#"))
    return marks if marks <= 6 and line[marks : marks + 1] in {" ", "\t"} else 0  # noqa: PLR2004


def _section(text: str, name: str) -> tuple[int, int] | None:
    start, at = None, 0
    for line in text.splitlines(keepends=True):
        if compiled(r"\A\s*\[[^\]]*\]").search(encode(line)) is not None:
            if start is not None:
                return start, at
            if line.partition("]")[0].strip().strip("[ ") == name.strip("[] "):
                start = at
        at += len(line)
    return None if start is None else (start, at)
