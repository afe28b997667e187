"""Whether the words of a command are those that somebody looks for."""

from collections.abc import Iterator, Sequence
from typing import Final

from ckpt_tui.core.match import Equals, In, Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.runners import is_python, launched, python_target
from ckpt_tui.core.shell import commands
from ckpt_tui.core.shell_words import Command, Word

_QUOTING: Final = str.maketrans("", "", "'\"\\")
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
    answers = [_fits(words, argv) for words in _readings(command.argv)]
    if True in answers:
        return None if command.is_opaque else True
    if None in answers or (command.is_opaque and _hides(command, argv)):
        return None
    handed = (_fits(words, argv) for words in _handed_on(command, 0))
    return False if all(answer is False for answer in handed) else None


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
    return None if _follow(words[1:], argv[1:], is_certain=False) else False


def _is_program(words: tuple[Word, ...], wanted: Match) -> bool | None:
    word = words[0]
    if word.is_literal:
        name = Command(argv=words, words=words).program
        return _says(wanted, word.text) or (bool(name) and _says(wanted, name))
    name = _name(word)
    if name and _EXPANDING.isdisjoint(name) and isinstance(wanted, Equals | In):
        return None if _says(wanted, name) else False
    return None


def _name(word: Word) -> str:
    """The last part of a program's path, where the shell leaves that as it is."""
    folder, _, name = word.text.translate(_QUOTING).rpartition("/")
    return name if word.is_literal or folder else ""


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


def _hides(command: Command, argv: Sequence[Match]) -> bool:
    """Whether a text that could not be read may run it: it holds every word that is spelled out."""
    text = command.text
    if not _EXPANDING.isdisjoint(text):
        return True
    bare = text.translate(_QUOTING)
    return all(str(word.value) in bare for word in argv if isinstance(word, Equals))


def _handed_on(command: Command, depth: int) -> Iterator[tuple[Word, ...]]:
    """The words of every command that this one may run from its own words."""
    words = command.argv
    if command.program == "find":
        starts = [place + 1 for place, word in enumerate(words) if word.text in _EXECS]
    else:
        starts = list(range(1, len(words))) if command.program in _HANDING else []
    for start in starts:
        yield from _readings(words[start:])
        if depth < _DEPTH and " " in words[start].text:
            for inner in commands(words[start].text):
                yield from _readings(inner.argv)
                yield from _handed_on(inner, depth + 1)
