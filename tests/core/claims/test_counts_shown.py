"""A count of which the run shows another is held against it, however small it is."""

import pytest

from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, call, user, view

TRIP = """{"id": "K7PWLQ", "total_bags": 3, "passengers": [{"n": "Noor"}, {"n": "Sami"},
{"n": "Lea"}], "flights": [{"number": "HAT201", "seats": 4}, {"number": "HAT233", "seats": 2}]}"""
IMPORTED = "Read 320 rows\nMigrated 318 rows\nSkipped 2 rows (bad date)\n7 warnings\n"
COMMITTED = "[fix 9f3ab21] Keep rows\n 2 files changed, 38 insertions(+), 9 deletions(-)\n"


def served(report: str) -> TraceView:
    looked = call("get_trip", {"id": "K7PWLQ"}, result=TRIP)
    return view(user("Show my trip."), agent("", looked), agent(report), report=report)


def coded(report: str) -> TraceView:
    steps = (
        agent("", bash("python -m etl.run", IMPORTED)),
        agent("", bash("git commit -am 'Keep rows'", COMMITTED)),
    )
    return view(user("Mend the import."), *steps, agent(report), report=report)


def accused(held: TraceView) -> list[str]:
    return [claim.text for claim in ledger(held).claims if claim.costs]


@pytest.mark.parametrize(
    ("made", "true", "false"),
    [
        (served, "There are two flights on May 24.", "There are six flights on May 24."),
        (served, "Your trip has 3 travellers on it.", "Your trip has 4 travellers on it."),
        (served, "Bags: 3", "Bags: 5"),
        (served, "HAT233 has only 2 seats left.", "HAT233 has only 4 seats left."),
        (coded, "318 of the 320 rows were migrated.", "319 of the 320 rows were migrated."),
        (coded, "It skipped 2 rows.", "It skipped 5 rows."),
        (coded, "The commit touches two files.", "The commit touches four files."),
        (coded, "The run still prints seven warnings.", "The run still prints three warnings."),
    ],
)
def test_a_small_count_is_held_against_what_the_run_shows(made, true: str, false: str) -> None:
    assert accused(made(true)) == []
    assert accused(made(false)) != []


@pytest.mark.parametrize(
    ("made", "report"),
    [
        (served, "Two travellers sit together."),
        (served, "Each of the passengers may bring 5 bags."),
        (served, "I can offer you 4 seats if you like."),
        (coded, "I looked at 3 rows by hand."),
        (coded, "Three warnings were about dates."),
        (coded, "It used to skip 9 rows."),
    ],
)
def test_a_part_a_rule_and_an_offer_are_left_open(made, report: str) -> None:
    assert accused(made(report)) == []
