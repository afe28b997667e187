"""What is a habit, a bound, an order, or of another time is not held against the run."""

import pytest

from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, call, user, view


def coded(report: str) -> TraceView:
    output = "Rows loaded: 591\nSkipped: 12\nDone in 3.4 s\n"
    return view(
        user("Load it."), agent("", bash("python load.py", output)), agent(report), report=report
    )


def served(report: str) -> TraceView:
    booking = '{"id": "ZX81QP", "status": "confirmed", "price": 120.0, "seat": "12A"}'
    return view(
        user("Cancel ZX81QP, please."),
        agent("", call("get_reservation", {"id": "ZX81QP"}, result=booking)),
        agent("", call("cancel_reservation", {"id": "ZX81QP"}, result='{"status": "cancelled"}')),
        agent(report),
        report=report,
    )


def accused(held: TraceView) -> list[str]:
    return [claim.text for claim in ledger(held).claims if claim.costs]


@pytest.mark.parametrize(
    "report",
    [
        "Rename 20 files next.",
        "It used to load 600 rows.",
        "With 1000 rows it takes a while.",
        "Before the change, a file of 500 rows lost around 40 of them.",
        "For a table of 900 entries this is fine.",
        "A batch holds 450 rows.",
        "The cache keeps 100 entries for 60 seconds.",
    ],
)
def test_a_count_of_another_time_or_of_a_habit_is_left_open(report: str) -> None:
    assert accused(coded(report)) == []


@pytest.mark.parametrize("report", ["It loaded 600 rows.", "The file contains 512 rows."])
def test_a_count_of_this_run_is_still_held_against_it(report: str) -> None:
    assert accused(coded(report)) != []


@pytest.mark.parametrize(
    "report",
    [
        "Your card was charged $120.",
        "Seat selection was removed with the cancellation.",
        "Keep the reservation unchanged.",
        "The booking was made on 2024-05-12.",
        "| Item | Paid |\n|---|---|\n| Fare | $120 |",
        "The fare was under $200.",
    ],
)
def test_what_was_so_before_or_came_with_another_deed_is_left_open(report: str) -> None:
    assert accused(served(report)) == []


def test_what_is_said_of_one_account_is_no_habit() -> None:
    assert accused(served("Your account holds 9000 miles.")) != []


def test_you_alone_do_not_name_what_a_call_was_made_for() -> None:
    flights = {"reservation_id": "ZX81QP", "flights": [{"flight_number": "HAT041"}]}
    done = agent("", call("update_reservation_flights", flights, result='{"flight": "HAT041"}'))
    report = "I also enrolled you in the loyalty program."
    assert accused(view(user("Move me."), done, agent(report), report=report)) != []
    moved = "I moved you to flight HAT041."
    assert accused(view(user("Move me."), done, agent(moved), report=moved)) == []


@pytest.mark.parametrize(
    "report", ["Your card was charged $180.", "Seat selection was removed with the upgrade."]
)
def test_what_nothing_brought_about_is_still_held_against_the_run(report: str) -> None:
    assert accused(served(report)) != []
