"""The kind `verifier_test`: the official verifier's own tests, and what is not known of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.text import Text
from ckpt_tui.core.checks.verifier_test import VerifierTest, hangs_on_verifier
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.match import Equals, Glob, Has, NotMatch, Regex
from ckpt_tui.core.trace import Outcome
from ckpt_tui.core.verdict import Evidence, Status
from tests.core.traces import agent, view

PASS, FAIL, UNAVAILABLE = Status.PASS, Status.FAIL, Status.UNAVAILABLE
PART = "file:verifier/ctrf.json"


def graded(name, grade="passed", group=""):
    evidence = Evidence(step=None, native=None, part=PART, span=(0, len(name)), quote=name)
    return GradedTest(name=name, grade=Grade(grade), group=group, evidence=evidence)


TESTS = (
    graded("test_a", "passed", "F2P"),
    graded("test_b", "failed", "F2P"),
    graded("test_c", "passed", "P2P"),
    graded("test_d", "passed", "P2P"),
    graded("skipped", "skipped", "odd"),
    graded("unknown", "unknown", "odd"),
    graded("twice", "passed", "again"),
    graded("twice", "failed", "again"),
)
GROUPS = ("F2P", "P2P", "odd", "again", "empty")


def decide(check, tests=TESTS, groups=GROUPS, problem=""):
    breakdown = Breakdown(tests=tests, groups=groups, parts=(PART,), problem=problem)
    return decided(check, view(agent("hi"), outcome=Outcome(breakdown=breakdown)))


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (VerifierTest(name=Equals("test_a")), PASS),
        (VerifierTest(name=Equals("test_b")), FAIL),
        (VerifierTest(name=Equals("test")), UNAVAILABLE),
        (VerifierTest(name=Equals(1)), UNAVAILABLE),
        (VerifierTest(name=Equals("skipped")), UNAVAILABLE),
        (VerifierTest(name=Equals("unknown")), UNAVAILABLE),
        (VerifierTest(name=Equals("test_a"), group="P2P"), UNAVAILABLE),
        (VerifierTest(group="F2P"), FAIL),
        (VerifierTest(group="F2P", every=False), PASS),
        (VerifierTest(group="P2P"), PASS),
        (VerifierTest(group="odd"), UNAVAILABLE),
        (VerifierTest(group="odd", every=False), UNAVAILABLE),
        (VerifierTest(group="nowhere"), UNAVAILABLE),
        (VerifierTest(group="empty"), Status.NOT_APPLICABLE),
        (VerifierTest(name=Has("test_"), group="P2P"), PASS),
        (VerifierTest(name=Regex("^test_[ab]$")), FAIL),
        (VerifierTest(name=Glob("test_*"), every=False), PASS),
        (VerifierTest(name=NotMatch(Has("test_")), every=False), PASS),
        (VerifierTest(name=Equals("twice")), FAIL),
        (VerifierTest(name=Equals("twice"), every=False), PASS),
        (VerifierTest(), Status.ERROR),
    ],
)
def test_a_test_or_a_set_is_decided_as_it_was_recorded(check, expected):
    assert decide(check).status is expected


def test_a_recording_without_a_breakdown_says_nothing_of_a_test():
    verdict = VerifierTest(name=Equals("test_a")).decide(view(outcome=Outcome(passed=True)))
    assert verdict.status is UNAVAILABLE
    assert verdict.reason == "The recording has no breakdown of the official verifier."


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("test_e", "nearest: test_d, twice."),
        ("tests.py::test_a", "nearest: test_a."),
        ("wice", "nearest: twice."),
        ("", "its tests: skipped, test_a, test_b and 4 more."),
    ],
)
def test_a_test_that_is_not_there_is_told_with_its_nearest_names(name, words):
    verdict = decide(VerifierTest(name=Equals(name)))
    assert verdict.status is UNAVAILABLE
    assert verdict.reason.endswith(words)
    assert (verdict.scope.parts, verdict.scope.searched) == ((PART,), len(TESTS))


def test_a_set_that_is_not_there_is_told_with_the_sets_there_are():
    said = decide(VerifierTest(group="PASS_TO_PASS")).reason
    assert said == "The breakdown has no such set; its sets: F2P, P2P, odd and 2 more."


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (VerifierTest(group="P2P"), UNAVAILABLE),
        (VerifierTest(group="F2P"), FAIL),
        (VerifierTest(group="F2P", every=False), PASS),
        (VerifierTest(group="empty"), UNAVAILABLE),
        (VerifierTest(name=Equals("test_b"), every=False), UNAVAILABLE),
    ],
)
def test_of_a_report_that_is_cut_off_only_what_decides_alone_counts(check, expected):
    verdict = decide(check, problem="ctrf.json is cut off or damaged.")
    assert verdict.status is expected
    assert verdict.reason.endswith("damaged.") == (expected is UNAVAILABLE)


def test_the_evidence_is_the_tests_that_decide():
    verdict = decide(VerifierTest(group="F2P"))
    assert [piece.quote for piece in verdict.evidence] == ["test_b"]
    assert {piece.part for piece in verdict.evidence} == {PART}
    assert verdict.reason == "1 of 2 tests failed, first test_b."
    assert [piece.quote for piece in decide(VerifierTest(group="P2P")).evidence] == [
        "test_c",
        "test_d",
    ]


def test_many_tests_and_long_names_make_a_short_verdict():
    many = tuple(graded("x" * 1000 + str(n), "failed") for n in range(100))
    verdict = decide(VerifierTest(name=Has("x")), many)
    assert len(verdict.evidence) == 10
    assert len(verdict.reason) < 300
    assert len(decide(VerifierTest(name=Has("y")), many).reason) < 900


NAMES = st.sampled_from(["a", "b", "ab", "", "\ud800", "a\x00"])
ENTRIES = st.lists(
    st.builds(graded, NAMES, st.sampled_from([*Grade]), st.sampled_from(["", "s", "t"])), max_size=6
).map(tuple)
CHECKS = st.builds(
    VerifierTest,
    name=st.none() | NAMES.map(Equals) | st.sampled_from([Has("a"), NotMatch(Has("a"))]),
    group=st.sampled_from([None, "s", "t", "u"]),
    every=st.booleans(),
)


@settings(max_examples=200, deadline=None)
@given(CHECKS, ENTRIES, st.sampled_from(["", "cut off."]))
def test_a_test_that_is_not_known_to_pass_never_helps(check, tests, problem):
    groups = ("s", "t")
    verdict = decide(check, tests, groups, problem)
    doubtful = tuple(
        graded(test.name, "failed" if test.grade in (Grade.SKIPPED, Grade.UNKNOWN) else test.grade,
               test.group)
        for test in tests
    )  # fmt: skip
    if verdict.status is PASS:
        assert decide(check, doubtful, groups, problem).status is PASS
    if verdict.status in (PASS, FAIL):
        assert verdict.evidence
        assert all(piece.quote in {test.name for test in tests} for piece in verdict.evidence)
        assert decide(check, tests, groups).status is verdict.status
    elif verdict.status is not Status.ERROR:
        assert verdict.scope is not None


def test_a_check_hangs_on_the_verifier_wherever_it_asks_it():
    asks = VerifierTest(group="F2P")
    said = Text(match=Has("done"))
    assert hangs_on_verifier(asks)
    assert hangs_on_verifier(AnyOf(checks=(said, Not(check=AllOf(checks=(said, asks))))))
    assert not hangs_on_verifier(AnyOf(checks=(said, Not(check=said))))
