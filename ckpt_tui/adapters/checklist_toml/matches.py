"""Matchers and tables of matchers between TOML and core."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ckpt_tui.adapters.checklist_toml.plain import is_table, json_of
from ckpt_tui.core.field_path import FieldPath
from ckpt_tui.core.match import MATCHER_WORDS, Match
from ckpt_tui.core.match_words import MatchError, match_table, parse_match

Paths: TypeAlias = tuple[tuple[str, Match], ...]


class Misplaced(ValueError):  # noqa: N818 (pydantic wants a ValueError; it becomes a Problem)
    """A value that is wrong somewhere inside; `path` leads there."""

    def __init__(self, reason: str, path: FieldPath) -> None:
        self.path = path
        super().__init__(reason)


def parsed_match(value: object) -> Match:
    """A matcher, whether its pattern works or not; raises ValueError."""
    try:
        return parse_match(json_of(value))
    except MatchError as error:
        raise ValueError(str(error)) from None


def parsed_matches(value: object) -> Paths:
    """Matchers by dotted path, from nested tables; raises ValueError or Misplaced."""
    if not is_table(value):
        raise ValueError("must be a table of paths")
    found: dict[str, Match] = {}
    for path, item in _leaves(value):
        name = ".".join(path)
        if name in found:
            raise Misplaced(f'the path "{name}" is given twice', path)
        try:
            found[name] = parsed_match(item)
        except ValueError as error:
            raise Misplaced(str(error), path) from None
    return tuple(found.items())


def matches_table(paths: Paths) -> dict[str, object]:
    """The plain table of matchers by path; each path is one key."""
    return {path: match_table(match) for path, match in paths}


def _leaves(
    table: Mapping[str, object], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object]]:
    for key, value in table.items():
        path = (*above, key)
        if is_table(value) and not set(value) <= set(MATCHER_WORDS):
            yield from _leaves(value, path)
        else:
            yield path, value
