"""The app with an evaluator that looks at nothing, started as `ckpt-tui` is."""

import sys

from ckpt_tui.cli import main
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.services import sample_runs

# A mark beside a step, as a hit would have it: the same has to be painted.
_MARK = Evidence(step=3, native=4, part="calls[0].result", span=(0, 4), quote="seen")
_VERDICTS = [
    Verdict(status=Status.PASS, reason="Nothing was looked at.", evidence=(_MARK,)),
    Verdict(status=Status.FAIL, reason="Nothing was looked at."),
]


_turns: dict[int, int] = {}


def nothing(check: Check, view: TraceView) -> Verdict:
    """The other word for each new check, so that every cell is painted anew."""
    del view
    return _VERDICTS[_turns.setdefault(id(check), len(_turns)) % 2]


if __name__ == "__main__":
    sample_runs.decided = nothing
    sys.exit(main.run(sys.argv[1:]))
