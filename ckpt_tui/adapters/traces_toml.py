"""`traces.toml`: which recordings of a task are its traces, and what they lack."""

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.opening import opened
from ckpt_tui.core.trace import Json
from ckpt_tui.errors import TraceError

NAME: Final = "traces.toml"
ROLES: Final = ("good", "bad", "oracle", "noop", "claims-only")
_BLOCK: Final = "trace"
_KEYS: Final = (
    "path",
    "label",
    "role",
    "agent_version",
    "trial",
    "passed",
    "breakdown",
    "environment",
)
_MOST_BYTES: Final = 8 << 20


class ListedTrace(Struct, frozen=True, kw_only=True):
    """One `[[trace]]`.

    Attributes:
        path: as written, relative to the file's folder.
        breakdown: as written; a report of the official verifier.
        environment: as written; the final files: a folder, an archive, a diff or a list of digests.
        place: file and line of its header, for messages.
    """

    place: str
    path: str
    label: str | None = None
    role: str | None = None
    agent_version: str | None = None
    trial: int | None = None
    passed: bool | None = None
    breakdown: str | None = None
    environment: str | None = None


def read_listed(path: Path) -> tuple[ListedTrace, ...]:
    """The traces that a file lists, in its order; raises TraceError with line and nearest word."""
    text = _text(path)
    try:
        table: Mapping[str, Json] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TraceError(f"{path}: not valid TOML: {error}") from None
    for key in table:
        if key != _BLOCK:
            raise TraceError(f"{path}: unknown key {key!r}{_nearest(key, [_BLOCK])}")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if _is_header(line)]
    match table.get(_BLOCK, []):
        case [*blocks] if len(blocks) == len(lines):
            pairs = zip(blocks, lines, strict=True)
            return tuple(_listed(block, f"{path}:{line}") for block, line in pairs)
        case _:
            raise TraceError(f"{path}: write each trace as a [[trace]] block of its own")


def _text(path: Path) -> str:
    try:
        with opened(path) as file:
            return file.read(_MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise TraceError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise TraceError(f"{path}: not UTF-8; save it as UTF-8") from None


def _is_header(line: str) -> bool:
    return "".join(line.partition("#")[0].split()) == f"[[{_BLOCK}]]"


def _listed(block: Json, place: str) -> ListedTrace:
    if not isinstance(block, Mapping):
        raise TraceError(f"{place}: write each trace as a [[trace]] block of its own")
    values = _Values(block, place)
    values.refuse_unknown()
    role = values.text("role")
    if role is not None and role not in ROLES:
        known = ", ".join(ROLES)
        raise TraceError(f"{place}: role {role!r} is none of {known}{_nearest(role, ROLES)}")
    path = values.text("path")
    if not path:
        raise TraceError(f'{place}: a trace needs a path, such as path = "solves/trajectory.json"')
    return ListedTrace(
        place=place,
        path=path,
        label=values.text("label"),
        role=role,
        agent_version=values.text("agent_version"),
        trial=values.count("trial"),
        passed=values.truth("passed"),
        breakdown=values.text("breakdown"),
        environment=values.text("environment"),
    )


class _Values:
    """The values of one block, asked for by type."""

    def __init__(self, block: Mapping[str, Json], place: str) -> None:
        self._block = block
        self._place = place

    def refuse_unknown(self) -> None:
        for key in self._block:
            if key not in _KEYS:
                raise TraceError(f"{self._place}: unknown key {key!r}{_nearest(key, _KEYS)}")

    def text(self, key: str) -> str | None:
        value = self._block.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self._wrong(key, "text in quotes")

    def count(self, key: str) -> int | None:
        value = self._block.get(key)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise self._wrong(key, "a whole number, 0 or more")

    def truth(self, key: str) -> bool | None:
        value = self._block.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise self._wrong(key, "true or false")

    def _wrong(self, key: str, wanted: str) -> TraceError:
        return TraceError(f"{self._place}: {key} must be {wanted}, not {self._block[key]!r}")


def _nearest(word: str, known: Iterable[str]) -> str:
    found = get_close_matches(word, list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""
