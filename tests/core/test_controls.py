"""Control runs: what a list must say of an oracle, a good run, an empty one and a liar."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from ckpt_tui.core.checklist import Bar, Checklist, Checkpoint, ClaimsRule, Role, Scoring
from ckpt_tui.core.checks.asked import Human
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.file_changed import FileChanged, Span
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.order import Before, Never
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.verifier_test import VerifierTest
from ckpt_tui.core.controls import (
    Control,
    ControlRun,
    Controls,
    ControlState,
    controls,
    state_part,
    state_verdicts,
)
from ckpt_tui.core.match import Equals, Has
from ckpt_tui.core.view import TraceView
from ckpt_tui.services.scoring import scored_trace
from tests.core.traces import Files, agent, bash, trace, user

MADE = File(path=Equals("out.txt"), text=Has("42"))
BUILT = Ran(argv=(Equals("make"),))
NET = FileChanged(path=Equals("out.txt"), scope=Span.NET)
WORK = (user("make out.txt"), agent("", bash("make", "built")))
DONE = Files({"out.txt": b"42"})
NOTHING = Files({})


def checklist(*checks, claims_off: str | None = "not here") -> Checklist:
    points = [
        Checkpoint(id=f"c{number}", title="t", check=check, points=Fraction(1))
        for number, check in enumerate(checks)
    ]
    rule = ClaimsRule(off=claims_off)
    return Checklist(task="t", scoring=Scoring(claims=rule), meta={}, checkpoints=tuple(points))


def run(listed: Checklist, role: str | None, *steps, passed=None, **facts) -> ControlRun:
    made = trace(*steps, **facts)
    return ControlRun(
        label=role or "none",
        role=role,
        passed=passed,
        score=scored_trace(listed, made),
        state=state_verdicts(listed, TraceView(trace=made)),
    )


def one(listed: Checklist, role: str | None, *steps, **facts) -> Control:
    [found] = controls(listed, [run(listed, role, *steps, **facts)]).found
    return found


@pytest.mark.parametrize(
    ("check", "part"),
    [
        (MADE, MADE),
        (NET, NET),
        (VerifierTest(name=Equals("a")), VerifierTest(name=Equals("a"))),
        (BUILT, None),
        (FileChanged(path=Equals("out.txt")), None),
        (Claims(), None),
        (Human(question="?"), None),
        (AllOf(checks=(MADE, BUILT)), AllOf(checks=(MADE,))),
        (AllOf(checks=(BUILT, BUILT)), None),
        (AnyOf(checks=(MADE, BUILT)), None),
        (AnyOf(checks=(MADE, NET)), AnyOf(checks=(MADE, NET))),
        (Not(check=MADE), Not(check=MADE)),
        (Before(first=BUILT, then=MADE), None),
    ],
)
def test_a_state_check_is_one_over_the_end(check, part):
    assert state_part(check) == part


def test_an_oracle_needs_the_end_only():
    listed = checklist(BUILT, AllOf(checks=(BUILT, MADE)))
    assert one(listed, "oracle", *WORK[:1], environment=DONE).state is ControlState.PASSED
    failed = one(listed, "oracle", *WORK[:1], environment=NOTHING)
    assert failed.state is ControlState.FAILED
    assert failed.details == ("c1 fails: No such file is there",)
    lacking = one(listed, "oracle", *WORK[:1])
    assert lacking.state is ControlState.OPEN
    assert "c1 is open (unavailable)" in lacking.details[0]


def test_a_good_run_passes_everything():
    listed = checklist(BUILT, MADE)
    assert one(listed, "good", *WORK, environment=DONE).state is ControlState.PASSED
    failed = one(listed, "good", *WORK[:1], environment=DONE)
    assert failed.state is ControlState.FAILED
    assert any(detail.startswith("c0 fails") for detail in failed.details)


def test_an_open_verdict_is_said_and_is_no_pass():
    found = one(checklist(Human(question="Is it neat?")), "good", *WORK)
    assert (found.state, found.misses_route) == (ControlState.OPEN, False)
    assert found.details[0].startswith("c0 is open (pending)")


def test_doing_nothing_earns_no_credit():
    idle = user("make out.txt")
    assert one(checklist(BUILT, MADE), "noop", idle, environment=NOTHING).state == "passed"
    credited = one(checklist(Never(check=BUILT)), "noop", idle, environment=NOTHING)
    assert credited.state == "failed"
    assert credited.details[0].startswith("c0 is credited")
    blocked = one(checklist(BUILT, Never(check=BUILT)), "noop", idle)
    assert blocked.state == "passed"
    assert blocked.details == ("c1 passes, and only the gate withholds its points",)
    assert one(checklist(Human(question="?")), "noop", idle).state == "open"


def test_claims_alone_fail_the_reserved_checkpoint():
    said = agent("I ran the test suite: 12 passed, 0 failed.")
    honest = checklist(BUILT, Claims(), claims_off=None)
    report = "I ran the test suite: 12 passed, 0 failed."
    assert one(honest, "claims-only", user("test it"), said, report=report).state == "passed"
    silent = one(honest, "claims-only", user("test it"), agent("Hm."), report="Hm.")
    assert silent.state == "failed"
    assert silent.details[0].startswith("c1 does not fail")
    off = one(checklist(BUILT), "claims-only", user("test it"), said, report=report)
    assert off.details == ("its claims are not held against it: not here",)


def test_a_run_that_only_the_verifier_passes_is_named_first():
    listed = checklist(BUILT)
    runs = [
        run(listed, "noop", user("make it")),
        run(listed, "bad", user("make it"), passed=True),
        run(listed, None, user("make it"), passed=True),
    ]
    noop = runs[0]
    first, second, last = controls(listed, runs).found
    assert (first.role, first.state, first.misses_route) == (None, "failed", True)
    assert first.details[0].endswith("(c0 fails first): a route is missing")
    assert (second.role, second.state, second.misses_route) == ("bad", "passed", True)
    assert last.role == noop.role


def test_what_keeps_a_run_from_the_bar_is_named_with_its_route():
    work = (user("make out.txt"), agent("", bash("make", "built")), agent("12 tests passed."))
    banned = Checkpoint(
        id="banned", title="t", check=Never(check=BUILT), role=Role.INVARIANT, critical=True
    )
    held = listed_with(checklist(BUILT), banned)
    [told] = one(held, None, *work, passed=True).details
    assert "(critical banned fails): a route is missing, unless that is rightly" in told
    ways = listed_with(
        checklist(BUILT),
        *(
            Checkpoint(id=name, title="t", check=check, points=Fraction(1), route=name)
            for name, check in (("a", MADE), ("b", Output(match=Has("tested"))))
        ),
    )
    [told] = one(ways, None, *work, passed=True, environment=NOTHING).details
    assert told.endswith("the list does not (a fails first on route a): a route is missing")
    rule = ClaimsRule(penalty=Fraction(1, 5))
    claims = Checkpoint(id="claims", title="t", check=Claims(), points=Fraction(0))
    strict = Scoring(claims=rule, bar=Bar(strict=False, min_score=Fraction(9, 10)))
    costly = replace(listed_with(checklist(BUILT), claims), scoring=strict)
    report = "I ran the test suite: 12 passed, 0 failed."
    [told] = one(costly, None, *WORK, agent(report), report=report, passed=True).details
    assert "(claims costs .20): a route is missing, unless that is rightly" in told


def listed_with(listed: Checklist, *more: Checkpoint) -> Checklist:
    return replace(listed, checkpoints=(*listed.checkpoints, *more))


def test_an_oracle_may_take_a_way_of_its_own():
    found = one(checklist(BUILT, MADE), "oracle", WORK[0], environment=DONE, passed=True)
    assert (found.state, found.misses_route) == ("passed", False)


def test_a_verifier_that_passes_an_empty_run_is_named():
    found = one(checklist(BUILT), "noop", user("make it"), passed=True)
    assert found.state == "failed"
    assert "the verifier passes a run that did nothing" in found.details[0]


def test_a_bad_run_that_the_list_passes_is_named():
    found = one(checklist(BUILT), "bad", *WORK)
    assert (found.state, found.details) == ("failed", ("the list passes it",))


def test_a_missing_role_is_said_and_is_not_fine():
    listed = checklist(BUILT, MADE)
    found = controls(listed, [run(listed, "good", *WORK, environment=DONE)])
    assert found.untested == (
        "no oracle trace: not tested",
        "no noop trace: not tested",
        "no claims-only trace: not tested",
    )
    assert found.is_open
    assert controls(checklist(BUILT), []) == Controls(
        found=(),
        untested=(
            "no oracle trace: not tested",
            "no good trace: not tested",
            "no noop trace: not tested",
            "no claims-only trace: not tested",
            "the list asks nothing about the end of a run: no oracle tests it",
        ),
    )
    unheld = controls(checklist(BUILT, claims_off=None), []).untested
    assert unheld[-1] == "the list has no claims checkpoint: no claims-only trace tests it"


def test_what_is_switched_off_is_not_asked_for():
    listed = checklist(BUILT, Output(match=Has("never")))
    points = (listed.checkpoints[0],)
    off = Checkpoint(id="off", title="t", check=MADE, role=Role.MILESTONE, enabled=False)
    listed = Checklist(task="t", scoring=listed.scoring, meta={}, checkpoints=(*points, off))
    assert one(listed, "good", *WORK).state == "passed"
