"""The breakdown in a report of any known verifier, told apart by its content."""

from collections.abc import Mapping

from ckpt_tui.adapters.readers.breakdown_ctrf import ctrf_breakdown
from ckpt_tui.adapters.readers.breakdown_junit import junit_breakdown
from ckpt_tui.adapters.readers.breakdown_swe_bench import swe_bench_breakdown
from ckpt_tui.adapters.readers.breakdown_tac import tac_breakdown
from ckpt_tui.adapters.readers.breakdown_tau import tau_breakdown
from ckpt_tui.adapters.readers.breakdown_terminal_bench import terminal_bench_breakdown
from ckpt_tui.adapters.readers.json_places import NOWHERE, Spot, document
from ckpt_tui.core.breakdown import Breakdown
from ckpt_tui.errors import TraceError

_TAU_KEYS = frozenset(
    {"simulations", "reward_info", "reward_breakdown", "action_checks", "db_check"}
)


def breakdown_of(raw: bytes, source: str, name: str) -> Breakdown:
    """The tests of one run.

    `name` is the run's task, instance or trial; it counts where the report holds more than one
    run. Raises TraceError for a report of no known verifier.
    """
    if raw.lstrip().startswith(b"<"):
        return junit_breakdown(raw, source)
    report = document(raw)
    members = report.members()
    results = members.get("results", NOWHERE)
    if "tests" in results.members():
        return ctrf_breakdown(raw, source)
    if "parser_results" in members or results.is_array:
        return terminal_bench_breakdown(raw, source, _needed(name, results))
    if members.get("checkpoints", NOWHERE).is_array:
        return tac_breakdown(raw, source)
    if report.is_array or not _TAU_KEYS.isdisjoint(members):
        listed = members.get("simulations", report)
        return tau_breakdown(raw, source, _needed(name, listed))
    instances = [key for key, spot in members.items() if _is_graded(spot)]
    if instances:
        return swe_bench_breakdown(raw, source, name if len(instances) > 1 else instances[0])
    raise TraceError(
        f"{source}: no report of a known verifier; known are CTRF, JUnit XML, SWE-bench, "
        "Terminal-Bench, tau-bench and TheAgentCompany"
    )


def _needed(name: str, listed: Spot) -> str:
    """The name, where a list of runs holds more than one."""
    return name if len(listed.elements()) > 1 else ""


def _is_graded(spot: Spot) -> bool:
    """Whether a member is what the SWE-bench harness says of one instance."""
    value = spot.value
    return isinstance(value, Mapping) and ("resolved" in value or "FAIL_TO_PASS" in value)
