"""Scoring: worked figures, and the laws that hold for every list and every verdict."""

from fractions import Fraction
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.core.arithmetic import arithmetic
from ckpt_tui.core.checklist import (
    Bar,
    Checklist,
    Checkpoint,
    ClaimsRule,
    Gate,
    Role,
    Scoring,
)
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.logic import AnyOf
from ckpt_tui.core.checks.verifier_test import VerifierTest
from ckpt_tui.core.gating import Decision, decision
from ckpt_tui.core.scoring import Credit, Score, score
from ckpt_tui.core.trace import Outcome
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


class Plain(Check, frozen=True, kw_only=True):
    kind: ClassVar[str] = "plain"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "Decided elsewhere."
    reads: ClassVar = frozenset()

    def decide(self, view: TraceView) -> Verdict:
        raise NotImplementedError


def milestone(name: str, points: str = "1", **fields: object) -> Checkpoint:
    return Checkpoint(id=name, title=name, check=Plain(), points=Fraction(points), **fields)


def invariant(name: str, *, critical: bool = False) -> Checkpoint:
    return milestone(name, "0", role=Role.INVARIANT, critical=critical)


def listed(*points: Checkpoint, gate: Gate = Gate.LINEAR, penalty: str = "0") -> Checklist:
    scoring = Scoring(gate=gate, claims=ClaimsRule(penalty=Fraction(penalty)))
    return Checklist(task="t", meta={}, checkpoints=points, scoring=scoring)


def scored(checklist: Checklist, **statuses: Status | str) -> Score:
    verdicts = {
        name: Verdict(status=Status(status), reason="given") for name, status in statuses.items()
    }
    return score(checklist, verdicts)


def credits_of(result: Score) -> list[str]:
    return [str(point.credit) for point in result.checkpoints]


FOUR = listed(
    milestone("a", "0.30", critical=True),
    milestone("b", "0.28", critical=True),
    milestone("c", "0.25"),
    milestone("d", "0.17"),
)


def test_the_last_of_four_failed_leaves_83_hundredths_and_misses_the_strict_bar() -> None:
    result = scored(FOUR, a="pass", b="pass", c="pass", d="fail")
    assert result.score == Fraction(83, 100)
    assert result.progress == result.raw == Fraction(83, 100)
    assert not result.vetoed
    assert result.first_failed == "d"
    assert decision(result, Bar(strict=True)) is Decision.FAIL
    assert decision(result, Bar(strict=False, min_score=Fraction("0.83"))) is Decision.PASS
    assert decision(result, Bar(strict=False, min_score=Fraction("0.84"))) is Decision.FAIL


def test_nine_boxes_of_ten_with_the_one_critical_failed_score_nothing_and_still_show_raw() -> None:
    points = [milestone(f"m{number}", critical=number == 9) for number in range(10)]
    statuses = {f"m{number}": "pass" for number in range(9)} | {"m9": "fail"}
    result = scored(listed(*points), **statuses)
    assert result.vetoed
    assert result.score == 0
    assert result.raw == Fraction(9, 10)


def test_a_failed_gate_blocks_what_follows_and_raw_keeps_what_was_met() -> None:
    checklist = listed(
        milestone("a", ".15"), milestone("b", ".25"), milestone("c", ".3"), milestone("d", ".3")
    )
    result = scored(checklist, a="pass", b="pass", c="fail", d="pass")
    assert credits_of(result) == ["credited", "credited", "failed", "blocked"]
    assert result.progress == Fraction("0.4")
    assert result.raw == Fraction("0.7")
    assert result.first_failed == "c"


def test_prerequisites_are_transitive_and_others_do_not_block() -> None:
    checklist = listed(
        milestone("a", requires=()),
        milestone("b", requires=("a",)),
        milestone("c", requires=("b",)),
        milestone("d", requires=()),
        gate=Gate.REQUIRES,
    )
    result = scored(checklist, a="fail", b="pass", c="pass", d="pass")
    assert credits_of(result) == ["failed", "blocked", "blocked", "credited"]


