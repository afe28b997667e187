"""What the SWE-bench harness says of a whole run: which instances were resolved, without tests.

Read are `<model>.<run>.json` of the harness and `results/results.json` of the leaderboard.
"""

from collections.abc import Mapping
from typing import Final

from ckpt_tui.core.trace import Json, Outcome

_RESOLVED: Final = ("resolved_ids", "resolved")
_NOT_GRADED: Final = ("error_ids", "install_fail", "reset_failed")
_NO_PATCH: Final = ("empty_patch_ids", "no_generation")
_UNRESOLVED: Final = ("unresolved_ids", "no_apply", "applied", "test_errored", "test_timeout")


def summary_outcome(found: Mapping[str, Json], instance: str) -> Outcome | None:
    """The word on one instance; None where this is no such summary or does not name it."""
    listed = {key for key, names in found.items() if isinstance(names, list) and instance in names}
    if not any(isinstance(found.get(key), list) for key in _RESOLVED):
        return None
    if not listed.isdisjoint(_RESOLVED):
        return Outcome(passed=True)
    if not listed.isdisjoint(_NOT_GRADED):
        return Outcome(reason="the harness could not grade it")
    if not listed.isdisjoint(_NO_PATCH):
        return Outcome(passed=False, reason="no patch was handed in")
    return None if listed.isdisjoint(_UNRESOLVED) else Outcome(passed=False)
