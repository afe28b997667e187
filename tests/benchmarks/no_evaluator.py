"""The app with an evaluator that looks at nothing, started as `ckpt-tui` is."""

import sys

from ckpt_tui.cli import main
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.services import sample_runs
from tests.benchmarks.workspaces import MIXED

# A mark beside a step, as a hit would have it: the same has to be painted.
_MARK = Evidence(step=3, native=4, part="calls[0].result", span=(0, 4), quote="seen")
_VERDICTS = [
    Verdict(status=Status.PASS, reason="Nothing was looked at.", evidence=(_MARK,)),
    Verdict(status=Status.FAIL, reason="Nothing was looked at."),
]


_turns: dict[int, int] = {}
# The edited one stands in front of these.
_LISTED = len(MIXED) + 1


def nothing(check: Check, view: TraceView) -> Verdict:
    """The other word for each new check; the list as it was opened is met.

    So the gate opens and closes behind the edited check, and every cell is painted anew.
    """
    del view
    turn = _turns.setdefault(id(check), len(_turns))
    return _VERDICTS[0 if turn < _LISTED else turn % 2]


if __name__ == "__main__":
    sample_runs.decided = nothing
    sys.exit(main.run(sys.argv[1:]))
