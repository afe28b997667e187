"""What the SWE-bench harness said of a run, where its report lies beside the recording.

https://www.swebench.com/SWE-bench/guides/evaluation/
"""

from collections.abc import Iterator, Mapping
from os.path import relpath
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.looks import is_file
from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.breakdown_swe_bench import swe_bench_breakdown
from ckpt_tui.adapters.readers.documents import mapping_of
from ckpt_tui.adapters.readers.source import read_bytes
from ckpt_tui.adapters.readers.swe_bench_summary import summary_outcome
from ckpt_tui.core.trace import Json, Outcome
from ckpt_tui.errors import TraceError

_SUFFIXES: Final = (".traj.json", ".traj", ".json")


def instance_of(path: Path) -> str:
    """The instance that a trajectory file is named after."""
    for suffix in _SUFFIXES:
        if path.name.endswith(suffix) and path.name != suffix:
            return path.name.removesuffix(suffix)
    return path.stem


def outcome_beside(path: Path, instance: str) -> Outcome:
    """The harness's word; unknown where no report lies beside the trajectory."""
    for place in _places(path, instance):
        if is_file(place):
            return _outcome(path, place, instance)
    return Outcome()


def _places(path: Path, instance: str) -> Iterator[Path]:
    folder = path.parent
    yield folder / f"{instance_of(path)}.report.json"
    if "/" in instance:
        return
    yield folder / f"{instance}.report.json"
    yield folder / "report.json"
    yield folder.parent / "logs" / instance / "report.json"
    yield folder.parent / "results" / "results.json"


def _outcome(path: Path, place: Path, instance: str) -> Outcome:
    try:
        raw = read_bytes(place)
    except TraceError:
        return Outcome(reason=f"{place.name} cannot be read")
    breakdown = swe_bench_breakdown(raw, relpath(place, path.parent), instance)
    try:
        found = mapping_of(json_tolerant.parse(raw))
    except ValueError:
        return Outcome(breakdown=breakdown, reason=f"{place.name} cannot be read")
    report = found.get(instance)
    if not isinstance(report, Mapping):
        told = summary_outcome(found, instance)
        return told or Outcome(reason=f"{place.name} does not speak of {instance}")
    resolved = report.get("resolved")
    return Outcome(
        passed=resolved if isinstance(resolved, bool) else None,
        breakdown=breakdown,
        reason=_reason(report),
    )


def _reason(report: Mapping[str, Json]) -> str:
    if report.get("patch_is_None") is True or report.get("patch_exists") is False:
        return "no patch was handed in"
    if report.get("patch_successfully_applied") is False:
        return "the patch did not apply"
    return "" if isinstance(report.get("resolved"), bool) else "the report has no verdict"
