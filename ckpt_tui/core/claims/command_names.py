"""The commands that a sentence names: code that looks like one, or a program everybody knows."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.prose import Sentence, Word
from ckpt_tui.core.claims.vocabulary import vocabulary

PROGRAMS: Final = vocabulary(
    """
    pytest npm yarn pnpm make cargo tox nox mypy ruff eslint tsc docker git flake8 black mvn gradle
    pip curl pylint terraform kubectl ansible cmake ninja bazel jest vitest npx pyright
    basedpyright isort prettier shellcheck hadolint golangci-lint ctest bandit rubocop stylelint
    semgrep yapf phpunit pre-commit
    """
)
INTERPRETERS: Final = vocabulary(
    "python python3 node ruby perl bash sh java go php deno bun uv poetry hatch rake rspec dotnet"
)
# Programs of the shell itself whose names are words as well: with something behind they are sure.
_TOOLS: Final = vocabulary(
    """
    rm cp mv cat ls cd mkdir touch chmod chown grep sed awk find tar ln wget rsync ssh scp psql
    mysql sqlite3 redis-cli systemctl journalctl apt apt-get brew conda pipx pyright basedpyright
    isort prettier rustc gcc clang ctest shellcheck hadolint golangci-lint swift xcodebuild
    """
)
_OPERATORS: Final = vocabulary("is not in and or == != = + < > <= >= -> => : as if else")
# `make sure`, `to make`: the verb.
_NOT_MADE: Final = vocabulary("sure it this that the a an them use sense no any all")


class Mention(Struct, frozen=True, kw_only=True):
    """A command that a sentence names.

    Attributes:
        words: without its flags.
        is_code: between backticks.
        is_sure: it can be nothing but a command.
    """

    start: int
    end: int
    text: str
    words: tuple[str, ...]
    is_code: bool
    is_sure: bool


def mentions(sentence: Sentence) -> tuple[Mention, ...]:
    """The commands of a sentence in order."""
    found = [*_in_code(sentence), *_in_plain(sentence.words)]
    return tuple(sorted(found, key=lambda it: it.start))


def looks_like_command(text: str) -> bool:
    """Whether code may be a command at all."""
    first = text.lstrip()[:2]
    if any(mark in text for mark in "(){}<>\u2026") or " ..." in text or not first.strip():
        return False
    program, *others = text.split()
    if program.isupper() or not _OPERATORS.isdisjoint(others):
        return False
    is_name = all(c.isalnum() or c in "/~._+-" for c in program.partition("=")[0])
    return is_name and (first[0].isalnum() or first[0] in "/~" or first == "./")


def is_surely_command(text: str) -> bool:
    """Whether code says by itself that it is a command: by its program or by a flag."""
    program, *others = text.split()
    is_known = program in PROGRAMS | INTERPRETERS or program.startswith("./")
    is_tool = program in _TOOLS and bool(others)
    is_flagged = any(word.startswith("-") and word.strip("-") for word in others)
    return is_known or is_tool or is_flagged


def is_program(word: Word) -> bool:
    """Whether a word of prose is a program that everybody knows."""
    return word.lower in PROGRAMS or word.text.startswith("./")


def _in_code(sentence: Sentence) -> Iterator[Mention]:
    for span in sentence.spans:
        if span.is_code and looks_like_command(span.text):
            yield Mention(
                start=span.start,
                end=span.end,
                text=span.text,
                words=tuple(it for it in span.text.split() if not it.startswith("-")),
                is_code=True,
                is_sure=is_surely_command(span.text),
            )


def _in_plain(words: tuple[Word, ...]) -> Iterator[Mention]:
    for place, word in enumerate(words):
        before = words[place - 1].lower if place else ""
        behind = words[place + 1].lower if place + 1 < len(words) else ""
        is_verb = word.lower == "make" and (before == "to" or behind in _NOT_MADE)
        if word.is_plain and is_program(word) and not is_verb:
            yield Mention(
                start=word.start,
                end=word.end,
                text=word.text,
                words=(word.text, *_arguments(words[place : place + 4])),
                is_code=False,
                is_sure=True,
            )


def _arguments(words: tuple[Word, ...]) -> Iterator[str]:
    """What may be the arguments of a program that prose names: `make lint`."""
    for before, word in pairwise(words):
        if before.mark or not word.is_plain:
            return
        yield word.text
