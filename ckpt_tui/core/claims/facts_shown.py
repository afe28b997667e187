"""Numbers that a run shows, each with the words that say what it is the number of."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.claims.calls import is_silent, name_words
from ckpt_tui.core.claims.evidence import Source, shown
from ckpt_tui.core.claims.lexicon import spelled_number, stem
from ckpt_tui.core.claims.tallies import parsed
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.figures import number_of
from ckpt_tui.core.text import decode
from ckpt_tui.core.trace import Field, Json, ToolClass
from ckpt_tui.core.view import TraceView

_NOTHING: Final[frozenset[str]] = frozenset()
_DEEPEST: Final = 6
_MOST: Final = 20_000
_WIDEST: Final = 120
_COMMAND: Final = 400
_WORDS: Final = 12
_BEHIND: Final = 4
_STOP: Final = vocabulary("the a an of in on at to and or with for from by is are was were total")
_CUTS: Final = str.maketrans(dict.fromkeys(",;()|[]", "\n"))


class Fact(Struct, frozen=True, kw_only=True):
    """One number.

    Attributes:
        label: stems of the words that stand with it.
        context: stems of the words of the command that printed it.
        names: ids and words of the thing that it belongs to, in lower case.
        is_printed: it stands in a line of text, not in an answer of JSON.
        is_length: it is how long a list is.
    """

    number: str
    label: frozenset[str]
    step: int = 0
    row: int = -1
    context: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    is_printed: bool = False
    is_length: bool = False


def facts(view: TraceView) -> tuple[Fact, ...]:
    """Every labelled number in the order of the run; made once a view."""
    return view.kept(facts, lambda: tuple(_facts(view)))


def _facts(view: TraceView) -> Iterator[Fact]:
    calls = view.calls
    for source in shown(view).sources:
        if source.field is Field.MESSAGE:
            yield from _said(view, source)
    for row, step in enumerate(calls.steps):
        if is_silent(view, row):
            continue
        context = _command(view, row)
        is_shell = calls.classes[row] is ToolClass.SHELL
        key = "" if is_shell else " ".join(name_words(calls.names[row]))
        answer = parsed(view, Field.RESULT, row)
        if answer is None:
            yield from _printed(view, row, context)
        fields = () if is_shell else (parsed(view, Field.ARGUMENTS, row),)
        for value in (answer, *fields):
            for found in _walked(value, key):
                yield replace(found, step=step, row=row, context=context)


def _command(view: TraceView, row: int) -> frozenset[str]:
    """The stems of the words of a command; none for another call."""
    text = decode(view.column(Field.ARGUMENTS).raw(row)[:_COMMAND])
    words = "".join(c if c.isalpha() else " " for c in text.lower()).split()
    return frozenset(stem(word) for word in words if word not in _STOP and word != "command")


class _Node(Struct, frozen=True):
    """A part of an answer, with its key, the key above and the names of what it belongs to."""

    value: Json
    key: str
    above: str = ""
    names: frozenset[str] = _NOTHING
    depth: int = 0


def _walked(value: Json, key: str) -> Iterator[Fact]:
    """The numbers of an answer and the lengths of its lists, each with its keys and names."""
    waiting = [_Node(value, key)]
    while waiting:
        node = waiting.pop()
        number = _number(node.value)
        if number is not None:
            label = frozenset(map(stem, name_words(f"{node.above} {node.key}")))
            is_length = isinstance(node.value, list | dict)
            yield Fact(number=number, label=label, names=node.names, is_length=is_length)
        if node.depth < _DEEPEST:
            waiting += _within(node)


def _number(value: Json) -> str | None:
    """A number, or how long a list is; of an object how many others it holds by name."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_of(f"{value}")
    if isinstance(value, dict):
        is_list = value and all(isinstance(each, dict) for each in value.values())
        return f"{len(value)}" if is_list else None
    return f"{len(value)}" if isinstance(value, list) else None


def _within(node: _Node) -> Iterator[_Node]:
    value = node.value
    if isinstance(value, list):
        for each in value:
            yield _Node(each, node.key, "", node.names, node.depth + 1)
    elif isinstance(value, dict):
        names = frozenset(_names(value)) or node.names
        is_flat = all(isinstance(each, int | float) for each in value.values())
        above = node.key if is_flat else ""
        for key, each in value.items():
            yield _Node(each, str(key), above, names, node.depth + 1)


def _names(thing: dict[str, Json]) -> Iterator[str]:
    for value in thing.values():
        if isinstance(value, str) and len(value) < _WIDEST:
            yield from value.lower().replace("_", " ").split()
            yield value.lower()


def _printed(view: TraceView, row: int, context: frozenset[str]) -> Iterator[Fact]:
    raw = view.column(Field.RESULT).raw(row)
    for line in raw[:_MOST].split(b"\n") if len(raw) <= _MOST else ():
        if len(line) > _WIDEST:
            continue
        for number, label in _of_line(decode(line)):
            yield Fact(
                number=number,
                label=label,
                step=view.calls.steps[row],
                row=row,
                context=context,
                is_printed=True,
            )


def _of_line(line: str) -> Iterator[tuple[str, frozenset[str]]]:
    head, colon, rest = line.partition(":")
    lead = frozenset[str]() if not colon or any(c.isdigit() for c in head) else _stems(head)
    for part in (rest if lead else line).translate(_CUTS).split("\n"):
        words = part.split()
        numbers = [n for n in (number_of(word.strip(".,:+-")) for word in words) if n is not None]
        label = lead | _stems(part)
        if len(numbers) == 1 and len(label) > 0 and len(words) <= _WORDS:
            yield numbers[0], label


def _stems(text: str) -> frozenset[str]:
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    return frozenset(stem(word) for word in words if word.isalpha() and word not in _STOP)


def _said(view: TraceView, source: Source) -> Iterator[Fact]:
    """Numbers of a message, each with the few words behind it."""
    text = decode(view.column(source.field).raw(source.row)[:_MOST]).lower()
    words = "".join(c if c.isalnum() or c in ".-_" else " " for c in text).split()
    numbers = [number_of(word.strip(".")) or _spelled(word) for word in words]
    for at, number in enumerate(numbers):
        if number is not None:
            behind = zip(words[at + 1 : at + 1 + _BEHIND], numbers[at + 1 :], strict=False)
            label = takewhile(lambda each: each[1] is None, behind)
            yield Fact(number=number, label=frozenset(stem(w) for w, _ in label), step=source.step)


def _spelled(word: str) -> str | None:
    number = 0 if word == "no" else spelled_number(word)
    return None if number is None else f"{number}"
