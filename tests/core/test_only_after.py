"""The kind `only_after`: one guard for each time, in every world that the recording allows."""

from itertools import product

import pytest
from hypothesis import given, settings

from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.text import Speaker, Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.match import Equals, Regex
from ckpt_tui.core.matching import holds
from ckpt_tui.core.trace import Gap, GapKind, StepKind
from ckpt_tui.core.verdict import OPEN, Status
from tests.benchmarks.claims.bases import airline
from tests.core.test_composites import (
    FAIL,
    NA,
    PASS,
    PENDING,
    POINTS,
    STEPS,
    UNAVAILABLE,
    UNSURE,
    At,
    at,
    moments_of_leaf,
    run,
    says,
    spans,
    status,
    steps_of,
    worlds,
)
from tests.core.traces import agent, call, user, view


def only(guard, then):
    return OnlyAfter(guard=guard, then=then)


def is_guarded(world):
    """The rule, read off a world in which everything is known."""
    guards, thens = (sorted(set(steps_of(leaf))) for leaf in world)
    before = [-1, *thens]
    return all(
        any(since < guard < then for guard in guards)
        for since, then in zip(before, thens, strict=False)
    )


@settings(max_examples=120, deadline=None)
@given(moments_of_leaf(POINTS), moments_of_leaf(POINTS))
def test_it_is_decided_exactly_when_every_world_agrees(guard, then):
    answers = {is_guarded(world) for world in product(worlds(guard), worlds(then))}
    found = status(only(guard, then))
    assert found is {(True,): PASS, (False,): FAIL}.get(tuple(answers), found)
    assert (found in OPEN) == (len(answers) == 2)


@settings(max_examples=120, deadline=None)
@given(moments_of_leaf(spans()), moments_of_leaf(spans()))
def test_what_is_known_as_a_stretch_never_makes_it_too_sure(guard, then):
    answers = {is_guarded(world) for world in product(worlds(guard), worlds(then))}
    found = status(only(guard, then))
    if found in (PASS, FAIL):
        assert answers == {found is PASS}


@settings(max_examples=80, deadline=None)
@given(moments_of_leaf(POINTS), moments_of_leaf(POINTS), POINTS)
def test_a_guard_more_never_breaks_it_and_a_guard_for_all_keeps_it(guard, then, extra):
    more = At(steps=tuple(sorted((*guard.steps, (*extra, PASS)))))
    before, after = status(only(guard, then)), status(only(more, then))
    assert before is not PASS or after is PASS
    assert after is not FAIL or before is FAIL
    # What never happens needs no guard, and what nothing guards may never happen.
    assert status(only(at(), then)) is status(Never(check=then))


@pytest.mark.parametrize(
    ("guard", "then", "expected"),
    [
        (at(1), at(2), PASS),
        (at(1, 3), at(2, 4), PASS),
        (at(1), at(2, 4), FAIL),
        (at(0, 1), at(2, 4), FAIL),
        (at(2), at(2), FAIL),
        (at(3), at(2), FAIL),
        (at(1, 2), at(2, 3), FAIL),
        (at(), at(2), FAIL),
        (at(), at(), PASS),
        (at(1), at(), PASS),
        (at((1, UNSURE)), at(2), UNSURE),
        (at((3, UNSURE)), at(2), FAIL),
        (at((1, UNSURE)), at(2, 4), FAIL),
        (at(1), at((2, PENDING)), PASS),
        (at(1), at((2, PENDING), 3), PENDING),
        (at(1), at((1, PENDING), 3), PENDING),
        (at(1), at((0, PENDING), 3), PENDING),
        (at(1, 3), at((2, PENDING), 4), PASS),
        (at((0, 4, UNSURE)), at(2, 4), UNSURE),
        (at(0), at((1, 4, UNSURE)), UNSURE),
        (at(), says(UNAVAILABLE)[0], UNAVAILABLE),
        (at(1), says(NA)[0], NA),
        (says(NA)[0], at(1), NA),
        (says(PASS)[0], says(PASS)[0], PASS),
        (says(PASS)[0], at(2), FAIL),
        (at(2), says(PASS)[0], PASS),
        (at(2), says(FAIL)[0], PASS),
        (AnyOf(checks=(at(1), at(3))), AnyOf(checks=(at(2), at(4), at(2))), PASS),
    ],
)
def test_moments_decide_as_they_are_written(guard, then, expected):
    verdict = only(guard, then).decide(run())
    assert verdict.status is expected
    if expected in (PASS, FAIL):
        assert verdict.evidence or verdict.scope


