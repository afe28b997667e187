"""One trial of Harbor as a run: its trajectories one behind the other, and what came of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.adapters.environments import FolderEnvironment
from ckpt_tui.adapters.looks import is_file, is_folder, is_there
from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif import trace_of
from ckpt_tui.adapters.readers.atif_document import Document, read_chain
from ckpt_tui.adapters.readers.atif_step import StepMaker, seconds_of
from ckpt_tui.adapters.readers.atif_steps import AtifSteps
from ckpt_tui.adapters.readers.breakdown_report import joined
from ckpt_tui.adapters.readers.documents import count_of, mapping_of, mappings, number_of
from ckpt_tui.adapters.readers.harbor_names import FORMAT, RESULT, TRAJECTORY
from ckpt_tui.adapters.readers.harbor_outcome import outcome_of, status_of
from ckpt_tui.adapters.readers.source import peek, read_bytes
from ckpt_tui.core.trace import Gap, GapKind, Json, Outcome, RunStatus, Trace, Usage
from ckpt_tui.errors import TraceError


class _Part(Struct, frozen=True, kw_only=True):
    """The folder of a trial, or of one step of a trial in several steps."""

    folder: Path
    name: str
    result: Mapping[str, Json]


def trial(folder: Path) -> Trace:
    """The trial in a folder; raises TraceError."""
    result = _result(folder)
    parts = _parts(folder, result)
    recorded = _recorded(parts)
    agent = mapping_of(result.get("agent_info"))
    model = mapping_of(agent.get("model_info")).get("name")
    status = status_of(result)
    environment, warnings = _artifacts(folder / "artifacts")
    return replace(
        recorded,
        format=FORMAT,
        task_id=_text(result.get("task_name")) or recorded.task_id,
        agent=_text(agent.get("name")) or recorded.agent,
        agent_version=_known(_text(agent.get("version"))) or _known(recorded.agent_version),
        model=recorded.model or _text(model),
        status=recorded.status if status is RunStatus.UNKNOWN else status,
        outcome=_outcome(folder, result, parts),
        environment=environment,
        usage=_usage(recorded.usage, mapping_of(result.get("agent_result"))),
        seconds=_duration(result.get("agent_execution")) or recorded.seconds or _duration(result),
        warnings=(*recorded.warnings, *warnings),
    )


def _artifacts(folder: Path) -> tuple[FolderEnvironment | None, tuple[str, ...]]:
    """The files that were collected at the end, and why they cannot be used."""
    if not is_file(folder / "manifest.json"):
        return None, ()
    try:
        found = FolderEnvironment(folder, is_complete=False, without=("manifest.json",))
    except TraceError as error:
        return None, (str(error),)
    return found, ()


def _result(folder: Path) -> Mapping[str, Json]:
    """The result file; empty for a trial that died before it was written."""
    path = folder / RESULT
    if not is_file(path):
        return {}
    try:
        return mapping_of(json_tolerant.parse(read_bytes(path)))
    except ValueError:
        raise TraceError(f"{path}: damaged JSON; copy the trial again") from None


def _parts(folder: Path, result: Mapping[str, Json]) -> Sequence[_Part]:
    steps = folder / "steps"
    if not is_folder(steps):
        return [_Part(folder=folder, name="", result=result)]
    results = {str(step.get("step_name")): step for step in mappings(result.get("step_results"))}
    there = sorted(peek(steps).keys)
    names = [name for name in results if name in there]
    names += [name for name in there if name not in results and is_folder(steps / name)]
    return [_Part(folder=steps / name, name=name, result=results.get(name, {})) for name in names]


def _recorded(parts: Sequence[_Part]) -> Trace:
    """The trajectories of all parts as one run; what is missing is a gap."""
    chain: list[Document] = []
    gaps: list[Gap] = []
    count = 0
    for part in parts:
        path = part.folder / TRAJECTORY
        try:
            documents = read_chain(path)
        except TraceError as error:
            last = None if part is parts[-1] else count
            gaps.append(
                Gap(kind=GapKind.RECORD, first=count, last=last, detail=_missing(path, error))
            )
            continue
        chain.extend(documents)
        count += sum(len(document.sources) for document in documents)
    warnings = tuple(gap.detail for gap in gaps)
    if not chain:
        return Trace(
            format=FORMAT,
            steps=AtifSteps((), StepMaker(agent="agent", scaffold="")),
            gaps=tuple(gaps),
            warnings=warnings,
        )
    trace = trace_of(chain)
    report = None if gaps and gaps[-1].last is None else trace.report
    return replace(
        trace, report=report, gaps=(*gaps, *trace.gaps), warnings=(*warnings, *trace.warnings)
    )


def _missing(path: Path, error: TraceError) -> str:
    if not is_there(path):
        return f"the trial has no {TRAJECTORY.as_posix()}: its steps are not known"
    return f"the trajectory cannot be read: {error}"


def _outcome(folder: Path, result: Mapping[str, Json], parts: Sequence[_Part]) -> Outcome:
    whole = outcome_of(result, folder, folder / "verifier")
    if parts[:1] and not parts[0].name:
        return whole
    steps = [
        (part.name, outcome_of(part.result, folder, part.folder / "verifier")) for part in parts
    ]
    values = [(f"{name}/{key}", value) for name, outcome in steps for key, value in outcome.values]
    found = [("", whole.breakdown), *((name, outcome.breakdown) for name, outcome in steps)]
    return replace(whole, values=(*whole.values, *values), breakdown=joined(found))


def _usage(recorded: Usage, result: Mapping[str, Json]) -> Usage:
    """The trajectory's totals; the trial's own where it has none.

    A trial that counts input but no output did not count the output.
    """
    given = count_of(result.get("n_input_tokens"))
    made = count_of(result.get("n_output_tokens"))
    return Usage(
        input=given if recorded.input is None else recorded.input,
        output=(made or (None if given else made)) if recorded.output is None else recorded.output,
        cached=count_of(result.get("n_cache_tokens"))
        if recorded.cached is None
        else recorded.cached,
        dollars=number_of(result.get("cost_usd")) if recorded.dollars is None else recorded.dollars,
    )


def _duration(span: Json) -> float | None:
    known = mapping_of(span)
    begin = seconds_of(_text(known.get("started_at")))
    end = seconds_of(_text(known.get("finished_at")))
    return None if begin is None or end is None or end < begin else end - begin


def _text(found: Json) -> str | None:
    return found if isinstance(found, str) and found else None


def _known(version: str | None) -> str | None:
    return None if version == "unknown" else version
