"""Composites: three-valued logic as laws, and order over moments that may be uncertain."""

from collections.abc import Iterator
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.checks.base import Check, Event, Input
from ckpt_tui.core.checks.ending import AtMost
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Before, InOrder, Never
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.match import Equals, Has
from ckpt_tui.core.position import Position
from ckpt_tui.core.trace import Gap, GapKind
from ckpt_tui.core.verdict import OPEN, Status, Verdict, worst_open
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, call, view

PASS, FAIL, NA = Status.PASS, Status.FAIL, Status.NOT_APPLICABLE
STEPS = 5


class Says(Check, frozen=True, kw_only=True):
    """A check about the run as a whole, already decided."""

    kind = "says"
    version = 1
    summary = "says"
    reads = frozenset[Input]()

    status: Status

    def decide(self, view: TraceView) -> Verdict:
        del view
        return Verdict(status=self.status, reason=f"Says {self.status}.")


class At(Check, frozen=True, kw_only=True):
    """A check that is met at steps, at some of them only perhaps: (first, last, status)."""

    kind = "at"
    version = 1
    summary = "at"
    reads = frozenset[Input]()

    steps: tuple[tuple[int, int, Status], ...]

    def events(self, view: TraceView) -> Iterator[Event]:
        del view
        for first, last, status in sorted(self.steps):
            until = None if first == last else Position(last, 0)
            yield Event(position=Position(first, 0), status=status, reason="?", until=until)

    def decide(self, view: TraceView) -> Verdict:
        statuses = tuple(status for _, _, status in self.steps)
        if PASS in statuses:
            return Verdict(status=PASS, reason="Met.")
        worst = worst_open(statuses)
        if worst is not None:
            return Verdict(status=worst, reason="?")
        return view.absence("Not met.", ("message",), STEPS)


class Asked:
    """How often a check was looked at."""

    def __init__(self) -> None:
        self.times = 0


class Counting(Check, frozen=True, kw_only=True):
    """A check that counts how often it is looked at."""

    kind = "counting"
    version = 1
    summary = "counting"
    reads = frozenset[Input]()

    check: Check
    asked: Asked

    def decide(self, view: TraceView) -> Verdict:
        self.asked.times += 1
        return self.check.decide(view)

    def events(self, view: TraceView) -> Iterator[Event] | None:
        self.asked.times += 1
        return self.check.events(view)


def run(*gaps: Gap) -> TraceView:
    return view(*(agent(str(step)) for step in range(STEPS)), gaps=gaps)


def at(*steps):
    """Met at these steps: `2` for sure, `(2, UNSURE)` perhaps, `(2, 4, UNSURE)` once in between."""
    spelled = [(step, PASS) if isinstance(step, int) else step for step in steps]
    return At(steps=tuple((it[0], it[-2] if len(it) == 3 else it[0], it[-1]) for it in spelled))


def says(*statuses):
    return tuple(Says(status=status) for status in statuses)


def status(check, *gaps):
    return check.decide(run(*gaps)).status


def wanted_all(statuses):
    """The rule of all_of, written another way."""
    left = [it for it in statuses if it is not NA]
    order = [FAIL, *OPEN, PASS]
    return min(left, key=order.index) if left else NA


def negated(word):
    return {PASS: FAIL, FAIL: PASS}.get(word, word)


STATUSES = st.sampled_from(list(Status))
SEVERAL = st.lists(STATUSES, min_size=1, max_size=5)


@given(SEVERAL)
def test_all_of_fails_first_is_open_next_and_passes_last(statuses):
    assert status(AllOf(checks=says(*statuses))) is wanted_all(statuses)


@given(SEVERAL)
def test_any_of_is_the_dual_of_all_of(statuses):
    checks = says(*statuses)
    turned = tuple(Not(check=check) for check in checks)
    assert status(AnyOf(checks=checks)) is status(Not(check=AllOf(checks=turned)))
    assert status(AllOf(checks=checks)) is status(Not(check=AnyOf(checks=turned)))


@pytest.mark.parametrize("word", Status)
def test_not_swaps_pass_and_fail_only(word):
    [check] = says(word)
    assert status(Not(check=check)) is negated(word)
    assert status(Never(check=check)) is negated(word)
    assert status(Not(check=Not(check=check))) is word
    assert status(AllOf(checks=(check,))) is word
    assert status(AnyOf(checks=(check,))) is word
    assert status(InOrder(checks=(check,))) is word


