"""Which reader knows what lies at a path, and what to say when none does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers.atif import AtifReader, is_marked
from ckpt_tui.adapters.readers.harbor_trial import HarborTrialReader
from ckpt_tui.adapters.readers.source import peek
from ckpt_tui.core.trace import RunRef, Trace
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Peeked, SourceKind, TraceReader

_DEEPEST_FOLDER: Final = 4
_MOST_KEYS_SHOWN: Final = 6
_PART_MARKS: Final = (".cont-", ".summarization-")


def scan(path: Path) -> tuple[RunRef, ...]:
    """The runs at a path; raises TraceError where no reader knows it."""
    return found_at(path).runs


def found_at(path: Path) -> "Survey":
    """The runs at a path, and what no reader knows; raises TraceError where there is no run.

    A folder that is no run itself stands for the runs below it.
    """
    found = peek(path, is_enough=is_marked)
    runs = _known(found)
    if runs is None and not found.is_whole:
        found = peek(path, is_deep=True)
        runs = _known(found)
    if runs is None and found.kind is SourceKind.FOLDER:
        below = survey(path)
    else:
        below = Survey(runs=runs or (), unknown=())
    if not below.runs:
        raise TraceError(unknown(found))
    return below


class Survey(Struct, frozen=True, kw_only=True):
    """What lies in a folder, by name.

    Attributes:
        unknown: files and folders without any run in them, and files that cannot be read wherever
            they are; not those whose names begin with `.` or `_`, not the parts of a run that
            another file begins, and nothing else of what lies beside a run in its folder.
    """

    runs: tuple[RunRef, ...]
    unknown: tuple[Path, ...]


def survey(folder: Path) -> Survey:
    """The runs in a folder and below it; raises TraceError where it cannot be listed.

    A folder whose own files hold runs is not searched further down: what lies beside a recording
    belongs to it.
    """
    return _survey(peek(folder), depth=1)


def _survey(folder: Peeked, *, depth: int) -> Survey:
    runs: list[RunRef] = []
    unreadable: list[Path] = []
    unknown: list[Path] = []
    folders: list[Peeked] = []
    for path, found in _entries(folder):
        known = None if found is None else _known(found)
        if known is not None:
            runs.extend(known)
        elif found is None:
            unreadable.append(path)
        elif found.kind is SourceKind.FOLDER:
            folders.append(found)
        else:
            unknown.append(path)
    if runs and depth > 1:
        return Survey(runs=tuple(runs), unknown=tuple(unreadable))
    unknown += unreadable
    for found in folders:
        inner = _inner(found, depth=depth + 1)
        runs.extend(inner.runs)
        unknown.extend(inner.unknown if inner.runs else (found.path,))
    return Survey(
        runs=tuple(sorted(runs, key=lambda run: run.path)), unknown=tuple(sorted(unknown))
    )


def _entries(folder: Peeked) -> Iterator[tuple[Path, Peeked | None]]:
    """What lies in a folder, by name; None for what cannot be read."""
    for name in sorted(folder.keys):
        if name.startswith((".", "_")) or _is_part(name, folder.keys):
            continue
        path = folder.path / name
        try:
            yield path, peek(path, is_enough=is_marked)
        except TraceError:
            yield path, None


def _inner(folder: Peeked, *, depth: int) -> Survey:
    # a link to a folder may lead back up
    if depth > _DEEPEST_FOLDER or folder.path.is_symlink():
        return Survey(runs=(), unknown=())
    return _survey(folder, depth=depth)


def _is_part(name: str, names: frozenset[str]) -> bool:
    """Whether a file goes on with a run that another file of the folder begins."""
    stem = name.removesuffix(".json")
    return any(mark in stem and f"{stem.rpartition(mark)[0]}.json" in names for mark in _PART_MARKS)


def load(ref: RunRef, path: Path) -> Trace:
    """Load the run that `scan` found at a path; raises TraceError."""
    for reader in _readers():
        if reader.format == ref.format:
            return reader.load(path, ref.run)
    raise TraceError(f"{path}: no reader for the format {ref.format!r} is installed")


def unknown(found: Peeked) -> str:
    """One sentence on what was found instead of a recording, and what to do."""
    return (
        f"{found.path}: {_described(found)}, which is no recording that can be read; "
        f"point at an agent's trajectory file or at the folder of its run"
    )


def _readers() -> Iterator[TraceReader]:
    """The most specific first: the first that knows a file reads it.

    Each is loaded when those before it know nothing of a file.
    """
    yield HarborTrialReader()
    yield AtifReader()
    from ckpt_tui.adapters.readers.mini_swe_agent import MiniSweAgentReader  # noqa: PLC0415

    yield MiniSweAgentReader()
    from ckpt_tui.adapters.readers.swe_agent import SweAgentReader  # noqa: PLC0415

    yield SweAgentReader()
    from ckpt_tui.adapters.readers.chat import ChatReader  # noqa: PLC0415

    yield ChatReader()


def _known(found: Peeked) -> tuple[RunRef, ...] | None:
    for reader in _readers():
        runs = reader.scan(found)
        if runs is not None:
            return tuple(runs)
    return None


def _described(found: Peeked) -> str:
    match found.kind:
        case SourceKind.FOLDER:
            return f"a folder of {len(found.keys)} entries"
        case SourceKind.OBJECT:
            return f"a JSON object{_with_keys(found.keys)}"
        case SourceKind.ARRAY | SourceKind.LINES:
            keys = frozenset(
                key for element in found.elements if isinstance(element, dict) for key in element
            )
            return f"{found.kind.value}{_with_keys(keys)}"
        case _:
            return found.kind.value


def _with_keys(keys: frozenset[str]) -> str:
    if not keys:
        return " without keys"
    shown = [key[:40] for key in sorted(keys)[:_MOST_KEYS_SHOWN]]
    more = ", …" if len(keys) > _MOST_KEYS_SHOWN else ""
    return f" with the keys {', '.join(shown)}{more}"
