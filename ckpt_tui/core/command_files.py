"""Which files the words of a command name: what is trusted and laid out with it."""

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Final

WORK: Final = "/work"
"""Where a command finds the copy of the final files, and begins."""

TASK: Final = "/task"
"""Where it finds what its words name of the task's own folder."""

_BREAKS: Final = str.maketrans(dict.fromkeys("'\"\\=:;|&<>(){}[]`,$!\n\t", " "))


def task_entries(argv: tuple[str, ...]) -> tuple[str, ...]:
    """The names right below the task's folder that a command names, sorted.

    `/task/checks/run.sh` names `checks`: a script finds there what lies beside it.
    """
    names = {name for token in _tokens(argv) for name in _entry(token)}
    return tuple(sorted(names))


def named_files(argv: tuple[str, ...], paths: Collection[str]) -> tuple[str, ...]:
    """Those of the final files that a command names, also as a module behind `-m`, sorted."""
    known = frozenset(paths)
    found = {path for token in _tokens(argv) for path in _spellings(token) if path in known}
    return tuple(sorted(found))


def _tokens(argv: tuple[str, ...]) -> Iterator[str]:
    """Whatever may be a path: whole words, and the pieces of a script that is one word."""
    for word in argv:
        yield word
        # A word that is a path may hold blanks; in any other they part what it names.
        if not word.startswith("/"):
            yield from word.translate(_BREAKS).split()


def _entry(token: str) -> Iterator[str]:
    parts = [part for part in token.split("/") if part not in ("", ".")]
    if token.startswith("/") and len(parts) > 1 and f"/{parts[0]}" == TASK and parts[1] != "..":
        yield parts[1]


def _spellings(token: str) -> Iterator[str]:
    path = token.removeprefix(f"{WORK}/").removeprefix("./")
    yield path
    module = path.replace(".", "/")
    yield from (f"{module}.py", f"{module}/__main__.py", f"{module}/__init__.py")


def moved(word: str, folders: Mapping[str, str]) -> str:
    """A word with the folders that it names replaced, wherever a path begins in it."""
    for old, new in folders.items():
        parts = word.split(old)
        told = parts[0]
        for before, part in pairwise(parts):
            is_begin = not before or before[-1].translate(_BREAKS).isspace()
            is_whole = not part or part[0] == "/" or part[0].translate(_BREAKS).isspace()
            told += (new if is_begin and is_whole else old) + part
        word = told
    return word
