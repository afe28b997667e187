"""Which reader knows what lies at a path, and what to say when none does."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.readers.atif import AtifReader
from ckpt_tui.adapters.readers.chat import ChatReader
from ckpt_tui.adapters.readers.harbor_trial import HarborTrialReader
from ckpt_tui.adapters.readers.mini_swe_agent import MiniSweAgentReader
from ckpt_tui.adapters.readers.source import peek
from ckpt_tui.adapters.readers.swe_agent import SweAgentReader
from ckpt_tui.core.trace import RunRef, Trace
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Peeked, SourceKind, TraceReader

# The most specific first: the first that knows a file reads it.
READERS: Final[tuple[TraceReader, ...]] = (
    HarborTrialReader(),
    AtifReader(),
    MiniSweAgentReader(),
    SweAgentReader(),
    ChatReader(),
)

_DEEPEST_FOLDER: Final = 4
_MOST_KEYS_SHOWN: Final = 6


def scan(path: Path, readers: Sequence[TraceReader] = READERS) -> tuple[RunRef, ...]:
    """The runs at a path; raises TraceError where no reader knows it.

    A folder that is no run itself stands for the runs below it.
    """
    found = peek(path)
    runs = _known(found, readers)
    if runs is None and not found.is_whole:
        found = peek(path, is_deep=True)
        runs = _known(found, readers)
    if runs is None and found.kind is SourceKind.FOLDER:
        runs = tuple(_below(found, readers, depth=1))
    if not runs:
        raise TraceError(unknown(found))
    return runs


def load(ref: RunRef, path: Path, readers: Sequence[TraceReader] = READERS) -> Trace:
    """Load the run that `scan` found at a path; raises TraceError."""
    for reader in readers:
        if reader.format == ref.format:
            return reader.load(path, ref.run)
    raise TraceError(f"{path}: no reader for the format {ref.format!r} is installed")


def unknown(found: Peeked) -> str:
    """One sentence on what was found instead of a recording, and what to do."""
    return (
        f"{found.path}: {_described(found)}, which is no recording that can be read; "
        f"point at an agent's trajectory file or at the folder of its run"
    )


def _known(found: Peeked, readers: Sequence[TraceReader]) -> tuple[RunRef, ...] | None:
    for reader in readers:
        runs = reader.scan(found)
        if runs is not None:
            return tuple(runs)
    return None


def _below(folder: Peeked, readers: Sequence[TraceReader], *, depth: int) -> Iterator[RunRef]:
    for name in sorted(folder.keys):
        path = folder.path / name
        if name.startswith((".", "_")) or path.is_symlink():
            continue
        try:
            found = peek(path)
        except TraceError:
            continue
        runs = _known(found, readers)
        if runs is not None:
            yield from runs
        elif found.kind is SourceKind.FOLDER and depth < _DEEPEST_FOLDER:
            yield from _below(found, readers, depth=depth + 1)


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