@given(SEVERAL)
def test_checks_about_the_whole_run_are_in_order_at_its_end(statuses):
    # What is certain to fail fails the chain, wherever it stands.
    assert status(InOrder(checks=says(*statuses))) is wanted_all(statuses)


POINTS = st.integers(0, STEPS - 1).map(lambda step: (step, step))


def spans():
    return st.tuples(st.integers(0, STEPS - 1), st.integers(0, STEPS - 1)).map(sorted)


def moments_of_leaf(stretches):
    sure = st.integers(0, STEPS - 1).map(lambda step: (step, step, PASS))
    perhaps = st.tuples(stretches, st.sampled_from(OPEN)).map(lambda it: (*it[0], it[1]))
    return st.lists(sure | perhaps, max_size=3).map(lambda many: At(steps=tuple(sorted(many))))


LEAVES = moments_of_leaf(spans()) | STATUSES.map(lambda word: Says(status=word))


def larger(checks):
    several = st.lists(checks, min_size=1, max_size=3).map(tuple)
    return (
        several.map(lambda many: AllOf(checks=many))
        | several.map(lambda many: AnyOf(checks=many))
        | several.map(lambda many: InOrder(checks=many))
        | checks.map(lambda one: Not(check=one))
        | checks.map(lambda one: Never(check=one))
        | st.tuples(checks, checks).map(lambda two: Before(first=two[0], then=two[1]))
        | st.tuples(checks, checks).map(lambda two: OnlyAfter(guard=two[0], then=two[1]))
    )


TREES = st.recursive(LEAVES, larger, max_leaves=6)
GAPS = st.lists(
    st.tuples(spans(), st.booleans()).map(
        lambda it: Gap(
            kind=GapKind.CONTEXT,
            first=it[0][0],
            last=None if it[1] else it[0][1],
            detail="Some steps are missing.",
        )
    ),
    max_size=1,
)


def resolved(check, draw, gaps):
    """The same check in a world where everything has been found out."""
    match check:
        case Says():
            known = draw(st.sampled_from([PASS, FAIL])) if check.status in OPEN else check.status
            return Says(status=known)
        case At():
            return At(steps=tuple(sorted(found_out(check, draw, gaps))))
        case AllOf() | AnyOf() | InOrder():
            return type(check)(checks=tuple(resolved(it, draw, gaps) for it in check.checks))
        case Not() | Never():
            return type(check)(check=resolved(check.check, draw, gaps))
        case Before():
            return Before(
                first=resolved(check.first, draw, gaps), then=resolved(check.then, draw, gaps)
            )
        case OnlyAfter():
            return OnlyAfter(
                guard=resolved(check.guard, draw, gaps), then=resolved(check.then, draw, gaps)
            )


def found_out(check, draw, gaps):
    for first, last, word in check.steps:
        if word is PASS or draw(st.booleans()):
            step = draw(st.integers(first, last))
            yield step, step, PASS
    for gap in gaps:
        last = STEPS - 1 if gap.last is None else gap.last
        for step in draw(st.lists(st.integers(gap.first, last), max_size=2)):
            yield step, step, PASS


@settings(max_examples=300, deadline=None)
@given(TREES, GAPS, st.data())
def test_what_is_decided_stays_so_whatever_is_found_out(check, gaps, data):
    decided = status(check, *gaps)
    if decided in (PASS, FAIL):
        assert status(resolved(check, data.draw, gaps)) is decided


@settings(max_examples=100, deadline=None)
@given(TREES, GAPS)
def test_every_verdict_says_what_it_rests_on(check, gaps):
    verdict = check.decide(run(*gaps))
    assert verdict.reason
    events = check.events(run(*gaps))
    if events is not None:
        positions = [event.position for event in events]
        assert positions == sorted(positions)


def worlds(check):
    """Every way in which the uncertain steps of a leaf may turn out."""
    choices = []
    for first, last, word in check.steps:
        real = [((step, step, PASS),) for step in range(first, last + 1)]
        choices.append(real if word is PASS else [(), *real])
    for choice in product(*choices):
        yield At(steps=tuple(sorted(step for steps in choice for step in steps)))


