"""The app with an evaluator that looks at nothing, started as `ckpt-tui` is."""

import sys

from ckpt_tui.cli import main
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.digest import check_digest
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.services import verdicts

_VERDICTS = [
    Verdict(status=status, reason="Nothing was looked at.") for status in (Status.PASS, Status.FAIL)
]


def nothing(check: Check, view: TraceView) -> Verdict:
    """Another word for another check, so that as much is painted as by a real one."""
    return _VERDICTS[int(check_digest(check, view.workdir)[-1], 16) % 2]


if __name__ == "__main__":
    verdicts.decided = nothing
    sys.exit(main.run(sys.argv[1:]))
