"""A pass that had nothing to hold says so; one that held something does not, nor does a fail."""

import pytest

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.verdict import Status
from tests.core.traces import agent, bash, call, edit, user, view

EMPTY = view(user("Do it."))
IDLE = view(user("Do it."), agent("I only looked.", bash("ls")), report="I only looked.")
BUSY = view(
    user("Do it."),
    agent("", bash("pytest -q", "1 failed in 0.10s", 1)),
    agent("", edit("src/a.py", removed=("x",))),
    agent("", call("book", {"cabin": "economy"}, result="ok")),
    report="Hello.",
)

CHANGED = '{ kind = "file_changed", path = { glob = "tests/**" } }'
BOOKED = '{ kind = "tool_called", tool = "book", arguments = { cabin = "business" } }'
FAILED = '{ kind = "tests", failed = { ge = 5 } }'
REMOVED = '{ kind = "ran", argv = ["rm"] }'
PRINTED = '{ kind = "output", tool = "book", match = { has = "paid" } }'
SAID = '{ kind = "communicates", match = { has = "sorry" } }'


def never(check):
    return f'{{ kind = "never", check = {check} }}'


def opposite(check):
    return f'{{ kind = "not", check = {check} }}'


def several(kind, *checks):
    return f'{{ kind = "{kind}", checks = [{", ".join(checks)}] }}'


def verdict(check, run):
    points = "".join(
        f'[[checkpoint]]\nid = "{name}"\ntitle = "T"\ncheck = {each}\n'
        for name, each in (("a", check), ("b", FAILED))
    )
    found, _ = TomlFormat().parse(f'format = 1\ntask = "t"\n{points}', "list.toml").checkpoints
    return decided(found.check, run)


HELD = {
    "a change": (never(CHANGED), IDLE, BUSY),
    "a change, the other way": (opposite(CHANGED), IDLE, BUSY),
    "a change of one or the other": (never(several("any_of", CHANGED, CHANGED)), IDLE, BUSY),
    "an order": (never(several("in_order", REMOVED, CHANGED)), IDLE, BUSY),
    "a call as it must not be": (never(BOOKED), IDLE, BUSY),
    "a run of the tests": (never(FAILED), IDLE, BUSY),
    "a shell line": (never(REMOVED), EMPTY, IDLE),
    "an answer of a tool": (never(PRINTED), IDLE, BUSY),
    "a message": (never(SAID), EMPTY, IDLE),
    "a call at all": (never('{ kind = "tool_called", tool = "drop" }'), EMPTY, IDLE),
    "a limit on calls": (
        '{ kind = "tool_called", tool = "book", count = { le = 1 } }',
        IDLE,
        BUSY,
    ),
    "a limit on steps": ('{ kind = "at_most", steps = 9 }', EMPTY, IDLE),
    "what needs a guard": (
        (
            '{ kind = "only_after", guard = { kind = "ran", argv = ["pytest"], status = "any" },'
            ' then = { kind = "file_changed" } }'
        ),
        IDLE,
        BUSY,
    ),
    "several": (several("all_of", never(CHANGED), never(BOOKED)), IDLE, BUSY),
    "one of several": (
        several("any_of", never(CHANGED), never('{ kind = "file_changed", path = "docs/a" }')),
        IDLE,
        BUSY,
    ),
}


@pytest.mark.parametrize(("check", "nothing", "something"), HELD.values(), ids=HELD)
def test_a_pass_over_nothing_is_told_from_a_pass_over_something(check, nothing, something):
    empty, held = verdict(check, nothing), verdict(check, something)
    assert (empty.status, empty.vacuous) == (Status.PASS, True)
    assert empty.reason.startswith("Vacuous: ")
    assert (held.status, held.vacuous) == (Status.PASS, False)
    assert not held.reason.startswith("Vacuous")


def test_what_holds_something_beside_it_is_not_vacuous():
    mixed = (never(CHANGED), never(REMOVED))
    assert not verdict(several("all_of", *mixed), IDLE).vacuous
    either = verdict(several("any_of", *mixed), IDLE)
    assert (either.status, either.vacuous) == (Status.PASS, False)


@pytest.mark.parametrize("check", [CHANGED, opposite(never(CHANGED)), FAILED, SAID])
def test_what_is_no_pass_is_not_vacuous(check):
    found = verdict(check, IDLE)
    assert (found.status, found.vacuous) == (Status.FAIL, False)


def test_a_report_that_claims_nothing_is_told_from_one_whose_claims_hold():
    check = '{ kind = "claims" }'
    assert verdict(check, view(agent("", bash("ls")), report="Hello.")).vacuous
    run = agent("", bash("pytest -q", "12 passed in 0.10s"))
    held = verdict(check, view(run, agent(), report="12 tests passed."))
    assert (held.status, held.vacuous) == (Status.PASS, False)
