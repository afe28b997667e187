"""Plain chat messages, in OpenAI's or Anthropic's shape, in the containers they are kept in."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.chat_logs import is_log_line, talk_of_log
from ckpt_tui.adapters.readers.chat_talks import Talk, is_message, is_talk, talk_of
from ckpt_tui.adapters.readers.chat_trace import trace_of
from ckpt_tui.adapters.readers.documents import items_of, mappings, read_items, read_record
from ckpt_tui.adapters.readers.source import peek, read_bytes
from ckpt_tui.core.trace import Json, RunRef, Trace
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Peeked, SourceKind

_FORMAT: Final = "chat"
# these objects have messages too, and more that only their own reader would understand
_FOREIGN: Final = frozenset({"sessionId", "reward_info", "ticks", "simulations", "eval"})
_SEEN: Final = 40


class _Shape(Enum):
    """The container of the messages."""

    OBJECT = auto()
    MESSAGES = auto()
    TALKS = auto()
    MESSAGE_LINES = auto()
    TALK_LINES = auto()
    LOG_LINES = auto()


class ChatReader:
    """Reads conversations; a run's id is the 1-based number of its line, or of its element."""

    @property
    def format(self) -> str:
        return _FORMAT

    def scan(self, found: Peeked) -> Iterator[RunRef] | None:
        """The conversations there; None where there are none."""
        shape = _shape(found)
        if shape is None:
            return None
        runs = _numbers(found.path, shape) if _holds_many(shape) else [None]
        return iter([RunRef(path=str(found.path), run=run, format=_FORMAT) for run in runs])

    def load(self, path: Path, run: str | None) -> Trace:
        """Load one conversation; raises TraceError where it is not there."""
        shape = _shape(peek(path, is_deep=True))
        if shape is None:
            raise TraceError(f"{path}: no chat messages in it any more; scan it again")
        return trace_of(_talk(path, shape, run), _FORMAT)


def _shape(found: Peeked) -> _Shape | None:
    elements = found.elements[:_SEEN]
    match found.kind:
        case SourceKind.OBJECT:
            return _Shape.OBJECT if found.is_whole and _is_object(found) else None
        case SourceKind.ARRAY if elements and all(map(is_message, elements)):
            return _Shape.MESSAGES
        case SourceKind.ARRAY if elements and all(map(_is_own_talk, elements)):
            return _Shape.TALKS
        case SourceKind.LINES:
            return _lines_shape(elements)
        case _:
            return None


def _lines_shape(elements: Sequence[Json]) -> _Shape | None:
    if any(map(is_log_line, elements)):
        return _Shape.LOG_LINES
    if all(map(_is_own_talk, elements)):
        return _Shape.TALK_LINES
    return _Shape.MESSAGE_LINES if all(map(is_message, elements)) else None


def _is_object(found: Peeked) -> bool:
    if not _FOREIGN.isdisjoint(found.keys):
        return False
    return is_talk({**found.values, **found.lists})


def _is_own_talk(element: Json) -> bool:
    return isinstance(element, Mapping) and _FOREIGN.isdisjoint(element) and is_talk(element)


def _holds_many(shape: _Shape) -> bool:
    return shape in {_Shape.TALK_LINES, _Shape.TALKS}


def _numbers(path: Path, shape: _Shape) -> list[str]:
    """The ids of the conversations in a file of many."""
    raw = read_bytes(path)
    if shape is _Shape.TALKS:
        return [str(number) for number, _ in enumerate(items_of(raw.lstrip())[0], start=1)]
    return [str(n) for n, line in enumerate(raw.split(b"\n"), start=1) if line.strip()]


def _talk(path: Path, shape: _Shape, run: str | None) -> Talk:
    match shape:
        case _Shape.OBJECT:
            return _object_talk(path)
        case _Shape.MESSAGES:
            messages, is_cut = read_items(path)
            return Talk(messages=messages, is_cut=is_cut)
        case _Shape.TALKS:
            return _one(path, read_items(path)[0], run)
        case _Shape.TALK_LINES:
            return _one_line(path, run)
        case _Shape.MESSAGE_LINES:
            lines, damaged = _parsed_lines(path)
            return Talk(messages=lines, warnings=damaged, is_cut=bool(damaged))
        case _Shape.LOG_LINES:
            return _log_talk(path)


def _log_talk(path: Path) -> Talk:
    lines, damaged = _parsed_lines(path)
    talk = talk_of_log(lines)
    return replace(talk, is_cut=talk.is_cut or bool(damaged), warnings=(*talk.warnings, *damaged))


def _object_talk(path: Path) -> Talk:
    document, is_cut = read_record(path)
    whole: dict[str, Json] = {}
    for key in document.members:
        items, was_cut = document.items(key)
        # the text of a list that was cut off is no JSON, so it is read element by element
        whole[key] = items if items or was_cut else document.value(key)
        is_cut = is_cut or was_cut
    return replace(talk_of(whole), is_cut=is_cut)


def _one(path: Path, talks: Sequence[Json], run: str | None) -> Talk:
    number = int(run) if run is not None and run.isdecimal() else 1
    for found in mappings(talks[number - 1 : number]):
        return talk_of(found)
    raise TraceError(f"{path}: no conversation {run}; there are {len(talks)}")


def _one_line(path: Path, run: str | None) -> Talk:
    lines = read_bytes(path).split(b"\n")
    number = int(run) if run is not None and run.isdecimal() else 1
    line = lines[number - 1] if 0 < number <= len(lines) else b""
    try:
        found = json_tolerant.parse(line)
    except ValueError:
        raise TraceError(f"{path}: line {number} is not a whole JSON object") from None
    return _one(path, [found], None)


def _parsed_lines(path: Path) -> tuple[list[Json], tuple[str, ...]]:
    """The values of the lines; lines that hold none are counted."""
    found: list[Json] = []
    damaged = 0
    for line in read_bytes(path).split(b"\n"):
        if not line.strip():
            continue
        try:
            found.append(json_tolerant.parse(line))
        except ValueError:
            damaged += 1
    return found, (f"lines that are not JSON, left out: {damaged}",) if damaged else ()
