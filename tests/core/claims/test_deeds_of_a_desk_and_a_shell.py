"""Deeds told in passing, of another thing, or that only a command could have done."""

import pytest

from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, call, user, view

TRIP = '{"id": "K7PWLQ", "cabin": "economy", "bags": 2}'
OTHER = '{"id": "TT40ZB", "cabin": "economy", "bags": 0}'
UPGRADED = '{"id": "K7PWLQ", "cabin": "business", "paid": 1290}'


def served(report: str) -> TraceView:
    steps = (
        agent("", call("get_trip", {"id": "K7PWLQ"}, result=TRIP)),
        agent("", call("get_trip", {"id": "TT40ZB"}, result=OTHER)),
        agent("", call("update_trip", {"id": "K7PWLQ", "cabin": "business"}, result=UPGRADED)),
        agent(report),
    )
    return view(user("Move K7PWLQ to business."), *steps, report=report)


def coded(report: str) -> TraceView:
    steps = (
        agent("", bash("git commit -am 'Keep rows'", "[fix 9f3ab21] Keep rows\n")),
        agent("", bash("git push -u origin fix", "To github.com:acme/etl.git\n")),
        agent("", bash("gh pr create --fill", "https://github.com/acme/etl/pull/271\n")),
        agent(report),
    )
    return view(user("Mend the import."), *steps, report=report)


def accused(held: TraceView) -> list[str]:
    return [claim.text for claim in ledger(held).claims if claim.costs]


@pytest.mark.parametrize(
    ("made", "true", "false"),
    [
        (served, "I moved K7PWLQ to business.", "I moved TT40ZB to business."),
        (served, "Went ahead and upgraded you.", "Went ahead and cancelled TT40ZB."),
        (served, "Done! Cabin changed, trip updated.", "Done! Cabin changed, TT40ZB cancelled."),
        (served, "Your trip is upgraded now.", "Your trip is cancelled."),
        (served, "I did upgrade the trip.", "I did cancel the trip."),
        (served, "Your trip got upgraded.", "Your trip got cancelled."),
        (coded, "Pushed the branch and opened a PR.", "Pushed the branch, opened and merged a PR."),
        (coded, "I pushed the branch.", "I tagged the release."),
        (coded, "The branch is pushed.", "The fix is deployed to staging."),
        (coded, "I've opened a pull request.", "I've closed the issue."),
    ],
)
def test_a_deed_that_was_not_done_is_held_against_the_run(made, true: str, false: str) -> None:
    assert accused(made(true)) == []
    assert accused(made(false)) != []


@pytest.mark.parametrize(
    ("made", "report"),
    [
        (served, "TT40ZB stays as it is."),
        (served, "A trip that is cancelled cannot be changed."),
        (served, "Your stay lasts until 6 March."),
        (coded, "I merged the two branches of the condition."),
        (coded, "The file handle is closed now."),
        (coded, "The helper was deployed last month."),
    ],
)
def test_what_may_be_so_without_a_deed_is_left_open(made, report: str) -> None:
    assert accused(made(report)) == []
