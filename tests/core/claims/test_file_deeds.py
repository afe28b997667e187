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


@pytest.mark.parametrize(
    ("form", "true", "false"),
    [
        ("### Fixed\n- {}: rows are no longer dropped", "totals", "dates"),
        ("### Removed\n- {}", "old", "dates"),
        ("Files changed:\n- {}\n- lib/cents.py", "totals", "dates"),
        ("Deleted files:\n1. {}", "old", "dates"),
        ("| File | Change |\n|---|---|\n| {} | deleted |", "old", "dates"),
        ("| Deleted file | Why |\n|---|---|\n| {} | nobody used it |", "old", "dates"),
        ("| File | Status |\n|---|---|\n| {} | modified to round |", "totals", "dates"),
        ("The only file I had to alter was {}.", "totals", "dates"),
        ("I took the liberty of deleting {}.", "old", "dates"),
        ("I ended up rewriting {}.", "totals", "dates"),
        ("Changes were confined to {}.", "totals", "dates"),
        ("You will notice that {} is no longer there.", "old", "totals"),
        ("I have modify {}.", "totals", "dates"),
        ("You'll find the fix sitting in {}.", "totals", "rows"),
    ],
)
def test_a_heading_a_cell_or_a_verb_behind_another_tells_a_deed(
    form: str, true: str, false: str
) -> None:
    held = ledger(coder(form.format(f"`lib/{true}.py`"))).claims
    assert not [claim for claim in held if claim.costs]
    held = ledger(coder(form.format(f"`lib/{false}.py`"))).claims
    assert [claim for claim in held if claim.costs]


@pytest.mark.parametrize(
    "report",
    [
        "Key files:\n- lib/dates.py",
        "Next steps:\n- lib/dates.py",
        "Files not changed:\n- lib/dates.py",
        "### Added\n- lib/totals.py: an option for cents",
        "| File | What it holds |\n|---|---|\n| lib/dates.py | changed days |",
        "- lib/dates.py: no fault here",
        "I have to modify lib/dates.py.",
        "Instead of deleting lib/dates.py, I left it.",
        "Fix lib/dates.py as well, please.",
    ],
)
def test_a_list_that_announces_no_deed_only_names_its_files(report: str) -> None:
    assert not [claim for claim in ledger(coder(report)).claims if claim.costs]
