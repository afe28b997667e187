"""One ATIF document on disk, and the chain of documents that continue it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import active_count
from typing import Final

import msgspec
from msgspec import Struct

from ckpt_tui.adapters.looks import is_file
from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif_records import StepRecord, StepSource, loose_step, text
from ckpt_tui.adapters.readers.atif_slices import sliced
from ckpt_tui.adapters.readers.source import read_bytes
from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json
from ckpt_tui.errors import TraceError

_MOST_CONTINUATIONS: Final = 1000
_STEPS: Final = "steps"
_SUBAGENTS: Final = "subagent_trajectories"
_MARKS_OF_GAPS: Final = ("subagent_trajectory_ref", "ontext summarization")
_LARGE: Final = 8 << 20


class Document(Struct, frozen=True, kw_only=True, eq=False):
    """One document, its steps not decoded yet.

    Attributes:
        head: its members but for the steps, parsed; the embedded sub-agents left out.
        subagents: JSON of the embedded trajectories of sub-agents; empty where there are none.
        is_cut_off: the text stops inside the document.
        may_have_gaps: some step may refer to a sub-agent or tell of dropped context.
        warning: what was odd about the text, one sentence; empty otherwise.
    """

    path: Path
    head: Mapping[str, Json]
    sources: Sequence[StepSource]
    subagents: bytes = b""
    is_cut_off: bool = False
    may_have_gaps: bool = True
    warning: str = ""

    @property
    def continuation(self) -> str | None:
        """Name of the file that goes on with the run, relative to this one's folder."""
        name = self.head.get("continued_trajectory_ref")
        return name if isinstance(name, str) and name else None


def read_chain(path: Path) -> tuple[Document, ...]:
    """The document at a path and those that continue it, as far as they are there.

    Raises TraceError where the first cannot be read.
    """
    documents = [read_document(path)]
    seen: set[Path] = set()
    while (following := beside(documents[-1].path, documents[-1].continuation)) is not None:
        seen.add(documents[-1].path.resolve())
        if following.resolve() in seen or len(documents) > _MOST_CONTINUATIONS:
            break
        try:
            documents.append(read_document(following))
        except TraceError:
            break
    return tuple(documents)


def beside(path: Path, name: str | None) -> Path | None:
    """The file that a recording names, if it is there and inside the recording's folder."""
    if not name:
        return None
    try:
        found = path.parent / name
        is_inside = found.resolve().is_relative_to(path.parent.resolve())
        return found if is_inside and is_file(found) else None
    except (OSError, ValueError, RuntimeError):
        return None


def read_document(path: Path) -> Document:
    """One document; raises TraceError where no step of it can be read."""
    raw = read_bytes(path)
    return _strict(path, raw) or _lenient(path, raw)


def _strict(path: Path, raw: bytes) -> Document | None:
    try:
        members = _members(raw)
        head = {
            name: json_tolerant.parse(bytes(value))
            for name in _HEAD
            if (value := getattr(members, name))
        }
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
    return Document(
        path=path,
        head=head,
        sources=members.steps,
        subagents=bytes(members.subagent_trajectories),
        may_have_gaps=any(_has(raw, mark) for mark in _MARKS_OF_GAPS),
    )


def _has(raw: bytes, mark: str) -> bool:
    # RE2 takes twice the time, and lets other threads run meanwhile.
    return encode(mark) in raw if len(raw) <= _LARGE else compiled(mark).search(raw) is not None


class _Head(msgspec.Struct, kw_only=True):
    """The members that are read apart from the steps."""

    schema_version: msgspec.Raw = msgspec.Raw(b"")
    agent: msgspec.Raw = msgspec.Raw(b"")
    final_metrics: msgspec.Raw = msgspec.Raw(b"")
    continued_trajectory_ref: msgspec.Raw = msgspec.Raw(b"")
    subagent_trajectories: msgspec.Raw = msgspec.Raw(b"")
    extra: msgspec.Raw = msgspec.Raw(b"")


class _Members(_Head):
    """The steps stay bytes until they are looked at."""

    steps: list[msgspec.Raw]


class _Whole(_Head):
    """The steps are there at once, in less time than cut apart and looked at one by one."""

    steps: list[StepRecord]


def _members(raw: bytes) -> _Members | _Whole:
    # In a process of one thread nobody waits for the whole, and it is searched in any case.
    if active_count() == 1:
        if len(raw) <= _LARGE:
            with suppress(msgspec.DecodeError):
                return msgspec.json.decode(raw, type=_Whole)
        return msgspec.json.decode(raw, type=_Members)
    slices = sliced(raw) if len(raw) > _LARGE else None
    if slices is not None:
        try:
            members = msgspec.json.decode(slices.frame, type=_Members)
        except msgspec.DecodeError:
            members = _Members(steps=[])
        # The steps that were cut out are those of the document, not of something inside it.
        if members.steps and raw.startswith(bytes(members.steps[0]), slices.last):
            members.steps[:0] = slices.earlier
            return members
    return msgspec.json.decode(raw, type=_Members)


_HEAD: Final = ("schema_version", "agent", "final_metrics", "continued_trajectory_ref", "extra")


def _lenient(path: Path, raw: bytes) -> Document:
    whole = json_tolerant.text_of(raw)
    members, last = json_tolerant.members_at(whole, 0)
    head: dict[str, Json] = {}
    steps: list[Json] | None = None
    subagents = b""
    for name, begin, end in members:
        if name == _STEPS and whole[begin : begin + 1] == "[":
            steps, _ = json_tolerant.elements_at(whole, begin, None)
        elif name == _SUBAGENTS and end is not None:
            subagents = encode(whole[begin:end])
        elif end is not None:
            head[name], _ = json_tolerant.parse_at(whole, begin)
    if steps is None or (last is None and not steps):
        raise TraceError(_no_steps(path, is_whole=last is not None))
    if last is not None and json_tolerant.goes_on(whole, last):
        raise TraceError(f"{path}: {json_tolerant.SECOND}")
    return Document(
        path=path,
        head=head,
        sources=[loose_step(step) for step in steps],
        subagents=subagents,
        is_cut_off=last is None,
        warning=_CUT if last is None else _ODD,
    )


_CUT: Final = "the file is cut off or damaged; what follows its last whole step is lost"
_ODD: Final = "the file is no strict JSON; what could be understood of it was kept"


def _no_steps(path: Path, *, is_whole: bool) -> str:
    if is_whole:
        return f"{path}: a trajectory without a list of steps; export it again"
    return f"{path}: cut off or damaged before the end of its first step; copy it again"


def version_of(document: Document) -> str | None:
    """`v1.7` of `ATIF-v1.7`."""
    version = text(document.head.get("schema_version"))
    return version.removeprefix("ATIF-") if version else None
