"""What the SWE-bench harness said of a run, where its report lies beside the recording.

https://www.swebench.com/SWE-bench/guides/evaluation/
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.documents import mappings
from ckpt_tui.adapters.readers.source import read_bytes
from ckpt_tui.core.trace import Json, Outcome, TestOutcome
from ckpt_tui.errors import TraceError

_SETS: Final = ("FAIL_TO_PASS", "PASS_TO_PASS")
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
        if place.is_file():
            return _outcome(place, instance)
    return Outcome()


def _places(path: Path, instance: str) -> Iterator[Path]:
    folder = path.parent
    yield folder / f"{instance_of(path)}.report.json"
    if "/" in instance:
        return
    yield folder / f"{instance}.report.json"
    yield folder / "report.json"
    yield folder.parent / "logs" / instance / "report.json"


def _outcome(place: Path, instance: str) -> Outcome:
    try:
        found = json_tolerant.parse(read_bytes(place))
    except (TraceError, ValueError):
        return Outcome(reason=f"{place.name} cannot be read")
    report = found.get(instance) if isinstance(found, Mapping) else None
    if not isinstance(report, Mapping):
        return Outcome(reason=f"{place.name} does not speak of {instance}")
    resolved = report.get("resolved")
    return Outcome(
        passed=resolved if isinstance(resolved, bool) else None,
        tests=tuple(_tests(report.get("tests_status"))),
        reason=_reason(report),
    )


def _reason(report: Mapping[str, Json]) -> str:
    if report.get("patch_is_None") is True or report.get("patch_exists") is False:
        return "no patch was handed in"
    if report.get("patch_successfully_applied") is False:
        return "the patch did not apply"
    return "" if isinstance(report.get("resolved"), bool) else "the report has no verdict"


def _tests(status: Json) -> Iterator[TestOutcome]:
    if not isinstance(status, Mapping):
        return
    for group in mappings([status.get(name) for name in _SETS]):
        for key, passed in (("success", True), ("failure", False)):
            names = group.get(key)
            if isinstance(names, list | tuple):
                yield from (
                    TestOutcome(name=name, passed=passed) for name in names if isinstance(name, str)
                )