def steps_of(check):
    return [first for first, _, _ in check.steps]


def is_chain(leaves):
    """Whether one step can be taken of each, every one after the one before."""
    return any(
        all(one < other for one, other in pairwise(steps))
        for steps in product(*map(steps_of, leaves))
    )


def is_before(leaves):
    first, then = map(steps_of, leaves)
    return bool(first and then) and min(first) < min(then)


@settings(max_examples=120, deadline=None)
@given(st.lists(moments_of_leaf(POINTS), min_size=1, max_size=3))
def test_in_order_is_decided_exactly_when_every_world_agrees(leaves):
    answers = {is_chain(world) for world in product(*map(worlds, leaves))}
    found = status(InOrder(checks=tuple(leaves)))
    assert found is {(True,): PASS, (False,): FAIL}.get(tuple(answers), found)
    assert (found in OPEN) == (len(answers) == 2)


@settings(max_examples=120, deadline=None)
@given(moments_of_leaf(spans()), moments_of_leaf(spans()))
def test_before_is_decided_exactly_when_every_world_agrees(first, then):
    answers = {is_before(world) for world in product(worlds(first), worlds(then))}
    found = status(Before(first=first, then=then))
    assert found is {(True,): PASS, (False,): FAIL}.get(tuple(answers), found)
    assert (found in OPEN) == (len(answers) == 2)


UNSURE, PENDING, BROKEN = Status.UNSURE, Status.PENDING, Status.ERROR
UNAVAILABLE = Status.UNAVAILABLE


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (InOrder(checks=(at(1), at(2), at(3))), PASS),
        (InOrder(checks=(at(1), at(1))), FAIL),
        (InOrder(checks=(at(1, 3), at(2))), PASS),
        (InOrder(checks=(at(3), at(2))), FAIL),
        (InOrder(checks=(at((1, UNSURE)), at(2))), UNSURE),
        (InOrder(checks=(at((1, UNSURE)), at((2, PENDING)))), PENDING),
        (InOrder(checks=(at((1, UNSURE), 2), at(3))), PASS),
        (InOrder(checks=(at((1, UNSURE), 3), at(2))), UNSURE),
        (InOrder(checks=(at(1), *says(PASS, PASS))), PASS),
        (InOrder(checks=(*says(PASS), at(1))), FAIL),
        (InOrder(checks=(*says(NA), at(1))), PASS),
        (InOrder(checks=(*says(UNAVAILABLE), at(1))), UNAVAILABLE),
        (InOrder(checks=(AnyOf(checks=(at(3), at(1))), at(2))), PASS),
        (InOrder(checks=(AllOf(checks=(at(3), at(1))), at(2))), FAIL),
        (InOrder(checks=(AllOf(checks=(at(3), at(1))), at(4))), PASS),
        (InOrder(checks=(at(2), AllOf(checks=(at(1), at(3))))), PASS),
        (InOrder(checks=(InOrder(checks=(at(0), at(1))), at(2))), PASS),
        (InOrder(checks=(InOrder(checks=(at(0), at(2))), at(1))), FAIL),
        (InOrder(checks=(Before(first=at(0), then=at(1)), at(2))), PASS),
        (InOrder(checks=(Before(first=at(0), then=at(3)), at(2))), FAIL),
        (InOrder(checks=()), BROKEN),
        (Before(first=at(1), then=at(2)), PASS),
        (Before(first=at(2), then=at(2)), FAIL),
        (Before(first=at(2), then=at(1, 3)), FAIL),
        (Before(first=at(1), then=at()), FAIL),
        (Before(first=at(), then=at(1)), FAIL),
        (Before(first=at(2), then=at((1, UNSURE), 3)), UNSURE),
        (Before(first=at(2), then=at(3, (4, UNSURE))), PASS),
        (Before(first=at((1, UNSURE)), then=at(2)), UNSURE),
        (Before(first=at(1), then=at((2, PENDING))), PENDING),
        (Before(first=at(1), then=says(NA)[0]), NA),
        (Before(first=at(1), then=says(PASS)[0]), PASS),
        (Never(check=at()), PASS),
        (Never(check=at((1, UNSURE), 4)), FAIL),
        (Never(check=at((1, UNSURE), (2, UNAVAILABLE))), UNAVAILABLE),
        (Never(check=AnyOf(checks=(at(), at((2, UNSURE))))), UNSURE),
        (Never(check=InOrder(checks=(at(3), at(2)))), PASS),
        (Never(check=AllOf(checks=says(NA))), NA),
    ],
)
def test_moments_decide_as_they_are_written(check, expected):
    verdict = check.decide(run())
    assert verdict.status is expected
    if expected in (PASS, FAIL):
        assert verdict.evidence or verdict.scope


