"""What a command may do to files: the paths it writes, or that nobody can tell."""

from typing import Final, NamedTuple

from ckpt_tui.core.shell_words import Word
from ckpt_tui.core.trace import Change


class Write(NamedTuple):
    """One file that a command changes.

    Attributes:
        path: as written; it may only be used when `is_literal`.
        change: None where the words do not say whether the file was there before.
        removed: lines taken away; None where the words do not say.
        added: lines put in; None where the words do not say.
        is_tree: a folder with everything below it, as far as there is one.
        doubt: why it may not have happened; empty where the words leave no doubt.
    """

    path: Word
    change: Change | None = None
    removed: tuple[str, ...] | None = None
    added: tuple[str, ...] | None = None
    is_tree: bool = False
    doubt: str = ""


class Effect(NamedTuple):
    """Everything that a command does to files.

    Attributes:
        is_opaque: it may have changed files that its words do not name.
    """

    writes: tuple[Write, ...] = ()
    is_opaque: bool = False


NOTHING: Final = Effect()
OPAQUE: Final = Effect(is_opaque=True)


def operands(words: tuple[Word, ...], values: frozenset[str] = frozenset()) -> tuple[Word, ...]:
    """The words that are neither options nor the values of those options that take one."""
    found: list[Word] = []
    at = 0
    while at < len(words):
        text = words[at].text
        if text == "--":
            return (*found, *words[at + 1 :])
        if text in values:
            at += 2
            continue
        if not text.startswith("-") or text == "-":
            found.append(words[at])
        at += 1
    return tuple(found)


def has_flag(words: tuple[Word, ...], letters: str, *long: str) -> bool:
    """Whether a short option holds one of the letters, or one of the long options is given."""
    return any(
        word.text.partition("=")[0] in long
        or (
            word.text.startswith("-")
            and not word.text.startswith("--")
            and not set(letters).isdisjoint(word.text)
        )
        for word in words
    )


def moved(sources: tuple[Word, ...], target: Word) -> tuple[Word, ...]:
    """Where files end up that are copied or moved to a target."""
    if len(sources) > 1 or target.text.endswith("/") or target.text in {".", ".."}:
        folder = target.text.rstrip("/") or "/"
        return tuple(
            Word(
                f"{folder}/{source.text.rstrip('/').rpartition('/')[2]}",
                source.is_literal and target.is_literal,
            )
            for source in sources
        )
    return (target,)