def test_a_switched_off_prerequisite_is_stepped_over_to_its_own() -> None:
    checklist = listed(
        milestone("a", requires=()),
        milestone("b", requires=("a",), enabled=False),
        milestone("c", requires=("b",)),
        gate=Gate.REQUIRES,
    )
    result = scored(checklist, a="fail", c="pass")
    assert credits_of(result) == ["failed", "excluded", "blocked"]


def test_without_a_gate_every_passed_milestone_is_credited() -> None:
    checklist = listed(milestone("a"), milestone("b"), gate=Gate.NONE)
    assert scored(checklist, a="fail", b="pass").progress == Fraction(1, 2)


def test_an_open_gate_opens_what_follows_and_leaves_the_score_between_its_bounds() -> None:
    checklist = listed(milestone("a"), milestone("b"))
    result = scored(checklist, a="pending", b="pass")
    assert credits_of(result) == ["open", "open"]
    assert result.score is None
    assert result.bounds == (0, 1)
    assert result.first_failed is None
    assert decision(result, Bar()) is Decision.UNDECIDED


def test_an_open_verdict_behind_a_failed_gate_changes_nothing_and_closes_the_score() -> None:
    result = scored(listed(milestone("a"), milestone("b")), a="fail", b="unavailable")
    assert result.bounds == (0, 0)
    assert result.score == 0
    assert credits_of(result) == ["failed", "blocked"]


def test_what_does_not_apply_leaves_the_total_and_the_gate() -> None:
    result = scored(listed(milestone("a"), milestone("b", "3")), a="not_applicable", b="pass")
    assert result.total == 3
    assert result.score == 1


def test_a_critical_invariant_vetoes_and_a_plain_one_is_only_reported() -> None:
    checklist = listed(milestone("a"), invariant("i"), invariant("v", critical=True))
    plain = scored(checklist, a="pass", i="fail", v="pass")
    assert (plain.score, plain.first_failed, plain.strict) == (1, None, True)
    assert scored(checklist, a="pass", i="pass", v="fail").score == 0
    assert scored(checklist, a="pass", i="pass", v="unsure").bounds == (0, 1)


def test_a_critical_milestone_behind_a_failed_gate_still_vetoes() -> None:
    checklist = listed(milestone("a"), milestone("b"), milestone("c", critical=True))
    result = scored(checklist, a="pass", b="fail", c="fail")
    assert credits_of(result)[2] == "blocked"
    assert result.vetoed


def test_a_contradicted_report_costs_its_penalty_once_and_never_below_zero() -> None:
    claims = Checkpoint(id="claims", title="claims", check=Claims(), points=Fraction(0))
    checklist = listed(milestone("a"), milestone("b", "9"), claims, penalty="0.2")
    assert scored(checklist, a="pass", b="pass", claims="fail").score == Fraction("0.8")
    assert scored(checklist, a="pass", b="fail", claims="fail").score == 0
    assert scored(checklist, a="pass", b="pass", claims="pending").bounds == (Fraction("0.8"), 1)
    assert scored(checklist, a="fail", b="fail", claims="fail").first_failed == "a"


STATUSES = st.sampled_from(list(Status))


@st.composite
def lists_with_statuses(draw: st.DrawFn) -> tuple[Checklist, dict[str, Status]]:
    gate = draw(st.sampled_from(list(Gate)))
    points: list[Checkpoint] = []
    for number in range(draw(st.integers(1, 7))):
        names = [point.id for point in points]
        fields: dict[str, object] = {
            "critical": draw(st.booleans()),
            "enabled": draw(st.integers(0, 5)) > 0,
        }
        if draw(st.integers(0, 3)) == 0:
            fields["role"] = Role.INVARIANT
        elif gate is Gate.REQUIRES:
            fields["requires"] = (
                tuple(draw(st.lists(st.sampled_from(names), unique=True))) if names else ()
            )
        weight = "0" if "role" in fields else str(draw(st.integers(0, 9)))
        points.append(milestone(f"p{number}", weight, **fields))
    claims = Checkpoint(id="claims", title="", check=Claims(), points=Fraction(0))
    points.insert(draw(st.integers(0, len(points))), claims)
    penalty = draw(st.fractions(0, 1, max_denominator=7))
    statuses = {point.id: draw(STATUSES) for point in points}
    checklist = listed(*points, gate=gate, penalty=str(penalty))
    return checklist, statuses


