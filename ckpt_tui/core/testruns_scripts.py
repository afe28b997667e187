"""What `npm test` and its like really ran, where the package manager says it first."""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

from msgspec import Struct

from ckpt_tui.core.shell import commands
from ckpt_tui.core.shell_words import Command
from ckpt_tui.core.testruns_display import may_lose_start
from ckpt_tui.core.testruns_summary import plain_lines

_MANAGERS: Final = frozenset({"npm", "pnpm", "yarn", "bun"})
_RUNS: Final = frozenset({"run", "run-script", "rum", "urn"})
_SHORT: Final = {"t": "test", "tst": "test"}
_SILENT: Final = frozenset({"cd", "export", "set", "true", ":"})
_LEVELS: Final = 3
_HEAD: Final = 8


class _Announced(Struct, frozen=True):
    """A package manager's first words: the command line it runs, and what came behind them."""

    line: str
    rest: str


def resolved(found: tuple[Command, ...], output: str) -> tuple[Command, ...]:
    """The commands of a line, a package manager's script in the place of the call that ran it.

    The script is what the manager announced as the first thing in the output; where that may be
    another's words, or more was announced behind it, the commands stay as they are.
    """
    for _ in range(_LEVELS):
        at = next((place for place, each in enumerate(found) if _script(each)), None)
        if at is None or not _is_first(found, at, output):
            return found
        announced = _announced(_script(found[at]), output)
        if announced is None:
            return found
        inside = commands(announced.line)
        if not inside:
            return found
        found = (*found[:at], *_placed(inside, found[at]), *found[at + 1 :])
        output = announced.rest
    return found


def _script(command: Command) -> str:
    """The name of the script that a command runs; empty where it runs none."""
    words = [word.text for word in command.argv[1:]]
    if command.program not in _MANAGERS or not words or command.is_opaque:
        return ""
    if words[0] in _RUNS:
        words = [word for word in words[1:] if not word.startswith("-")]
        return words[0] if words else ""
    is_script = words[0] == "test" or command.program == "yarn"
    return _SHORT.get(words[0], words[0] if is_script and not words[0].startswith("-") else "")


def _is_first(found: tuple[Command, ...], at: int, output: str) -> bool:
    """Whether the output begins with what the command at a place printed."""
    before = all(not each.argv or each.program in _SILENT for each in found[:at])
    return before and not found[at].is_captured and not may_lose_start(found, at, output)


def _announced(script: str, output: str) -> _Announced | None:
    """What `> name@1.0.0 test` and `> jest` say, or yarn's `$ jest`; None for anything else."""
    for (_, label), (start, line) in pairwise(_first_lines(output)):
        rest = output[start:].partition("\n")[2]
        is_label = _is_label(label) and label.split()[2:3] == [script] and line.startswith("> ")
        is_yarn = label.startswith("yarn run v") and line.startswith("$ ")
        is_alone = not _announces_more(rest, is_yarn=is_yarn)
        return _Announced(line[2:], rest) if (is_label or is_yarn) and is_alone else None
    return None


def _is_label(line: str) -> bool:
    return line.startswith("> ") and "@" in line.partition(" ")[2].partition(" ")[0]


def _announces_more(rest: str, *, is_yarn: bool) -> bool:
    """Whether another script ran behind one; one that a script itself runs is announced first."""
    lines = (line for _, line in plain_lines(rest) if line)
    first = next(lines, "")
    if is_yarn:
        return any(line.startswith("$ ") for line in (first, *lines))
    following = islice(lines, 1, None) if _is_label(first) else lines
    return any(map(_is_label, following))


def _first_lines(output: str) -> Iterator[tuple[int, str]]:
    """The first lines that are not empty."""
    return islice(((start, line) for start, line in plain_lines(output) if line), _HEAD)


def _placed(inside: tuple[Command, ...], outer: Command) -> tuple[Command, ...]:
    """The commands of a script as parts of the line that ran it."""
    return tuple(
        each._replace(
            operator=each.operator if place else outer.operator,
            redirects=(*each.redirects, *outer.redirects),
            is_conditional=each.is_conditional or outer.is_conditional,
            is_looped=each.is_looped or outer.is_looped,
        )
        for place, each in enumerate(inside)
    )
