"""The verdict of a Harbor trial: what its result file and its verifier's files say."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from ckpt_tui.adapters.looks import is_file
from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.breakdown_ctrf import ctrf_breakdown
from ckpt_tui.adapters.readers.breakdown_junit import junit_breakdown
from ckpt_tui.adapters.readers.documents import mapping_of
from ckpt_tui.adapters.readers.source import read_bytes
from ckpt_tui.core.breakdown import Breakdown
from ckpt_tui.core.trace import Json, Outcome, RunStatus
from ckpt_tui.errors import TraceError

_REWARD: Final = "reward"
_PASSING: Final = 1.0
_NOT_GRADED: Final = "the trial was not graded"
# What a verifier leaves beside its reward, the one that says most first.
_REPORTS: Final = {"ctrf.json": ctrf_breakdown, "junit.xml": junit_breakdown}

# Words in the name of what stopped a run, the first that fits decides.
_ENDINGS: Final = (
    (("verifier", "reward"), RunStatus.COMPLETED),
    (("cancel", "keyboardinterrupt"), RunStatus.CANCELLED),
    (("environment", "docker", "setup", "sandbox", "infra"), RunStatus.INFRA_ERROR),
    (("ratelimit", "rate_limit", "api", "auth", "connection", "overload"), RunStatus.INFRA_ERROR),
    (("timeout",), RunStatus.TIMEOUT),
    (("limit", "budget", "maxturn", "contextlength", "contextwindow"), RunStatus.LIMIT),
)


def status_of(result: Mapping[str, Json]) -> RunStatus:
    """How the run ended, by what stopped it."""
    exception = mapping_of(result.get("exception_info"))
    if not exception:
        return RunStatus.COMPLETED if result.get("finished_at") else RunStatus.UNKNOWN
    name = str(exception.get("exception_type")).lower()
    for words, status in _ENDINGS:
        if any(word in name for word in words):
            return status
    return RunStatus.AGENT_ERROR


def outcome_of(result: Mapping[str, Json], trial: Path, verifier: Path) -> Outcome:
    """The outcome of a trial, or of one step of a trial in several steps.

    The result file's rewards count; `reward.json`, then `reward.txt`, where it names none. A
    result file that says `verifier_result: null` was not graded. A reward stands beside an
    exception, unless the trial calls it invalid or the exception was not the agent's own.

    Args:
        result: what the result file says of it.
        trial: the trial's folder, from which evidence names the verifier's files.
        verifier: the folder of those files.
    """
    graded = _graded(result, verifier)
    return replace(graded, breakdown=_breakdown(trial, verifier))


def _graded(result: Mapping[str, Json], verifier: Path) -> Outcome:
    rewards, reason = _rewards(result, verifier)
    numbers = {name: number for name, found in rewards.items() if _is_number(number := _as(found))}
    values = tuple(sorted(numbers.items()))
    if not numbers or (_REWARD in rewards and _REWARD not in numbers):
        return Outcome(values=values, reason=reason or "the recorded reward is no number")
    value = numbers.get(_REWARD, values[0][1] if len(values) == 1 else None)
    if not _is_valid(result):
        reason = f"the reward is invalid: {_exception(result)}"
        return Outcome(value=value, values=values, reason=reason)
    if _REWARD not in numbers:
        reason = "no reward is called reward, so that none of them decides"
        return Outcome(value=value, values=values, reason=reason)
    return Outcome(passed=numbers[_REWARD] >= _PASSING, value=value, values=values)


def _breakdown(trial: Path, verifier: Path) -> Breakdown | None:
    """The tests of the verifier's report; None where there is no report."""
    for name, read in _REPORTS.items():
        report = verifier / name
        if not is_file(report):
            continue
        source = report.relative_to(trial).as_posix()
        try:
            return read(read_bytes(report), source)
        except TraceError as error:
            return Breakdown(parts=(f"file:{source}",), problem=f"{error}.")
    return None


def _rewards(result: Mapping[str, Json], verifier: Path) -> tuple[Mapping[str, Json], str]:
    """Rewards by name as recorded, and why there are none."""
    if "verifier_result" in result and result["verifier_result"] is None:
        return {}, _NOT_GRADED
    recorded = mapping_of(mapping_of(result.get("verifier_result")).get("rewards"))
    if recorded:
        return recorded, ""
    for name in ("reward.json", "reward.txt"):
        if is_file(verifier / name):
            found = _file(verifier / name)
            rewards = found if isinstance(found, Mapping) else {_REWARD: found}
            return rewards, f"{name} holds no number"
    return {}, _NOT_GRADED


def _is_valid(result: Mapping[str, Json]) -> bool:
    told = result.get("reward_valid")
    if isinstance(told, bool):
        return told
    return status_of(result) is not RunStatus.INFRA_ERROR


def _exception(result: Mapping[str, Json]) -> str:
    found = mapping_of(result.get("exception_info")).get("exception_type")
    return found if isinstance(found, str) else "the trial says so"


def _as(found: Json) -> float:
    """The number; NaN for what is none."""
    try:
        return float(found) if isinstance(found, int | float) else math.nan
    except OverflowError:
        return math.nan


def _is_number(number: float) -> bool:
    return math.isfinite(number)


def _file(path: Path) -> Json:
    """What a small JSON file holds; None where it is missing, empty or no JSON."""
    try:
        return json_tolerant.parse(read_bytes(path))
    except (TraceError, ValueError):
        return None
