"""How many of each thing the answers of tools hold, by the stem of its name."""

import json
from collections.abc import Iterator

from ckpt_tui.core.claims.calls import is_silent, name_words
from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.text import decode
from ckpt_tui.core.trace import Field, Json, ToolClass
from ckpt_tui.core.view import TraceView

Tallies = dict[str, dict[int, int]]
_LARGEST = 200_000


def tallies(view: TraceView) -> Tallies:
    """For each stem the numbers that were shown of it, with the first step that shows each.

    A list counts its elements for its name; a number stands for itself; the calls of a tool
    count for the words of its name. Answers that are no JSON say nothing.
    """
    return view.kept(tallies, lambda: _tallies(view))


def _tallies(view: TraceView) -> Tallies:
    found: Tallies = {}
    calls = view.calls
    made: dict[str, int] = {}
    for row, name in enumerate(calls.names):
        if calls.classes[row] is ToolClass.SHELL or is_silent(view, row):
            continue
        words = name_words(name)
        made[name] = made.get(name, 0) + 1
        for word in words:
            _note(found, word, made[name], calls.steps[row])
        for field in (Field.RESULT, Field.ARGUMENTS):
            for key, number in _counted(parsed(view, field, row), words[-1]):
                _note(found, key, number, calls.steps[row])
    return found


def _note(found: Tallies, word: str, number: int, step: int) -> None:
    found.setdefault(stem(word), {}).setdefault(number, step)


def parsed(view: TraceView, field: Field, row: int) -> Json:
    """The JSON of a call's arguments or answer; None where it is none, or too large."""
    raw = view.column(field).raw(row)
    if not raw[:1] or raw[:1] not in b"[{" or len(raw) > _LARGEST:
        return None
    try:
        parsed: Json = json.loads(decode(raw))
    except (ValueError, RecursionError):
        return None
    return parsed


def _counted(value: Json, name: str) -> Iterator[tuple[str, int]]:
    """Words of names with the numbers they go with; deep ones are left out."""
    waiting: list[tuple[str, Json, int]] = [(name, value, 0)]
    while waiting:
        key, value, depth = waiting.pop()
        number = len(value) if isinstance(value, list | dict) else value
        if isinstance(number, int) and not isinstance(number, bool):
            for word in name_words(key):
                yield word, number
        if depth > 6:  # noqa: PLR2004 (answers of tools are shallow)
            continue
        if isinstance(value, dict):
            waiting.extend((str(name), each, depth + 1) for name, each in value.items())
        elif isinstance(value, list):
            waiting.extend((key, each, depth + 1) for each in value if not isinstance(each, int))
