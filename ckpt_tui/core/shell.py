"""What a shell line runs: the simple commands of POSIX sh and bash, read without running any."""

from functools import lru_cache
from typing import Final

from ckpt_tui.core.shell_folders import MOVERS
from ckpt_tui.core.shell_lexer import KEYWORDS, Draft, Lexer
from ckpt_tui.core.shell_quotes import UnreadableError
from ckpt_tui.core.shell_words import Command, Word
from ckpt_tui.core.shell_wrappers import peeled

_KEPT_LENGTH: Final = 4096
_SCRIPTS: Final = 8
_SPECIAL: Final = frozenset("\r\n;&|<>()'\"\\$`*?[]{}~#!=")
_SHELLS: Final = frozenset({"bash", "sh", "dash", "zsh", "ksh", "ash"})
_NOT_SIMPLE: Final = KEYWORDS | _SHELLS | MOVERS | {"eval"}


def commands(line: str) -> tuple[Command, ...]:
    """The commands of a line in the order they stand; never raises, linear in the line.

    `bash -c '…'` gives the commands of its script. A line that is not shell, or nests beyond
    reason, is one command that `is_opaque`.
    """
    return _line(line)[0]


def folder_behind(line: str) -> str | None:
    """Where the shell stands behind a line, seen from where it began; None if unknown."""
    return _line(line)[1]


def _line(line: str) -> tuple[tuple[Command, ...], str | None]:
    return _kept(line) if len(line) <= _KEPT_LENGTH else _read(line)


@lru_cache(maxsize=8192)
def _kept(line: str) -> tuple[tuple[Command, ...], str | None]:
    return _read(line)


def _read(line: str) -> tuple[tuple[Command, ...], str | None]:
    if _SPECIAL.isdisjoint(line):
        words = tuple(Word(text) for text in line.split()) if len(line) <= _KEPT_LENGTH else ()
        if words and words[0].text not in _NOT_SIMPLE:
            return (Command(peeled(words), words),), ""
    try:
        found, folder = _lexed(line, "", 0)
    except UnreadableError:
        return (_opaque(line),), None
    return tuple(found), folder


def _lexed(line: str, folder: str | None, depth: int) -> tuple[list[Command], str | None]:
    lexer = Lexer(line, folder, depth=depth)
    lexer.run()
    found: list[Command] = []
    for draft in lexer.drafts:
        command = _command(draft, lexer.functions)
        script = _script(command)
        if script is None:
            found.append(command)
        else:
            found += _scripted(command, script, depth)
    return found, lexer.standing.folder


def _command(draft: Draft, functions: set[str]) -> Command:
    words = tuple(draft.words)
    return Command(
        argv=peeled(words),
        words=words,
        operator=draft.operator,
        redirects=tuple(draft.redirects),
        assignments=tuple(draft.assignments),
        folder=draft.folder,
        is_captured=draft.is_captured,
        is_conditional=draft.is_conditional,
        is_looped=draft.is_looped,
        is_grouped=draft.is_grouped,
        is_opaque=draft.is_opaque or bool(words and words[0].text in functions),
    )


def _script(command: Command) -> Word | None:
    """The script that `eval`, or `bash -c`, is given."""
    if command.program == "eval" and len(command.argv) > 1:
        words = command.argv[1:]
        return Word(" ".join(word.text for word in words), all(word.is_literal for word in words))
    if command.program not in _SHELLS:
        return None
    for place, word in enumerate(command.argv[1:-1], 2):
        if not word.text.startswith("-"):
            return None
        if word.text.endswith("c") and not word.text.startswith("--"):
            return command.argv[place]
    return None


def _scripted(command: Command, script: Word, depth: int) -> list[Command]:
    """The commands of a script, in the place of the shell that runs it."""
    if not script.is_literal or depth >= _SCRIPTS:
        return [command._replace(is_opaque=True)]
    inside = [
        found._replace(
            is_captured=found.is_captured or command.is_captured,
            is_conditional=found.is_conditional or command.is_conditional,
            is_looped=found.is_looped or command.is_looped,
            is_grouped=True,
        )
        for found in _lexed(script.text, command.folder, depth + 1)[0]
    ]
    if inside:
        inside[0] = inside[0]._replace(operator=command.operator)
    if command.redirects:
        inside.append(command._replace(argv=(), words=(), operator=")"))
    return inside


def _opaque(line: str) -> Command:
    word = Word(line, is_literal=False)
    return Command(argv=(word,), words=(word,), folder=None, is_opaque=True)
