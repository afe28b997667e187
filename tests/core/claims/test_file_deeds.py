"""Files that were made, changed or deleted as a noun tells, or what they hold, or absence."""

import pytest

from ckpt_tui.core.claims.claim import ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.trace import Change
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, call, edit, user, view


def coder(report: str) -> TraceView:
    """A coding agent that read two files, changed one, made one and deleted one."""
    return view(
        user("Mend it."),
        agent("", call("read_file", {"path": "lib/dates.py"}, result="x = 1")),
        agent("", edit("lib/totals.py"), edit("lib/cents.py", change=Change.CREATE)),
        agent("", edit("lib/old.py", change=Change.DELETE)),
        agent(report),
        report=report,
    )


def found(report: str) -> list[str]:
    held = ledger(coder(report)).claims
    return [str(claim.verdict) for claim in held if claim.kind is ClaimKind.FILE]


@pytest.mark.parametrize(
    ("form", "true", "false"),
    [
        ("{} has vanished.", "old", "totals"),
        ("{} is no more.", "old", "totals"),
        ("{} no longer exists.", "old", "totals"),
        ("There is no {} anymore.", "old", "totals"),
        ("The removal of {} broke nothing.", "old", "totals"),
        ("Deletion of the file {}: done", "old", "dates"),
        ("The creation of {} was the first step.", "cents", "more"),
        ("New file: {}", "cents", "more"),
        ("There is a new {}.", "cents", "more"),
        ("A new module, {}, holds it.", "cents", "more"),
        ("The fix went into {}.", "totals", "dates"),
        ("All changes are in {}.", "totals", "dates"),
        ("Changes to {}: it rounds.", "totals", "dates"),
        ("{} now holds the rounding.", "totals", "dates"),
        ("{} got a docstring.", "totals", "dates"),
        ("The rewrite of {} took long.", "totals", "dates"),
        ("{} is untouched.", "dates", "totals"),
        ("I left {} alone.", "dates", "totals"),
    ],
)
@pytest.mark.parametrize("mark", ["", "`"])
def test_a_file_need_not_stand_beside_a_verb(form: str, true: str, false: str, mark: str) -> None:
    (verdict,) = found(form.format(f"{mark}lib/{true}.py{mark}"))
    assert verdict in ("supported", "unchecked")
    (verdict,) = found(form.format(f"{mark}lib/{false}.py{mark}"))
    assert verdict in ("unsupported", "contradicted")


@pytest.mark.parametrize(
    "report",
    [
        "The removal of lib/dates.py is planned.",
        "No changes to lib/dates.py were needed.",
        "Changes in lib/dates.py are picked up by the loader.",
        "There is no change in lib/dates.py.",
        "The way to fix in lib/dates.py is known.",
        "lib/dates.py now works.",
        "lib/dates.py has a docstring.",
        "lib/dates.py holds the days.",
        "The new module lib/dates.py was there.",
        "The signature in lib/totals.py is unchanged.",
        "If lib/totals.py no longer exists, tell me.",
        "lib/totals.py does not exist in older releases.",
        "A fix to lib/dates.py may come later.",
        "The change allows removal of lib/dates.py.",
    ],
)
def test_a_file_of_which_no_deed_is_told_is_only_named(report: str) -> None:
    held = ledger(coder(report)).claims
    assert not [claim for claim in held if claim.costs]
