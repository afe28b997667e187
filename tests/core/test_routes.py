"""Routes: alternatives of which the best-scoring one counts; worked figures, then laws."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.core.arithmetic import arithmetic
from ckpt_tui.core.checklist import Bar, Checklist, Checkpoint, Gate, Role
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.gating import Decision, decision
from ckpt_tui.core.lint import sealing_problems
from ckpt_tui.core.routes import routes_of
from ckpt_tui.core.scoring import Credit, Score
from ckpt_tui.core.trace import Outcome
from ckpt_tui.core.verdict import Status
from tests.core.test_scoring import credits_of, invariant, listed, milestone, scored

TWO_WAYS = listed(
    milestone("seen"),
    milestone("sql-1", "2", route="sql"),
    milestone("sql-2", route="sql"),
    milestone("api-1", "3", route="api"),
    milestone("told"),
)


def test_the_better_route_counts_and_the_other_is_left_out_with_its_reason() -> None:
    statuses = {"sql-1": "pass", "sql-2": "fail", "api-1": "fail"}
    result = scored(TWO_WAYS, seen="pass", told="pass", **statuses)
    assert (result.route, result.total) == ("sql", 5)
    assert credits_of(result) == ["credited", "credited", "failed", "excluded", "blocked"]
    assert (result.progress, result.raw, result.score) == (
        Fraction(3, 5), Fraction(4, 5), Fraction(3, 5),
    )  # fmt: skip
    assert result.first_failed == "sql-2"
    assert result.checkpoints[3].reason.startswith(
        'Route "sql" counts, and this is of route "api".'
    )
    assert result.checkpoints[3].verdict.status is Status.FAIL
    line = arithmetic(result, Outcome())
    assert line.startswith(".20✓ .40✓ .20✗ .20⊘✓ · route sql · progress .60 · raw .80")
    met = scored(TWO_WAYS, seen="pass", told="pass", **(statuses | {"api-1": "pass"}))
    assert (met.route, met.score, met.strict) == ("api", 1, True)
    assert decision(met, Bar()) is Decision.PASS


def test_what_stands_behind_the_routes_needs_the_route_that_counts_and_not_the_other() -> None:
    ways = {"sql-1": "pass", "sql-2": "pass", "api-1": "fail"}
    result = scored(TWO_WAYS, seen="pass", told="pass", **ways)
    assert credits_of(result)[-1] == "credited"
    assert result.score == 1
    neither = scored(
        TWO_WAYS, seen="pass", told="pass", **(ways | {"sql-1": "fail", "sql-2": "fail"})
    )
    assert credits_of(neither)[-1] == "blocked"


def test_a_run_that_did_nothing_earns_nothing_and_the_first_named_route_is_shown() -> None:
    result = scored(TWO_WAYS, **{point.id: "fail" for point in TWO_WAYS.checkpoints})
    assert (result.route, result.score, result.first_failed) == ("sql", 0, "seen")
    assert "so far" not in arithmetic(result, Outcome())


def test_a_tie_goes_to_what_was_got_further_on_and_then_to_the_first_named() -> None:
    shut = listed(
        milestone("gate"), milestone("a", route="a"), milestone("b", route="b"),
        invariant("guard", critical=True),
    )  # fmt: skip
    tied = scored(shut, gate="fail", a="fail", b="pass", guard="pass")
    assert (tied.route, tied.score, tied.raw) == ("b", 0, Fraction(1, 2))
    assert scored(shut, gate="fail", a="pass", b="pass", guard="pass").route == "a"
    vetoed = scored(shut, gate="pass", a="fail", b="pass", guard="fail")
    assert (vetoed.route, vetoed.score, vetoed.progress) == ("b", 0, 1)


def test_a_critical_of_the_route_not_taken_vetoes_nothing() -> None:
    checklist = listed(
        milestone("a", route="a"),
        milestone("b", route="b", critical=True),
        replace(invariant("b-guard", critical=True), route="b"),
    )
    other = scored(checklist, a="pass", b="fail", **{"b-guard": "fail"})
    assert (other.route, other.vetoed, other.score) == ("a", False, 1)
    assert "criticals" not in arithmetic(other, Outcome())
    own = scored(checklist, a="fail", b="pass", **{"b-guard": "fail"})
    assert (own.route, own.vetoed, own.score) == ("b", True, 0)


def test_what_does_not_apply_leaves_the_total_of_its_route_alone() -> None:
    statuses = {"sql-1": "not_applicable", "sql-2": "pass", "api-1": "fail"}
    result = scored(TWO_WAYS, seen="pass", told="fail", **statuses)
    assert (result.route, result.total, result.score) == ("sql", 3, Fraction(2, 3))


def test_a_route_of_which_nothing_applies_is_not_the_way_that_a_run_went() -> None:
    moot = {"sql-1": "not_applicable", "sql-2": "not_applicable"}
    result = scored(TWO_WAYS, seen="pass", told="pass", **moot, **{"api-1": "fail"})
    assert (result.route, result.score) == ("api", Fraction(1, 5))
    neither = scored(TWO_WAYS, seen="pass", told="fail", **moot, **{"api-1": "not_applicable"})
    assert (neither.route, neither.total, neither.score) == ("sql", 2, Fraction(1, 2))


def test_an_open_verdict_of_one_route_leaves_the_better_of_both_possible() -> None:
    statuses = {"sql-1": "pass", "sql-2": "fail", "api-1": "pending"}
    result = scored(TWO_WAYS, seen="pass", told="pass", **statuses)
    assert (result.route, result.bounds, result.score) == ("sql", (Fraction(3, 5), 1), None)
    assert "route sql so far" in arithmetic(result, Outcome())
    whole = scored(TWO_WAYS, seen="pass", told="pass", **(statuses | {"sql-2": "pass"}))
    assert (whole.route, whole.score) == ("sql", 1)


def test_prerequisites_of_another_route_are_stepped_over_to_their_own() -> None:
    checklist = listed(
        milestone("base", requires=()),
        milestone("a", requires=("base",), route="a"),
        milestone("b", requires=(), route="b"),
        milestone("end", requires=("a", "b")),
        gate=Gate.REQUIRES,
    )
    result = scored(checklist, base="fail", a="fail", b="pass", end="pass")
    assert (result.route, credits_of(result)) == (
        "b", ["failed", "excluded", "credited", "blocked"],
    )  # fmt: skip


def test_a_list_whose_routes_carry_unequal_points_is_not_sealed() -> None:
    assert sealing_problems(TWO_WAYS) == ()
    heavier = replace(
        TWO_WAYS, checkpoints=(*TWO_WAYS.checkpoints, milestone("more", "0.5", route="api"))
    )
    assert sealing_problems(heavier) == (
        'the routes carry unequal points ("sql" 3, "api" 3.5); give each of them the same total',
    )


STATUSES = st.sampled_from(list(Status))
ROUTES = ("x", "y", "z")


@st.composite
def lists_with_routes(draw: st.DrawFn) -> tuple[Checklist, dict[str, Status]]:
    gate = draw(st.sampled_from(list(Gate)))
    points: list[Checkpoint] = []
    for number in range(draw(st.integers(1, 8))):
        route = draw(st.sampled_from([None, *ROUTES]))
        fields: dict[str, object] = {
            "route": route,
            "critical": draw(st.integers(0, 3)) == 0,
            "enabled": draw(st.integers(0, 5)) > 0,
        }
        if draw(st.integers(0, 4)) == 0:
            fields["role"] = Role.INVARIANT
        elif gate is Gate.REQUIRES:
            names = [point.id for point in points if route in (None, point.route)]
            needed = st.lists(st.sampled_from(names), unique=True) if names else st.just([])
            fields["requires"] = tuple(draw(needed))
        weight = "0" if "role" in fields else str(draw(st.integers(0, 4)))
        points.append(milestone(f"p{number}", weight, **fields))
    points.append(Checkpoint(id="claims", title="", check=Claims(), points=Fraction(0)))
    checklist = listed(*points, gate=gate, penalty=draw(st.sampled_from(["0", "1/3"])))
    return checklist, {point.id: draw(STATUSES) for point in points}


def without(checklist: Checklist, routes: set[str]) -> Checklist:
    """The list with the checkpoints of some routes switched off."""
    points = tuple(
        replace(point, enabled=False) if point.route in routes else point
        for point in checklist.checkpoints
    )
    return replace(checklist, checkpoints=points)


def alone(checklist: Checklist, route: str) -> Checklist:
    """What the route's list is without any route: nothing of the others, and no name."""
    kept = without(checklist, {*routes_of(checklist)} - {route})
    points = tuple(replace(point, route=None) for point in kept.checkpoints)
    return replace(kept, checkpoints=points)


