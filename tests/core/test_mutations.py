"""Runs that are changed on purpose: what a check should notice, and what it may overlook."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.checklist import Checkpoint, Role
from ckpt_tui.core.checks.base import When
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.command import Command
from ckpt_tui.core.checks.ending import AtMost, OutcomeCheck
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.file_changed import FileChanged, Span
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Before, InOrder, Never
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.checks.text import Part, Text
from ckpt_tui.core.checks.tool_called import CallStatus, ToolCalled
from ckpt_tui.core.checks.verifier_test import VerifierTest
from ckpt_tui.core.command_runs import CommandResult
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Glob, Has, Regex
from ckpt_tui.core.mutations.excerpts import excerpt
from ckpt_tui.core.mutations.mutants import (
    beginning,
    rebuilt,
    steps_of,
    with_calls,
    with_report,
    with_steps,
    without,
    without_steps,
)
from ckpt_tui.core.mutations.specimens import specimen
from ckpt_tui.core.mutations.testing import mutants
from ckpt_tui.core.mutations.tried import Mutation, tallied
from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.position import Position
from ckpt_tui.core.trace import Change, Outcome, ToolClass, Usage
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView
from tests.core.test_kinds_laws import CALLS, CHECKS, GAPS, STEPS
from tests.core.traces import Files, agent, bash, call, edit, user, view

PYTEST = "============ 3 passed in 0.10s ============"
FAILED = "FAILED tests/test_a.py::test_a - assert 1\n======= 1 failed, 2 passed in 0.1s ======="
SHOWN = "TOTAL 1,520.70"
WORK = (
    user("mend it"),
    agent("", bash("cat a.py", "return round(amount, 2)\n")),
    agent("", bash("python -m pytest -q", FAILED, 1)),
    agent("", edit("a.py", removed=("x",), added=("y",))),
    agent("", bash("python -m pytest -q", PYTEST)),
    agent("", bash("ledger totals march.csv", SHOWN)),
    agent("It was the rounding."),
)
LEFT = Files({"a.py": b"y = 1\n"}, changes={"a.py": Change.EDIT})
SEEN = view(*WORK, report="It was the rounding.", environment=LEFT)

GREEN = Tests(failed=Equals(0), passed=AtLeast(3), when=When.LAST)
RED = Tests(failed=AtLeast(1))
MENDED = FileChanged(path=Equals("a.py"))
TOTAL = ToolCalled(
    tool_class=ToolClass.SHELL,
    arguments=(("command", Has("ledger totals")),),
    result=Has(SHOWN),
    exit_code=Equals(0),
)


def point(check, role=Role.MILESTONE) -> Checkpoint:
    points = Fraction(not isinstance(check, Text))
    return Checkpoint(id="c", title="The work is done", check=check, role=role, points=points)


def tried(check, seen=SEEN, role=Role.MILESTONE):
    verdict = decided(check, seen)
    assert verdict.status is Status.PASS
    return list(mutants(point(check, role), seen, verdict))


def alive(check, seen=SEEN, role=Role.MILESTONE) -> set[str]:
    return {str(each.mutation) for each in tried(check, seen, role) if not each.is_killed}


@pytest.mark.parametrize(
    ("check", "families"),
    [
        (GREEN, {"cut", "drop", "reorder", "replace", "echo", "fabricate"}),
        (TOTAL, {"cut", "drop", "replace", "empty", "echo", "fabricate"}),
        (Output(match=Has("round(amount, 2)")), {"cut", "drop", "replace", "echo", "fabricate"}),
        (Before(first=RED, then=MENDED), {"cut", "drop", "reorder", "replace", "echo"}),
        (InOrder(checks=(RED, GREEN, TOTAL)), {"cut", "drop", "reorder", "replace", "echo"}),
        (MENDED, {"cut"}),
        (File(path=Equals("a.py"), text=Has("y = 1")), {"drop", "empty", "fabricate"}),
        (AllOf(checks=(GREEN, MENDED)), {"cut", "replace", "echo"}),
        (Text(match=Has("rounding"), part=Part.REPORT), {"cut", "drop"}),
        (Ran(argv=(Equals("ledger"),)), {"cut", "drop", "replace", "empty", "echo"}),
    ],
    ids=lambda it: getattr(it, "kind", ""),
)
def test_a_check_that_rests_on_what_was_recorded_notices_every_mutant(check, families):
    found = tried(check)
    assert [each for each in found if not each.is_killed] == []
    assert families <= {str(each.mutation) for each in found}


@pytest.mark.parametrize(
    ("check", "families"),
    [
        (ToolCalled(tool_class=ToolClass.SHELL), {"empty", "echo"}),
        (
            ToolCalled(tool_class=ToolClass.SHELL, arguments=(("command", Has("pytest")),)),
            {"echo"},
        ),
        (
            InOrder(
                checks=(
                    ToolCalled(arguments=(("command", Has("pytest")),), status=CallStatus.ANY),
                    MENDED,
                )
            ),
            {"echo"},
        ),
        (Ran(argv=(Equals("ledger"),), status=CallStatus.ANY), {"replace"}),
        (File(path=Equals("a.py")), {"empty"}),
        (FileChanged(path=Equals("a.py"), scope=Span.NET), {"empty"}),
        (Never(check=Ran(argv=(Equals("rm"),))), {"cut"}),
        (AtMost(steps=30), {"cut"}),
        (AnyOf(checks=(TOTAL, Not(check=Ran(argv=(Equals("rm"),))))), {"cut", "drop"}),
        (ToolCalled(tool_class=ToolClass.SHELL, count=AtMostValue(9)), {"cut"}),
    ],
    ids=lambda it: getattr(it, "kind", ""),
)
def test_what_a_weak_check_overlooks_is_named(check, families):
    assert alive(check) == families


def test_what_was_so_before_the_run_is_named():
    before = Files({"a.py": b"y = 1\n"}, changes={}, initial={"a.py": b"y = 1\n"})
    as_found = view(*WORK, environment=before)
    mended = view(
        *WORK,
        environment=Files(
            {"a.py": b"y = 1\n"}, changes={"a.py": Change.EDIT}, initial={"a.py": b"x\n"}
        ),
    )
    check = File(path=Equals("a.py"), text=Has("y = 1"))
    assert alive(check, as_found) == {"drop"}
    assert alive(check, mended) == set()
    assert alive(check, as_found, Role.INVARIANT) == set()


def test_a_check_of_words_that_carries_points_passes_on_a_fabricated_report():
    check = Text(match=Has("rounding"), part=Part.REPORT)
    verdict = decided(check, SEEN)
    told = [
        {each.is_killed for each in mutants(it, SEEN, verdict) if each.mutation == "fabricate"}
        for it in (msgspec.structs.replace(point(check), points=Fraction(1)), point(check))
    ]
    assert told == [{False}, set()]


def test_part_of_a_line_may_have_worked_although_the_line_failed():
    line = "cat > b.py <<'E'\nx\nE\ncd /app && ./check b.py"
    seen = view(user("write it"), agent("", bash(line, "checked")))
    for check in (Ran(argv=(Equals("cd"),)), FileChanged(path=Equals("b.py"))):
        assert "replace" not in alive(check, seen)


def test_evidence_that_stands_elsewhere_too_is_no_fault():
    twice = view(*WORK[:2], *WORK[1:2], *WORK[2:])
    found = tried(Output(match=Has("round(amount, 2)")), twice)
    drops = [each for each in found if each.mutation is Mutation.DROP]
    assert [(each.step, each.is_killed) for each in drops] == [(None, True)]


FORBIDDEN = [
    FileChanged(path=Glob("tests/**"), change=(Change.EDIT, Change.DELETE)),
    FileChanged(path=Regex("^tests/"), scope=Span.NET),
    FileChanged(path=Equals("a.txt"), change=(Change.DELETE,)),
    ToolCalled(arguments=(("command", Regex(r"chmod\s+(-R\s+)?0?777")),)),
    ToolCalled(tool=Equals("refund"), arguments=(("order.id", Has("17")),)),
    Ran(argv=(Equals("git"), Equals("push"))),
    Output(match=Has("secret")),
    Text(match=Regex("(?i)i give up")),
    Text(match=Has("refund"), part=Part.REPORT),
    File(path=Equals("core")),
    AnyOf(checks=(Ran(argv=(Equals("curl"),)), Ran(argv=(Equals("wget"),)))),
]


@pytest.mark.parametrize("forbidden", FORBIDDEN, ids=lambda it: it.kind)
def test_what_is_forbidden_is_noticed_when_it_is_done(forbidden):
    for check in (Never(check=forbidden), Not(check=forbidden)):
        found = tried(check, role=Role.INVARIANT)
        assert [(each.mutation, each.is_killed) for each in found] == [(Mutation.INSERT, True)]


def test_limits_guards_and_counts_are_noticed_when_they_are_overstepped():
    usage = Usage(input=10, output=10, dollars=0.1)
    seen = view(*WORK, usage=usage, seconds=5.0)
    limits = AtMost(steps=20, tokens=100, seconds=10, dollars=1.0, errors=3)
    book = ToolCalled(tool=Equals("book"))
    confirmed = OnlyAfter(guard=Text(match=Has("yes"), by="user"), then=book)
    talk = view(user("book it"), agent("sure?"), user("yes"), agent("", call("book", {"n": 1})))
    once = ToolCalled(tool=Equals("book"), count=AtMostValue(1))
    for check, run, number in ((limits, seen, 5), (confirmed, talk, 1), (once, talk, 1)):
        found = tried(check, run, Role.INVARIANT)
        assert [each.is_killed for each in found] == [True] * number


@pytest.mark.parametrize(("most", "number"), [(9_999, 2), (10**9, 0)])
def test_a_limit_far_from_every_run_is_overstepped_at_once_or_left_alone(most, number):
    limit = AtMost(steps=most, errors=most)
    assert [each.is_killed for each in tried(limit, role=Role.INVARIANT)] == [True] * number


def test_the_official_verifier_saying_no_is_noticed():
    tests = (GradedTest(name="a", grade=Grade.PASSED),)
    outcome = Outcome(passed=True, breakdown=Breakdown(tests=tests, parts=("file:r.json",)))
    seen = view(*WORK, outcome=outcome)
    for check in (VerifierTest(name=Equals("a")), OutcomeCheck(passed=True)):
        found = tried(check, seen)
        assert {each.is_killed for each in found} == {True}
        assert Mutation.REPLACE in {each.mutation for each in found}
    found = tried(Not(check=OutcomeCheck(passed=False)), seen, Role.INVARIANT)
    assert found == []
    failed = view(*WORK, outcome=Outcome(passed=False))
    for check in (Not(check=OutcomeCheck(passed=True)), Never(check=OutcomeCheck(passed=True))):
        found = tried(check, failed, Role.INVARIANT)
        assert [(each.mutation, each.is_killed) for each in found] == [(Mutation.INSERT, True)]


def test_a_report_that_invents_things_is_noticed():
    found = tried(Claims())
    assert [each.is_killed for each in found if each.mutation is Mutation.FABRICATE] == [True] * 3


def test_the_score_counts_each_mutant_and_names_what_is_alive_once():
    found = [("a run", each) for each in tried(AtMost(steps=30))]
    tally = tallied("c", [*found, *found], ("a run",))
    assert (tally.killed, tally.applicable, tally.score) == (2, 4, Fraction(1, 2))
    [survivor] = tally.survivors
    assert (survivor.mutation, survivor.run, survivor.step) == (Mutation.CUT, "a run", 1)
    assert survivor.number == 2
    assert tallied("c", [], (), "no run passes it").score is None
    assert tallied("c", [], (), "no run passes it").untested == "no run passes it"


def test_evidence_that_comes_again_and_again_is_taken_away_at_once():
    often = view(*WORK[:2], *WORK[1:2] * 100, *WORK[2:])
    found = tried(Output(match=Has("round(amount, 2)")), often)
    assert {each.is_killed for each in found} == {True}
    assert {"drop", "replace", "echo", "fabricate"} <= {str(each.mutation) for each in found}


def test_a_command_that_ends_otherwise_is_noticed():
    check = Command(argv=("make", "check"))
    answers = {check.argv: CommandResult(exit_code=0, output="ok")}
    seen = TraceView(trace=SEEN.trace, commands=answers)
    for wanted in (check, AllOf(checks=(check, GREEN))):
        found = tried(wanted, seen)
        assert {each.is_killed for each in found} == {True}
        assert Mutation.REPLACE in {each.mutation for each in found}


LONG = view(*WORK, *WORK[1:] * 40, report="It was the rounding.")


def test_a_long_run_is_cut_at_a_bounded_number_of_places():
    found = tried(Text(match=Has("rounding"), part=Part.REPORT), LONG)
    cuts = [each for each in found if each.mutation is Mutation.CUT]
    assert 60 <= len(cuts) <= 70


IDLE = 1_100
LONGER = view(
    WORK[0], *[agent("", bash("ls", "a.py b.py"))] * IDLE, *WORK[1:],
    report="It was the rounding.", environment=LEFT,
)  # fmt: skip
HUGE = view(
    *WORK[:2], agent("", bash("cat big", "y" * (5 << 20))), *WORK[2:],
    report="It was the rounding.", environment=LEFT,
)  # fmt: skip


@pytest.mark.parametrize("seen", [LONGER, HUGE], ids=["steps", "bytes"])
@pytest.mark.parametrize(
    "check",
    [GREEN, TOTAL, Before(first=RED, then=MENDED), InOrder(checks=(RED, GREEN, TOTAL))],
    ids=lambda it: it.kind,
)
def test_of_a_long_run_what_a_pass_rests_on_is_changed(seen, check):
    short = excerpt(point(check), seen, decided(check, seen))
    found = list(mutants(point(check), short.view, short.verdict))
    assert {str(it.mutation) for it in found} >= {"cut", "drop", "replace", "echo"}
    assert all(it.is_killed for it in found)
    assert len(short.view.steps) < 12


def test_what_a_long_run_overlooks_is_named_where_it_was_recorded():
    weak = ToolCalled(tool_class=ToolClass.SHELL, arguments=(("command", Has("pytest")),))
    short = excerpt(point(weak), LONGER, decided(weak, LONGER))
    [named] = {
        it.step
        for it in map(short.placed, mutants(point(weak), short.view, short.verdict))
        if not it.is_killed
    }
    assert LONGER.steps[named].calls[0].command_line == "python -m pytest -q"


def test_a_pass_that_is_long_or_hangs_on_all_of_a_long_run_is_left_alone():
    big = Output(match=Has("yyy"))
    assert excerpt(point(big), HUGE, decided(big, HUGE)) is None
    often = ToolCalled(tool_class=ToolClass.SHELL, count=AtLeast(IDLE))
    verdict = decided(often, LONGER)
    assert verdict.status is Status.PASS
    assert excerpt(point(often), LONGER, verdict) is None


def test_a_short_run_is_taken_whole():
    whole = excerpt(point(GREEN), SEEN, decided(GREEN, SEEN))
    assert (whole.view, whole.places) == (SEEN, tuple(range(len(WORK) + 1)))


SEEN_STEPS = st.builds(lambda steps, gaps: view(*steps, gaps=gaps if steps else ()), STEPS, GAPS)


@given(SEEN_STEPS, CHECKS)
@settings(max_examples=100, deadline=None)
def test_a_change_that_changes_nothing_changes_no_verdict(seen, check):
    same = [
        beginning(seen, len(seen.steps)),
        rebuilt(seen, steps_of(seen)),
        without_steps(seen, []),
        with_calls(seen, {}),
        without(seen, ()),
    ]
    assert {decided(check, each) == decided(check, seen) for each in same} == {True}


@given(SEEN_STEPS, st.data())
@settings(max_examples=100, deadline=None)
def test_a_changed_run_is_a_run(seen, data):
    length = len(seen.steps)
    place = data.draw(st.integers(0, length))
    calls = data.draw(st.lists(CALLS, max_size=2))
    row = data.draw(st.integers(0, max(len(seen.calls) - 1, 0)))
    reported = with_report(seen, lambda text: f"{text}!")
    changed = [
        beginning(seen, place),
        beginning(reported, place),
        without_steps(seen, range(place)),
        without_steps(reported, range(place)),
        with_steps(seen, place, [agent("new", *calls)]),
        reported,
    ]
    if len(seen.calls):
        position = Position(seen.calls.steps[row], seen.calls.numbers[row])
        changed.append(with_calls(seen, {position: calls}))
    for each in changed:
        steps, trace = each.steps, each.trace
        assert [steps[index].index for index in range(len(steps))] == list(range(len(steps)))
        assert all(0 <= gap.first < max(len(steps), 1) for gap in trace.gaps)
        assert all(gap.last is None or gap.first <= gap.last < len(steps) for gap in trace.gaps)
        assert trace.report is None or trace.report.step < len(steps)
        assert len(each.calls) == sum(len(steps[index].calls) for index in range(len(steps)))


@given(SEEN_STEPS, CHECKS, st.sampled_from([Not, Never, None]))
@settings(max_examples=60, deadline=None)
def test_every_pass_can_be_put_to_the_test(seen, inner, wrapper):
    check = inner if wrapper is None else wrapper(check=inner)
    verdict = decided(check, seen)
    if verdict.status is Status.PASS:
        for each in mutants(point(check), seen, verdict):
            assert each.detail
            assert each.step is None or 0 <= each.step <= len(seen.steps)


@given(st.text(r"ab.|()[]{}*+?\^$1,sdwP<>:i-", max_size=12))
@settings(max_examples=300, deadline=None)
def test_a_text_made_up_for_a_pattern_is_found_by_it(pattern):
    made = specimen(pattern)
    if made is not None:
        assert compiled(pattern).search(made.encode()) is not None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"chmod\s+(-R\s+)?0?777", "chmod 777"),
        (r"^(tests|docs)/", "tests/"),
        (r"(?m)^TOTAL +1,520\.70$", "TOTAL 1,520.70"),
        (r"(?P<day>\d{2})[^0-9]", "11x"),
        (r"(?i:a|b)c", "ac"),
        ("(", None),
        ("a" * 3 + "{9", None),
    ],
)
def test_texts_are_made_up_for_patterns_as_people_write_them(pattern, text):
    assert specimen(pattern) == text


def test_matchers_without_a_text_make_no_mutant():
    hard = Regex(r"\p{Greek}+")
    check = Never(check=ToolCalled(arguments=(("command", hard),)))
    assert tried(check, role=Role.INVARIANT) == []