def test_a_gap_opens_only_what_it_may_change():
    late = Gap(kind=GapKind.CUT_OFF, first=4, last=None, detail="The run was cut off.")
    early = Gap(kind=GapKind.CONTEXT, first=0, last=1, detail="The beginning was dropped.")
    assert status(InOrder(checks=(at(1), at(2))), early, late) is PASS
    assert status(InOrder(checks=(at(3), at(2))), early) is UNAVAILABLE
    assert status(Before(first=at(1), then=at(2)), late) is PASS
    assert status(Before(first=at(2), then=at(1)), late) is FAIL
    assert status(Before(first=at(2), then=at(3)), early) is UNAVAILABLE
    assert status(Before(first=at(1), then=at()), late) is UNAVAILABLE
    assert status(Never(check=at()), early) is UNAVAILABLE
    assert status(Never(check=at(3)), early) is FAIL


def test_composites_quote_what_their_checks_found():
    ran = ToolCalled(tool=Equals("bash"))
    passed = Output(match=Has("passed"))
    steps = (agent("", bash("ls", "a")), agent("", bash("pytest", "1 passed")))
    both = AllOf(checks=(ran, passed)).decide(view(*steps))
    assert [piece.quote for piece in both.evidence] == ['{"command":"ls"}', "passed"]
    chained = InOrder(checks=(ran, passed)).decide(view(*steps))
    assert [piece.step for piece in chained.evidence] == [0, 1]
    never = Never(check=passed).decide(view(*steps))
    assert (never.status, never.evidence[0].quote) == (FAIL, "passed")
    silent = Never(check=Output(match=Has("failed"))).decide(view(*steps))
    assert (silent.status, silent.scope.searched) == (PASS, 2)


def test_an_answer_that_was_not_recorded_keeps_an_order_open():
    steps = (agent("", call("bash", {"command": "a"}, result=None)), agent("", call("submit")))
    order = InOrder(checks=(ToolCalled(tool=Equals("bash")), ToolCalled(tool=Equals("submit"))))
    assert order.decide(view(*steps)).status is UNAVAILABLE


def test_a_tool_that_was_not_given_keeps_an_order_open_wherever_it_stands():
    steps = (agent("", bash("a")), agent("", bash("b")))
    facts = {"declared_tools": frozenset({"bash"})}
    ran, missing = ToolCalled(tool=Equals("bash")), ToolCalled(tool=Equals("browse"))
    assert InOrder(checks=(missing, ran)).decide(view(*steps, **facts)).status is UNAVAILABLE
    assert InOrder(checks=(ran, missing)).decide(view(*steps, **facts)).status is UNAVAILABLE
    assert AnyOf(checks=(ran, missing)).decide(view(*steps, **facts)).status is PASS
    limits = InOrder(checks=(ran, AtMost(steps=2), AtMost(errors=0)))
    assert limits.decide(view(*steps, **facts)).status is PASS


def test_deep_nesting_takes_time_in_proportion_to_its_depth():
    for wrap in (
        lambda inner: InOrder(checks=(Never(check=inner),)),
        lambda inner: AllOf(checks=(inner,)),
        lambda inner: InOrder(checks=(InOrder(checks=(inner,)),)),
        lambda inner: Never(check=AnyOf(checks=(Before(first=at(0), then=inner),))),
        lambda inner: OnlyAfter(guard=at(0), then=Not(check=inner)),
    ):
        for leaf in (at(), at(1), *says(NA, FAIL, UNSURE)):
            asked = Asked()
            check = Counting(check=leaf, asked=asked)
            for _ in range(20):
                check = wrap(check)
            check.decide(run(Gap(kind=GapKind.CONTEXT, first=0, last=0, detail="?")))
            assert asked.times < 500
