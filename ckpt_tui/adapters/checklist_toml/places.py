"""Where every key, value and comment of a TOML text stands."""

from collections.abc import Iterator
from functools import lru_cache
from tomllib import TOMLDecodeError, loads
from typing import NamedTuple

from ckpt_tui.adapters.checklist_toml.scanner import (
    ARRAY,
    Statement,
    statements,
    string_end,
)
from ckpt_tui.core.field_path import FieldPath

SCALAR, LIST, TABLE = "scalar", "list", "table"


class Node(NamedTuple):
    """A value as written.

    Attributes:
        form: SCALAR, LIST or TABLE.
        items: elements of a list, pairs of an inline table.
    """

    form: str
    start: int
    end: int
    items: "tuple[Item, ...]" = ()


class Item(NamedTuple):
    """An element of a list (`key` is empty) or a pair of an inline table."""

    key: tuple[str, ...]
    start: int
    end: int
    value: Node


class Line(NamedTuple):
    """A statement with what it says.

    Attributes:
        kind: as in `Statement`.
        start: offset of its first line.
        end: offset behind its last line end.
        path: what it defines, from the root; positions count the elements of arrays of tables.
        table: how many parts of `path` belong to the header above; all of them for a header.
        key: offsets of the name as written.
        value: of a key.
        comments: the comments in it, without the line end.
    """

    kind: str
    start: int
    end: int
    path: FieldPath = ()
    table: int = 0
    key: tuple[int, int] = (0, 0)
    value: Node | None = None
    comments: tuple[str, ...] = ()


@lru_cache(maxsize=128)
def lines(text: str) -> tuple[Line, ...]:
    """Every statement of a valid text; raises Hostile where it is nested too deep."""
    return tuple(_Reader(text).lines())


@lru_cache(maxsize=16)
def offsets(text: str) -> dict[FieldPath, int]:
    """The offset of each key, table and element, by its path."""
    found: dict[FieldPath, int] = {}
    for line in lines(text):
        for size in range(1, len(line.path) + 1):
            found.setdefault(line.path[:size], line.key[0])
        if line.value is not None:
            _add_offsets(found, line.path, line.value)
    return found


def offset_of(text: str, path: FieldPath) -> int:
    """The offset of what a path names, or of the nearest table around it."""
    found = offsets(text)
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 0)


def _add_offsets(found: dict[FieldPath, int], path: FieldPath, node: Node) -> None:
    for place, item in enumerate(node.items):
        parts: FieldPath = item.key or (place,)
        for size in range(1, len(parts) + 1):
            found.setdefault(path + parts[:size], item.start)
        _add_offsets(found, path + parts, item.value)


class _Reader:
    """Reads one text; keeps the header above and how many elements each array has so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._header: FieldPath = ()
        self._sizes: dict[FieldPath, int] = {}
        self._comments: list[str] = []

    def lines(self) -> Iterator[Line]:
        for statement in statements(self._text):
            kind, start, end = statement
            match kind:
                case "key":
                    yield self._key(statement)
                case "header" | "array":
                    yield self._table(statement)
                case "comment":
                    comment = self._text[start:end].strip(" \t\r\n")
                    yield Line(kind, start, end, comments=(comment,))
                case _:
                    yield Line(kind, start, end)

    def _table(self, statement: Statement) -> Line:
        kind, start, end = statement
        first = _skip_blank(self._text, start)
        parts, last = key_parts(self._text, first + (2 if kind == ARRAY else 1))
        path: FieldPath = ()
        for part in parts:
            if path in self._sizes:
                path += (self._sizes[path] - 1,)
            path += (part,)
        if kind == ARRAY:
            self._sizes[path] = self._sizes.get(path, 0) + 1
            path += (self._sizes[path] - 1,)
        self._header = path
        comments = self._trailing(last, end)
        return Line(kind, start, end, path, len(path), (first, last), comments=comments)

    def _key(self, statement: Statement) -> Line:
        kind, start, end = statement
        first = _skip_blank(self._text, start)
        parts, last = key_parts(self._text, first)
        self._comments = []
        equals = _skip_blank(self._text, last)
        value = self._value(_skip_blank(self._text, equals + 1))
        comments = (*self._comments, *self._trailing(value.end, end))
        key_end = last
        path = self._header + parts
        return Line(kind, start, end, path, len(self._header), (first, key_end), value, comments)

    def _trailing(self, start: int, end: int) -> tuple[str, ...]:
        sign = self._text.find("#", start, end)
        return () if sign < 0 else (self._text[sign:end].rstrip(" \t\r\n"),)

    def _value(self, position: int) -> Node:
        match self._text[position : position + 1]:
            case "[":
                return self._list(position)
            case "{":
                return self._inline(position)
            case '"' | "'":
                return Node(SCALAR, position, string_end(self._text, position))
            case _:
                return Node(SCALAR, position, _scalar_end(self._text, position))

    def _list(self, start: int) -> Node:
        items: list[Item] = []
        position = self._skip_trivia(start + 1)
        while position < len(self._text) and self._text[position] != "]":
            value = self._value(position)
            items.append(Item((), value.start, value.end, value))
            position = self._skip_comma(value.end)
        return Node(LIST, start, min(position + 1, len(self._text)), tuple(items))

    def _inline(self, start: int) -> Node:
        items: list[Item] = []
        position = self._skip_trivia(start + 1)
        while position < len(self._text) and self._text[position] != "}":
            parts, last = key_parts(self._text, position)
            value = self._value(_skip_blank(self._text, _skip_blank(self._text, last) + 1))
            items.append(Item(parts, position, value.end, value))
            position = self._skip_comma(value.end)
        return Node(TABLE, start, min(position + 1, len(self._text)), tuple(items))

    def _skip_comma(self, position: int) -> int:
        after = self._skip_trivia(position)
        if self._text.startswith(",", after):
            return self._skip_trivia(after + 1)
        # An invalid text has something else here; going on past it ends the loop in any case.
        return after if self._text[after : after + 1] in {"]", "}"} else after + 1

    def _skip_trivia(self, position: int) -> int:
        text = self._text
        while position < len(text):
            if text[position] == "#":
                end = text.find("\n", position)
                end = len(text) if end < 0 else end
                self._comments.append(text[position:end].rstrip(" \t\r"))
                position = end
            elif text[position] in " \t\r\n":
                position += 1
            else:
                break
        return position


def key_parts(text: str, position: int) -> tuple[tuple[str, ...], int]:
    """The parts of a dotted key that begins at or behind `position`, and the offset behind it."""
    parts: list[str] = []
    while True:
        start = _skip_blank(text, position)
        if text[start : start + 1] in {'"', "'"}:
            end = string_end(text, start)
            parts.append(_unquoted(text[start:end]))
        else:
            end = _bare_end(text, start)
            parts.append(text[start:end])
        position = _skip_blank(text, end)
        if not text.startswith(".", position):
            return tuple(parts), end
        position += 1


def _unquoted(quoted: str) -> str:
    if quoted[0] == '"' and "\\" in quoted:
        try:
            return str(loads(f"key = {quoted}")["key"])
        except TOMLDecodeError:
            # It stands as written: whoever reads the whole text says what is wrong with it.
            return quoted
    return quoted[1:-1]


def _bare_end(text: str, position: int) -> int:
    while position < len(text) and (text[position].isalnum() or text[position] in "_-"):
        position += 1
    return position


def _scalar_end(text: str, position: int) -> int:
    end = position
    while end < len(text) and text[end] not in ",]}#\n":
        end += 1
    return position + len(text[position:end].rstrip(" \t\r"))


def _skip_blank(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t":
        position += 1
    return position
