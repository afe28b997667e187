"""What is known to be missing from an ATIF run: sub-agents, dropped context, lost ends."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif_calls import content_text
from ckpt_tui.adapters.readers.atif_document import Document, beside, read_document
from ckpt_tui.adapters.readers.atif_records import StepRecord, SubagentRef, decoded
from ckpt_tui.core.trace import Gap, GapKind, Json
from ckpt_tui.errors import TraceError

_RECORD: Final = msgspec.json.Decoder(StepRecord)
_SUMMARY: Final = "context summarization"


def gaps_of(chain: Sequence[Document]) -> tuple[Gap, ...]:
    """The gaps of a run, in order."""
    return tuple(_gaps(chain))


def _gaps(chain: Sequence[Document]) -> Iterator[Gap]:
    first = 0
    for document in chain:
        if document.may_have_gaps:
            yield from _gaps_in_steps(document, first)
        first += len(document.sources)
    last = chain[-1]
    if last.is_cut_off:
        detail = "the recording is cut off: what the agent did afterwards is not known"
        yield Gap(kind=GapKind.CUT_OFF, first=max(first - 1, 0), last=None, detail=detail)
    elif last.continuation is not None:
        detail = f"the run goes on in {last.continuation}, which is not there or cannot be read"
        yield Gap(kind=GapKind.CUT_OFF, first=max(first - 1, 0), last=None, detail=detail)


def _gaps_in_steps(document: Document, first: int) -> Iterator[Gap]:
    for index, source in enumerate(document.sources, start=first):
        record = decoded(source, _RECORD)
        details = list(_unseen_subagents(document, record))
        if _drops_context(record):
            detail = "context was summarised here; the agent went on without what it had seen"
            yield Gap(kind=GapKind.CONTEXT, first=index, last=index, detail=detail)
        for detail in details:
            yield Gap(kind=GapKind.SUBAGENT, first=index, last=index, detail=detail)


def _drops_context(record: StepRecord) -> bool:
    if record.source != "system":
        return False
    return any(_refs(record)) or _SUMMARY in content_text(record.message).lower()


def _refs(record: StepRecord) -> Iterator[SubagentRef]:
    for result in (record.observation and record.observation.results) or []:
        yield from result.subagent_trajectory_ref or []


def _unseen_subagents(document: Document, record: StepRecord) -> Iterator[str]:
    """One sentence for each sub-agent whose actions are not among the steps."""
    embedded = _embedded(document.subagents)
    for ref in _refs(record):
        name = ref.trajectory_id or ref.trajectory_path or ref.session_id or "without a name"
        if ref.trajectory_id in embedded:
            if embedded[ref.trajectory_id]:
                yield f"the sub-agent {name} acted in a trajectory of its own, kept in this file"
            continue
        path = beside(document.path, ref.trajectory_path)
        if path is None:
            yield f"the trajectory of the sub-agent {name} is not there"
        elif _acts(path):
            yield f"the sub-agent {name} acted in a trajectory of its own, {ref.trajectory_path}"


def _embedded(raw: bytes) -> Mapping[str | None, bool]:
    """Whether each embedded sub-agent called any tool, by its id."""
    if not raw:
        return {}
    try:
        found = json_tolerant.parse(raw)
    except ValueError:
        return {}
    if not isinstance(found, list | tuple):
        return {}
    return {
        str(child.get("trajectory_id")): _calls_tools(child.get("steps"))
        for child in found
        if isinstance(child, Mapping)
    }


def _calls_tools(steps: Json) -> bool:
    if not isinstance(steps, list | tuple):
        return True
    return any(isinstance(step, Mapping) and bool(step.get("tool_calls")) for step in steps)


def _acts(path: Path) -> bool:
    """Whether the sub-agent recorded there called any tool; yes where that cannot be read."""
    try:
        document = read_document(path)
    except TraceError:
        return True
    return any(decoded(source, _RECORD).tool_calls for source in document.sources)