def test_a_gap_opens_only_what_it_may_change():
    late = Gap(kind=GapKind.CUT_OFF, first=STEPS - 1, last=None, detail="The run was cut off.")
    early = Gap(kind=GapKind.CONTEXT, first=0, last=1, detail="The beginning was dropped.")
    assert status(only(at(), at()), late) is UNAVAILABLE
    assert status(only(at(), at(2)), late) is FAIL
    assert status(only(at(), at(2)), early) is UNAVAILABLE
    assert status(only(at(3), at(4)), early) is UNAVAILABLE
    assert status(only(at(), at(3, 4)), early) is FAIL


def test_what_never_happens_is_labelled_vacuous_with_what_was_searched():
    ran = ToolCalled(tool=Equals("book"))
    verdict = only(ToolCalled(tool=Equals("ask")), ran).decide(view(agent("", call("ask"))))
    assert verdict.status is PASS
    assert verdict.reason.startswith("Vacuous: ")
    assert verdict.scope.parts == ("calls.arguments",)
    assert only(ran, ToolCalled(tool=Equals("ask"))).is_invariant


YES = Text(match=Regex(r"(?i)\byes\b"), by=Speaker.USER)
WRITE = ToolCalled(tool=Equals("book"))


def test_every_write_wants_a_confirmation_of_its_own():
    once = (user("book it?"), agent("Shall I?"), user("yes"), agent("", call("book")))
    twice = (*once, agent("Another?"), user("Yes."), agent("", call("book")))
    verdict = only(YES, WRITE).decide(view(*twice))
    assert verdict.status is PASS
    assert [piece.step for piece in verdict.evidence] == [2, 3, 5, 6]
    again = only(YES, WRITE).decide(view(*once, agent("", call("book"))))
    assert again.status is FAIL
    assert [piece.step for piece in again.evidence] == [4, 3]
    assert again.reason == "It happens at step 4 with no guard since step 3."
    both = only(YES, WRITE).decide(view(user("yes"), agent("", call("book"), call("book"))))
    assert both.status is FAIL
    assert [piece.part for piece in both.evidence] == ["calls[1].arguments", "calls[0].arguments"]


def test_a_write_whose_answer_is_missing_may_have_used_the_guard():
    lost = agent("", call("book", result=None))
    assert only(YES, WRITE).decide(view(user("yes"), lost)).status is PASS
    after = view(user("yes"), lost, agent("", call("book")))
    assert only(YES, WRITE).decide(after).status is Status.UNAVAILABLE


def test_inside_other_checks_it_speaks_of_the_whole_run():
    steps = (user("yes"), agent("", call("book")))
    check = only(YES, WRITE)
    assert AllOf(checks=(check, WRITE)).decide(view(*steps)).status is PASS
    assert Not(check=check).decide(view(*steps)).status is FAIL
    assert Never(check=check).decide(view(*steps)).status is FAIL


def test_real_conversations_show_which_writes_were_not_confirmed(shared_traces):
    runs = [base.trace for base in airline(shared_traces.parent / "labelled")]
    writes = ToolCalled(tool=Regex("^(book|cancel|update)_reservation"))
    assent = Regex(r"(?i)\b(yes|confirm|proceed|go ahead|please do|sure|correct)\b")
    check = only(Text(match=assent, by=Speaker.USER), writes)
    verdicts = [check.decide(view(*run.steps)) for run in runs]
    assert {verdict.status for verdict in verdicts} == {PASS, FAIL}
    for talk, verdict in zip(runs, verdicts, strict=True):
        made = [step.index for step in talk.steps if writes.decide(view(step)).status is PASS]
        if not made:
            assert verdict.reason.startswith("Vacuous")
        elif verdict.status is PASS:
            assert [piece.step for piece in verdict.evidence][1::2] == made[:10]
        else:
            # The one without a guard, and no word of the user between it and the one before.
            bare, *before = [piece.step for piece in verdict.evidence]
            between = range(before[0] if before else 0, bare)
            spoken = [step for step in between if talk.steps[step].kind is StepKind.USER]
            assert bare in made
            assert not any(holds(assent, talk.steps[step].message) for step in spoken)
