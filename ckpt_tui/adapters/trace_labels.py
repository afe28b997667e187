"""Short names for the traces of a task, each of its own."""

from collections import Counter
from collections.abc import Container, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from ckpt_tui.adapters.looks import is_file
from ckpt_tui.adapters.workspace import TRACES_NAME
from ckpt_tui.ports import Sample

# A name that says no more than that a trace lies there; the folder's name says which.
_PLAIN_NAMES: Final = frozenset({"trajectory", "trace", "result", "traj", "messages"})

# What says how a recording is written. Any other dot belongs to the name: `t-0.20`, `v1.2`.
_WRITTEN: Final = frozenset(
    {".json", ".jsonl", ".ndjson", ".traj", ".trajectory", ".eval", ".log", ".txt"}
)
_PACKED: Final = frozenset({".gz", ".xz", ".bz2", ".zst", ".zip"})


def label_of(folder: Path, path: Path) -> str:
    """A short name for a trace below `folder`: its file's, or its folder's if that says nothing."""
    if not is_file(path):
        return path.name
    stem, inner = _without_extensions(path.name), path.parent
    if stem in _PLAIN_NAMES and inner != folder:
        return inner.relative_to(folder).as_posix() if inner.is_relative_to(folder) else inner.name
    return stem


def _without_extensions(name: str) -> str:
    stem, dot, extension = name.rpartition(".")
    is_known = f"{dot}{extension}".lower() in _WRITTEN | _PACKED
    return _without_extensions(stem) if stem and is_known else name


def told_apart(task: str, samples: Sequence[Sample]) -> tuple[Sample, ...]:
    """The samples; those of one label carry their file as well, and a number if need be."""
    inside = f"{TRACES_NAME}/{task}/"
    times = Counter(sample.label for sample in samples)
    taken = {label for label, number in times.items() if number == 1}
    found: list[Sample] = []
    for sample in samples:
        label = sample.label
        if times[label] > 1:
            label = _fresh(f"{label} ({sample.ref.name.removeprefix(inside)})", taken)
            taken.add(label)
        found.append(replace(sample, label=label))
    return tuple(found)


def _fresh(label: str, taken: Container[str]) -> str:
    numbered = (f"{label} ({number})" for number in count(2))
    return next(it for it in chain([label], numbered) if it not in taken)