@given(lists_with_statuses())
def test_bounds_are_the_scores_with_open_verdicts_taken_as_fail_and_as_pass(
    case: tuple[Checklist, dict[str, Status]],
) -> None:
    checklist, statuses = case
    result = scored(checklist, **statuses)
    for bound, resolution in zip(result.bounds, (Status.FAIL, Status.PASS), strict=True):
        closed = {n: resolution if s.is_open else s for n, s in statuses.items()}
        assert scored(checklist, **closed).score == bound
    assert 0 <= result.bounds[0] <= result.bounds[1] <= 1
    assert (result.score is None) == (result.bounds[0] != result.bounds[1])


@given(lists_with_statuses(), st.data())
def test_closing_one_verdict_never_leaves_the_bounds(
    case: tuple[Checklist, dict[str, Status]], data: st.DataObject
) -> None:
    checklist, statuses = case
    before = scored(checklist, **statuses)
    opened = [name for name, status in statuses.items() if status.is_open]
    if not opened:
        return
    closed = data.draw(st.sampled_from([Status.PASS, Status.FAIL]))
    after = scored(checklist, **(statuses | {data.draw(st.sampled_from(opened)): closed}))
    assert before.bounds[0] <= after.bounds[0]
    assert after.bounds[1] <= before.bounds[1]
    if before.vetoed:
        assert after.vetoed


@given(lists_with_statuses())
def test_later_credit_needs_every_earlier_milestone_under_the_linear_gate(
    case: tuple[Checklist, dict[str, Status]],
) -> None:
    checklist, statuses = case
    linear = replace(
        checklist,
        scoring=replace(checklist.scoring, gate=Gate.LINEAR),
        checkpoints=tuple(replace(point, requires=None) for point in checklist.checkpoints),
    )
    result = scored(linear, **statuses)
    in_gate = [
        point
        for point in result.checkpoints
        if point.checkpoint.role is Role.MILESTONE
        and point.checkpoint.check.kind != "claims"
        and point.credit is not Credit.EXCLUDED
    ]
    marks = [point.credit is Credit.CREDITED for point in in_gate]
    assert marks == sorted(marks, reverse=True)
    assert result.progress <= result.raw


@given(lists_with_statuses())
def test_a_run_that_met_nothing_earns_nothing_under_any_gate(
    case: tuple[Checklist, dict[str, Status]],
) -> None:
    checklist, statuses = case
    nothing = dict.fromkeys(statuses, Status.FAIL)
    for gate in Gate:
        requires = () if gate is Gate.REQUIRES else None
        regated = replace(
            checklist,
            scoring=replace(checklist.scoring, gate=gate),
            checkpoints=tuple(replace(point, requires=requires) for point in checklist.checkpoints),
        )
        result = scored(regated, **nothing)
        assert result.progress == result.raw == 0
        assert result.score == 0


def test_a_score_says_how_much_of_it_the_official_verifier_brought() -> None:
    asks = VerifierTest(group="FAIL_TO_PASS")
    points = (
        milestone("own", "2"),
        replace(milestone("official", "1"), check=asks),
        replace(milestone("either", "3"), check=AnyOf(checks=(Plain(), asks))),
        replace(milestone("off", "9"), check=asks, enabled=False),
        replace(milestone("moot", "9"), check=asks),
        replace(invariant("watch"), check=asks),
    )
    told = {"moot": "not_applicable", "watch": "pass"}
    result = scored(listed(*points), own="pass", official="pass", either="fail", **told)
    assert (result.verifier_share, result.verifier_progress) == (Fraction(2, 3), Fraction(1, 6))
    assert "verifier .17 of .67" in arithmetic(result, Outcome())
    result = scored(listed(*points), own="fail", official="pass", either="pass", **told)
    assert (result.raw, result.verifier_progress) == (Fraction(2, 3), 0)
    result = scored(listed(milestone("own")), own="pass")
    assert (result.verifier_share, result.verifier_progress) == (0, 0)
    assert "verifier" not in arithmetic(result, Outcome())
