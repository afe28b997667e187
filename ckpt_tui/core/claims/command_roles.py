"""Programs that a sentence names by what they are for: `the linter`, `the type checker`."""

from collections.abc import Iterator, Sequence
from typing import Final

from ckpt_tui.core.claims.command_ends import Run, runs
from ckpt_tui.core.claims.scene import Scene
from ckpt_tui.core.claims.vocabulary import vocabulary

_LINTING: Final = ("ruff check", "flake8", "pylint", "eslint", "lint", "clippy", "shellcheck")
_TYPING: Final = ("mypy", "pyright", "tsc", "typecheck", "type-check")
_ROLES: Final[dict[str, tuple[str, ...]]] = {
    "linter": _LINTING, "lint": _LINTING, "linting": _LINTING, "typecheck": _TYPING,
    "typechecker": _TYPING, "type-checker": _TYPING, "type-check": _TYPING,
    "type checker": _TYPING, "type check": _TYPING, "type checking": _TYPING,
    "docs build": ("docs",), "documentation build": ("docs", "sphinx"),
    "doc build": ("docs", "sphinx"),
}  # fmt: skip
_LEADING: Final = vocabulary("the our your a project's and but while whereas")


def runs_of_role(scene: Scene, lowers: Sequence[str]) -> tuple[Run, ...]:
    """The runs of the one line that does what the first words of a clause name; else none."""
    for name in _names(lowers):
        found = [run for program in _ROLES.get(name, ()) for run in runs(scene, program.split())]
        if found and len({run.line for run in found}) == 1:
            return tuple(found)
    return ()


def _names(lowers: Sequence[str]) -> Iterator[str]:
    """The subject of a clause, by its first two words and by its first."""
    start = next((at for at, word in enumerate(lowers) if word not in _LEADING), len(lowers))
    words = lowers[start : start + 2]
    yield " ".join(words)
    yield from words[:1]