def taken(checklist: Checklist, statuses: dict[str, Status]) -> list[str]:
    """The routes of which a milestone applies; all of them where there is no such route."""
    routes = routes_of(checklist)
    found = [
        route
        for route in routes
        if any(
            point.route == route
            and point.enabled
            and point.role is Role.MILESTONE
            and statuses[point.id] is not Status.NOT_APPLICABLE
            for point in checklist.checkpoints
        )
    ]
    return found or list(routes)


def closed(statuses: dict[str, Status], resolution: Status) -> dict[str, Status]:
    return {name: resolution if word.is_open else word for name, word in statuses.items()}


@given(lists_with_routes())
def test_the_bounds_are_the_best_of_the_lists_of_each_route(
    case: tuple[Checklist, dict[str, Status]],
) -> None:
    checklist, statuses = case
    result = scored(checklist, **statuses)
    lists = [alone(checklist, route) for route in taken(checklist, statuses)]
    lists = lists or [checklist]
    for bound, resolution in zip(result.bounds, (Status.FAIL, Status.PASS), strict=True):
        assert bound == max(scored(each, **closed(statuses, resolution)).score for each in lists)
        assert bound == scored(checklist, **closed(statuses, resolution)).score
    assert 0 <= result.bounds[0] <= result.bounds[1] <= 1
    assert (result.score is None) == (result.bounds[0] != result.bounds[1])


