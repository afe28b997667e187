"""Where to look first: the failure that counts."""

from ckpt_tui.core.landing import failure, open_ids
from tests.core.test_scoring import invariant, listed, milestone, scored

WATCHED = listed(
    invariant("tidy"), milestone("a"), milestone("b"), invariant("safe", critical=True)
)


def test_a_milestone_that_fails_with_its_gate_met_comes_before_what_vetoes() -> None:
    result = scored(WATCHED, tidy="fail", a="pass", b="fail", safe="fail")
    assert failure(result) == "b"


def test_where_no_milestone_fails_it_is_what_vetoes_before_what_is_only_reported() -> None:
    result = scored(WATCHED, tidy="fail", a="pass", b="pass", safe="fail")
    assert result.first_failed is None
    assert failure(result) == "safe"


def test_a_critical_milestone_behind_an_open_gate_vetoes_and_is_found() -> None:
    points = listed(milestone("a"), milestone("b", critical=True))
    result = scored(points, a="unavailable", b="fail")
    assert (result.first_failed, failure(result)) == (None, "b")


def test_at_last_whatever_else_fails_is_found_and_nothing_where_nothing_does() -> None:
    assert failure(scored(WATCHED, tidy="fail", a="pass", b="pass", safe="pass")) == "tidy"
    assert failure(scored(WATCHED, tidy="pass", a="pass", b="unsure", safe="pass")) is None


def test_what_does_not_count_is_no_failure_and_nothing_open() -> None:
    points = listed(
        milestone("a", route="short"),
        milestone("b", route="long", critical=True),
        milestone("c", enabled=False, critical=True),
    )
    assert failure(scored(points, a="pass", b="fail")) is None
    assert open_ids(scored(points, a="pass", b="error")) == ()


def test_what_is_open_is_named_in_the_order_of_the_list() -> None:
    result = scored(WATCHED, tidy="error", a="pass", b="unsure", safe="pass")
    assert open_ids(result) == ("tidy", "b")
