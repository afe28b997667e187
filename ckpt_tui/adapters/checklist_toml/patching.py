"""Changes one table of a text key by key, leaving every other character as it is."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from operator import ne
from typing import NamedTuple

from ckpt_tui.adapters.checklist_toml.goals import common_ends, same
from ckpt_tui.adapters.checklist_toml.inlines import rewritten
from ckpt_tui.adapters.checklist_toml.layout import line_end
from ckpt_tui.adapters.checklist_toml.places import Line, lines
from ckpt_tui.adapters.checklist_toml.plain import Table, are_tables, is_list, is_table
from ckpt_tui.adapters.checklist_toml.render import section, statement
from ckpt_tui.adapters.checklist_toml.scanner import ARRAY, COMMENT, HEADER, KEY
from ckpt_tui.core.field_path import FieldPath
from ckpt_tui.core.toml_value import key as key_text


def patched(text: str, path: FieldPath, written: Table, goal: Table) -> str:
    """The text with the table at `path` changed from `written`, what it holds, to `goal`.

    Comments of keys that go stay where the keys were; comments inside a value that is replaced
    move above it. Every line of the text ends with a line end.
    """
    patcher = _Patcher(text)
    patcher.change_table(path, written, goal)
    return patcher.text()


class _Patch(NamedTuple):
    """Characters to replace; equal offsets insert."""

    start: int
    end: int
    text: str


class _Patcher:
    """Collects patches against one text; none of them overlap."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_end = line_end(text)
        self._lines = lines(text)
        self._tables = [line for line in self._lines if line.kind in {ARRAY, HEADER}]
        self._patches: list[_Patch] = []

    def text(self) -> str:
        pieces: list[str] = []
        position = 0
        for patch in sorted(self._patches, key=_order):
            pieces += (self._text[position : patch.start], patch.text)
            position = patch.end
        return "".join([*pieces, self._text[position:]])

    def change_table(self, path: FieldPath, written: Mapping[str, object], goal: Table) -> None:
        for key, value in written.items():
            if key not in goal:
                self._remove((*path, key))
            elif not same(value, goal[key]):
                self._change((*path, key), value, goal)
        self._add(path, [key for key in goal if key not in written], goal)

    def _change(self, path: FieldPath, written: object, goals: Table) -> None:
        goal = goals[str(path[-1])]
        line = next((line for line in self._lines if line.path == path and line.value), None)
        if line is not None:
            self._change_line(line, written, goal)
        elif is_table(written) and is_table(goal):
            self.change_table(path, written, goal)
        elif is_list(written) and are_tables(goal):
            self._change_array(path, written, goal)
        else:
            self._remove(path)
            self._add(path[:-1], [str(path[-1])], goals)

    def _change_line(self, line: Line, written: object, goal: object) -> None:
        node = line.value
        if node is None:
            return
        new = rewritten(self._text, node, written, goal)
        self._patches.append(_Patch(node.start, node.end, new))
        if line.comments:
            rest = f"key = {new}{self._text[node.end : line.end]}"
            lost = list(line.comments)
            for comment in (comment for each in lines(rest) for comment in each.comments):
                lost.remove(comment)
            self._insert(line.start, self._comment_lines(line, lost))

    def _remove(self, path: FieldPath) -> None:
        for line in self._lines_under(path):
            self._patches.append(
                _Patch(line.start, line.end, self._comment_lines(line, line.comments))
            )

    def _add(self, path: FieldPath, new: Sequence[str], goals: Table) -> None:
        """Write new keys of a table, each behind those that come before it in `goals`."""
        header = next((line for line in self._tables if line.path == path), None)
        keys = [line for line in self._lines_under(path) if line.kind == KEY]
        if header is not None or not path:
            own = [line for line in keys if line.table == len(path)]
        else:
            own = [line for line in keys if line.table < len(path)]
        if new and not own and header is None:
            self._add_header(path, {key: goals[key] for key in new})
            return
        for key in new:
            before = list(takewhile(partial(ne, key), goals))
            place = _behind(own, path, before) or header or own[0]
            prefix = [] if header is not None else [str(part) for part in path[place.table :]]
            name = ".".join(key_text(part) for part in [*prefix, key])
            row = f"{self._indent(place)}{name} = {statement(goals[key], self._line_end)}"
            self._insert(place.end, row + self._line_end)

    def _add_header(self, path: FieldPath, rows: Table) -> None:
        """Write the header of a table that so far stands only in the names of its sub-tables."""
        first = self._lines_under(path)[0]
        place = self._lines.index(first)
        while place > 0 and self._lines[place - 1].kind == COMMENT:
            place -= 1
        new = section(f"[{_name(path)}]", rows, self._line_end)
        self._insert(self._lines[place].start, new)

    def _change_array(self, path: FieldPath, written: Sequence[object], goal: list[Table]) -> None:
        """An array of tables that each stand under a header of their own."""
        front, back = common_ends(written, goal)
        old_end, new_end = len(written) - back, len(goal) - back
        paired = min(old_end, new_end)
        for place in range(front, paired):
            element = written[place]
            if is_table(element):
                self.change_table((*path, place), element, goal[place])
        for place in range(paired, old_end):
            self._remove((*path, place))
        new = "".join(
            section(f"[[{_name(path)}]]", goal[place], self._line_end)
            for place in range(paired, new_end)
        )
        if new and paired > 0:
            self._insert(self._lines_under((*path, paired - 1))[-1].end, new)
        elif new:
            self._insert(self._lines_under((*path, 0))[0].start, new)

    def _lines_under(self, path: FieldPath) -> list[Line]:
        """The keys and headers that define a path or something in it."""
        size = len(path)
        return [line for line in self._lines if line.path[:size] == path and line.path]

    def _insert(self, offset: int, text: str) -> None:
        if text:
            self._patches.append(_Patch(offset, offset, text))

    def _comment_lines(self, line: Line, comments: Sequence[str]) -> str:
        indent = self._indent(line)
        return "".join(f"{indent}{comment}{self._line_end}" for comment in comments)

    def _indent(self, line: Line) -> str:
        return self._text[line.start : line.key[0]].partition("[")[0]


def _order(patch: _Patch) -> tuple[int, int, bool]:
    """By place; a key goes before a header at the same one, or it would stand in its table."""
    return patch.start, patch.end, patch.text.startswith("[")


def _behind(own: Sequence[Line], path: FieldPath, before: Sequence[str]) -> Line | None:
    """The line of the nearest of the keys that come before; None where none is written."""
    for key in reversed(before):
        found = [line for line in own if line.path[: len(path) + 1] == (*path, key)]
        if found:
            return found[-1]
    return None


def _name(path: FieldPath) -> str:
    return ".".join(key_text(part) for part in path if isinstance(part, str))
