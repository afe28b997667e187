"""ATIF, Harbor's interchange format: one trajectory document, with its continuations."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from ckpt_tui.adapters.readers.atif_document import Document, read_chain, version_of
from ckpt_tui.adapters.readers.atif_ending import ending_of
from ckpt_tui.adapters.readers.atif_gaps import gaps_of
from ckpt_tui.adapters.readers.atif_records import (
    MetricsRecord,
    MomentRecord,
    StepRecord,
    StepSource,
    decoded,
    text,
)
from ckpt_tui.adapters.readers.atif_step import StepMaker, seconds_of, usage_of
from ckpt_tui.adapters.readers.atif_steps import AtifSteps
from ckpt_tui.adapters.readers.documents import count_of, mapping_of, number_of
from ckpt_tui.adapters.readers.outputs import scaffold_of
from ckpt_tui.adapters.readers.usages import total
from ckpt_tui.core.trace import Json, RunRef, Trace, Usage
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Peeked, SourceKind

_METRICS: Final = msgspec.json.Decoder(MetricsRecord)
_MOMENT: Final = msgspec.json.Decoder(MomentRecord)
_STEP: Final = msgspec.json.Decoder(StepRecord)
_NEAR_THE_ENDS: Final = 10
_FIRST_STEPS: Final = 60
_TASK_KEYS: Final = ("task_id", "task_name", "instance_id", "task")


class AtifReader:
    """Reads trajectory documents of every version of the format."""

    format = "atif"

    def scan(self, found: Peeked, /) -> Iterator[RunRef] | None:
        """The one run of a document whose `schema_version`, or first step, is ATIF's."""
        if found.kind is not SourceKind.OBJECT or not _is_atif(found):
            return None
        head = found.values
        steps = found.lists.get("steps", ())
        is_counted = found.is_whole and len(steps) < _NEAR_THE_ENDS - 2
        return iter(
            [
                RunRef(
                    path=str(found.path),
                    format=self.format,
                    task_id=_task(head.get("extra")),
                    agent=text(mapping_of(head.get("agent")).get("name")),
                    steps=len(steps) if is_counted else None,
                )
            ]
        )

    def load(self, path: Path, run: str | None) -> Trace:
        """The run, with the files that continue it; raises TraceError."""
        if run is not None:
            raise TraceError(f"{path}#{run}: a trajectory file holds one run; leave out #{run}")
        return read_trace(path)


def read_trace(path: Path) -> Trace:
    """The run that a trajectory document records; raises TraceError."""
    return trace_of(read_chain(path))


def trace_of(chain: Sequence[Document]) -> Trace:
    """The run that a chain of documents records, the first of them giving its facts."""
    head = chain[0].head
    agent = mapping_of(head.get("agent"))
    name = text(agent.get("name")) or "agent"
    sources = [source for document in chain for source in document.sources]
    maker = _maker(name, agent, sources)
    steps = AtifSteps(sources, maker)
    ending = ending_of(steps, agent=name, scaffold=maker.scaffold)
    gaps = gaps_of(chain)
    return Trace(
        format=AtifReader.format,
        format_version=version_of(chain[0]),
        task_id=_task(head.get("extra")),
        agent=text(agent.get("name")),
        agent_version=text(agent.get("version")),
        model=text(agent.get("model_name")) or _first_model(sources),
        steps=steps,
        report=None if chain[-1].is_cut_off else ending.report,
        status=ending.status,
        submitted=ending.submitted,
        declared_tools=_declared_tools(agent.get("tool_definitions")),
        gaps=(*gaps, ending.gap) if ending.gap is not None and not gaps else gaps,
        usage=_usage(chain[-1].head.get("final_metrics"), sources),
        seconds=_seconds(sources),
        warnings=tuple(document.warning for document in chain if document.warning),
    )


def is_marked(found: Peeked) -> bool:
    """Whether it says itself that it is such a document, whatever else follows in it."""
    version = found.values.get("schema_version")
    return isinstance(version, str) and version.startswith("ATIF-")


def _is_atif(found: Peeked) -> bool:
    if isinstance(found.values.get("schema_version"), str):
        return is_marked(found)
    match found.lists.get("steps"):
        case [{"source": "system" | "user" | "agent", "step_id": int()}, *_]:
            return True
        case _:
            return False


def _maker(name: str, agent: Mapping[str, Json], sources: Sequence[StepSource]) -> StepMaker:
    original = text(mapping_of(agent.get("extra")).get("original_format")) or ""
    maker = StepMaker(agent=name, scaffold=scaffold_of(name, original))
    if maker.scaffold == "openhands" and not _wraps_all(maker, sources):
        # Its events keep outputs bare; a line that looks like its wrapper is the agent's own.
        return StepMaker(agent=name, scaffold="openhands", wrapper="openhands-event")
    return maker


def _wraps_all(maker: StepMaker, sources: Sequence[StepSource]) -> bool:
    """Whether all of the first commands show an exit code in their wrapper."""
    first = (
        maker.step(index, decoded(source, _STEP))
        for index, source in enumerate(sources[:_FIRST_STEPS])
    )
    codes = [
        call.result.exit_code
        for step in first
        for call in step.calls
        if call.command_line and call.result is not None
    ]
    return bool(codes) and None not in codes


def _task(extra: Json) -> str | None:
    known = mapping_of(extra)
    return next((task for key in _TASK_KEYS if isinstance(task := known.get(key), str)), None)


def _declared_tools(definitions: Json) -> frozenset[str] | None:
    if not isinstance(definitions, list | tuple):
        return None
    names = (
        mapping_of(mapping_of(tool).get("function") or tool).get("name") for tool in definitions
    )
    return frozenset(name for name in names if isinstance(name, str))


def _first_model(sources: Sequence[StepSource]) -> str | None:
    models = (decoded(source, _MOMENT).model_name for source in sources[:_NEAR_THE_ENDS])
    return next(filter(None, models), None)


def _seconds(sources: Sequence[StepSource]) -> float | None:
    begin = next(_times(sources[:_NEAR_THE_ENDS]), None)
    end = next(_times(sources[: -_NEAR_THE_ENDS - 1 : -1]), None)
    return None if begin is None or end is None or end < begin else end - begin


def _times(sources: Sequence[StepSource]) -> Iterator[float]:
    for source in sources:
        time = seconds_of(decoded(source, _MOMENT).timestamp)
        if time is not None:
            yield time


def _usage(totals: Json, sources: Sequence[StepSource]) -> Usage:
    """The recorded totals; where there are none, the sum of what the steps say."""
    if isinstance(totals, Mapping):
        return Usage(
            input=count_of(totals.get("total_prompt_tokens")),
            output=count_of(totals.get("total_completion_tokens")),
            cached=count_of(totals.get("total_cached_tokens")),
            dollars=number_of(totals.get("total_cost_usd")),
        )
    return total(usage_of(decoded(source, _METRICS).metrics) for source in sources)
