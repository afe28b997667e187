"""Whether the words of a command are those that somebody looks for."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from ckpt_tui.core.match import Equals, In, Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.runners import is_python, launched, python_target
from ckpt_tui.core.shell import commands
from ckpt_tui.core.shell_words import Command, Word

_QUOTING: Final = str.maketrans("", "", "'\"\\")
_BREAKING: Final = str.maketrans("&|(\n", ";;;;")
_EXPANDING: Final = frozenset("$`~{")
_GLOBBING: Final = "*?["
_DEPTH: Final = 4
# What runs the words behind these of its own, sooner or later.
_EXECS: Final = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
_HANDING: Final = frozenset(
    {
        "chroot", "docker", "docker-compose", "entr", "flock", "gdb", "kubectl", "parallel",
        "podman", "runuser", "screen", "script", "ssh", "strace", "su", "systemd-run", "tmux",
        "valgrind", "watch",
    }
)  # fmt: skip


def fits(command: Command, argv: Sequence[Match]) -> bool | None:
    """Whether a command is run with these words; None where its line does not tell.

    The first is the program, by its name or its path; the others are among its arguments, in
    this order. `uv run` and its like, and `python -m`, are seen through.
    """
    return _fitting(command, argv, 0)


def _fitting(command: Command, argv: Sequence[Match], depth: int) -> bool | None:
    if command.is_opaque and not all(word.is_literal for word in command.argv[:1]):
        return None if _hides(command.text, argv) else False
    answers = [_fits(words, argv) for words in _readings(command.argv)]
    if True in answers and not command.is_opaque:
        return True
    if depth < _DEPTH:
        inner = [*_script(command), *_handed_on(command)]
        answers += [_fitting(found, argv, depth + 1) for found in inner]
    return False if all(answer is False for answer in answers) else None


def _readings(words: tuple[Word, ...]) -> Iterator[tuple[Word, ...]]:
    """The words of a command, and of what it launches."""
    while words:
        yield words
        behind = launched(words)
        if behind == words and is_python(_name(words[0])):
            target = python_target(words)
            behind = target[1:] if target[:1] == (Word("-m"),) else words
        if behind == words:
            return
        words = behind


def _fits(words: tuple[Word, ...], argv: Sequence[Match]) -> bool | None:
    program = _is_program(words, argv[0])
    if program is False:
        return False
    if program is True and _follow(words[1:], argv[1:], is_certain=True):
        return True
    # A variable in the program's place may stand for some of its arguments as well.
    behind = words if program is None else words[1:]
    return None if _follow(behind, argv[1:], is_certain=False) else False


def _is_program(words: tuple[Word, ...], wanted: Match) -> bool | None:
    word = words[0]
    if word.is_literal:
        name = Command(argv=words, words=words).program
        return _says(wanted, word.text) or (bool(name) and _says(wanted, name))
    # A variable may be a whole name; one that is put together of pieces is not looked for.
    name = _name(word)
    spelled = "".join(takewhile(_EXPANDING.isdisjoint, name))
    if spelled and isinstance(wanted, Equals | In):
        return None if _says(wanted, spelled) else False
    return None


def _name(word: Word) -> str:
    """The last part of a program's path, as it is written."""
    return word.text.translate(_QUOTING).rpartition("/")[2]


def _follow(words: Sequence[Word], wanted: Sequence[Match], *, is_certain: bool) -> bool:
    """Whether all that is wanted is found in its order; what is not literal may be any of it."""
    at = 0
    for word in words:
        if at < len(wanted) and word.is_literal:
            at += _says(wanted[at], word.text)
        while (
            at < len(wanted) and not (word.is_literal or is_certain) and _may_be(word, wanted[at])
        ):
            at += 1
    return at == len(wanted)


def _says(wanted: Match, text: str) -> bool:
    if isinstance(wanted, Equals) and not isinstance(wanted.value, str):
        # A word of a shell is text, also where it is a number.
        return str(wanted.value) == text
    return holds(wanted, text)


def _may_be(word: Word, wanted: Match) -> bool:
    """Whether a word that the shell replaces may become what is wanted."""
    if not (_EXPANDING.isdisjoint(word.text) and isinstance(wanted, Equals)):
        return True
    text, whole = word.text.translate(_QUOTING), str(wanted.value)
    places = [place for place, mark in enumerate(text) if mark in _GLOBBING] or [0]
    return whole.startswith(text[: places[0]]) and whole.endswith(_behind(text, places[-1]))


def _behind(text: str, place: int) -> str:
    """What stands behind the last mark of a file pattern, a set of characters taken whole."""
    return text[place + 1 :].rpartition("]")[2]


def _hides(text: str, argv: Sequence[Match]) -> bool:
    """Whether a text that is no shell may run it: it names every word, or something runs there."""
    bare = text.translate(_QUOTING)
    if any(piece.lstrip().startswith(("$", "`")) for piece in bare.translate(_BREAKING).split(";")):
        return True
    return all(any(_stands_in(name, bare) for name in _names(word)) for word in argv)


def _stands_in(name: str, text: str) -> bool:
    """Whether a name stands in a text, neither its front nor its end inside a longer word."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        if not (
            _joins(text[start - 1 : start], name[:1]) or _joins(text[end : end + 1], name[-1:])
        ):
            return True
        start = text.find(name, start + 1)
    return False


def _joins(mark: str, edge: str) -> bool:
    return all(char.isalnum() or char == "_" for char in (mark, edge)) and mark.isascii()


def _names(wanted: Match) -> Iterator[str]:
    """Texts of which one must stand where it is met; the empty one where none must."""
    match wanted:
        case Equals():
            yield str(wanted.value)
        case In():
            yield from map(str, wanted.values)
        case _:
            yield ""


def _script(command: Command) -> tuple[Command, ...]:
    """The commands of a script that the shell puts together first, as far as it is written."""
    if not command.is_opaque or len(command.argv) == 1:
        return ()
    words = [word.text for word in command.argv[1:] if not word.text.startswith("-")]
    return commands(" ".join(words).strip("'\""))


def _handed_on(command: Command) -> Iterator[Command]:
    """Every command that this one may run from its own words, if its name is spelled out."""
    words = command.argv
    if command.program == "find":
        starts = [place + 1 for place, word in enumerate(words) if word.text in _EXECS]
    else:
        starts = list(range(1, len(words))) if command.program in _HANDING else []
    for start in starts:
        if " " in words[start].text:
            yield from commands(words[start].text)
        elif words[start].is_literal:
            yield Command(argv=words[start:], words=words[start:])