@given(lists_with_routes())
def test_with_one_route_or_none_scores_are_as_without_the_word(
    case: tuple[Checklist, dict[str, Status]],
) -> None:
    checklist, statuses = case
    for route in (None, "x"):
        points = tuple(
            replace(point, route=route if point.route else None) for point in checklist.checkpoints
        )
        bare = tuple(replace(point, route=None) for point in checklist.checkpoints)
        named = scored(replace(checklist, checkpoints=points), **statuses)
        plain = scored(replace(checklist, checkpoints=bare), **statuses)
        assert figures(named) == figures(plain)
        assert credits_of(named) == credits_of(plain)


def figures(result: Score) -> tuple[object, ...]:
    return (
        result.score, result.bounds, result.total, result.raw, result.progress, result.vetoed,
        result.first_failed, result.strict, result.penalty,
    )  # fmt: skip


@given(lists_with_routes(), st.sampled_from(ROUTES))
def test_another_route_never_lowers_a_score(
    case: tuple[Checklist, dict[str, Status]], added: str
) -> None:
    checklist, statuses = case
    before = without(checklist, {added})
    # Where nothing of the other routes applies, the list knew no way that the run can have gone.
    if not set(taken(before, statuses)) & set(taken(checklist, statuses)):
        return
    low, high = scored(before, **statuses).bounds
    assert low <= scored(checklist, **statuses).bounds[0]
    assert high <= scored(checklist, **statuses).bounds[1]


@given(lists_with_routes(), st.data())
def test_closing_one_verdict_never_leaves_the_bounds(
    case: tuple[Checklist, dict[str, Status]], data: st.DataObject
) -> None:
    checklist, statuses = case
    opened = [name for name, status in statuses.items() if status.is_open]
    if not opened:
        return
    before = scored(checklist, **statuses)
    word = data.draw(st.sampled_from([Status.PASS, Status.FAIL]))
    after = scored(checklist, **(statuses | {data.draw(st.sampled_from(opened)): word}))
    assert before.bounds[0] <= after.bounds[0] <= after.bounds[1] <= before.bounds[1]


@given(lists_with_routes())
def test_exactly_the_checkpoints_of_other_routes_are_left_out_for_their_route(
    case: tuple[Checklist, dict[str, Status]],
) -> None:
    checklist, statuses = case
    result = scored(checklist, **statuses)
    assert (result.route is None) == (routes_of(checklist) == ())
    for item in result.checkpoints:
        is_other = item.checkpoint.enabled and item.checkpoint.route not in (None, result.route)
        assert (item.instead is not None) == is_other
        if is_other:
            assert item.credit is Credit.EXCLUDED
    credited = sum(
        item.checkpoint.points for item in result.checkpoints if item.credit is Credit.CREDITED
    )
    assert credited == result.progress * result.total


@pytest.mark.parametrize("resolution", [Status.PASS, Status.FAIL])
def test_a_run_that_met_everything_has_it_all_and_one_that_met_nothing_none(
    resolution: Status,
) -> None:
    result = scored(TWO_WAYS, **{point.id: resolution for point in TWO_WAYS.checkpoints})
    assert result.score == int(resolution is Status.PASS)
