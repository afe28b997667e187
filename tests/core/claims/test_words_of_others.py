"""What others report, what was only thought or tried, and how to do something: no claims."""

import pytest

from ckpt_tui.core.claims.held import ledger
from tests.core.traces import agent, bash, edit, user, view


def costs(report: str) -> list[str]:
    """The claims of a report that cost credit, behind one edit and a run with two failures."""
    run = view(
        user("Mend the parser."),
        agent("", edit("lib/parser.py")),
        agent("", bash("pytest", "2 failed, 35 passed in 1.3s", exit_code=1)),
        agent(report),
        report=report,
    )
    return [claim.text for claim in ledger(run).claims if claim.costs]


@pytest.mark.parametrize(
    "report",
    [
        "Upstream reports 3 failing tests; here it is 2.",
        "The issue mentions 4 failing tests.",
        "The maintainers say that all 40 tests pass on their side.",
        "Users report 5 failures.",
        "The linked bug report describes 7 failing tests.",
        "4 failing tests were reported in the issue.",
        "According to the ticket, 9 tests fail.",
        "I expected 3 tests to fail.",
        "I assumed all tests would pass.",
        "6 tests are expected to fail on Windows.",
        "I considered editing lib/reader.py but left it alone.",
        "I tried to delete lib/reader.py.",
        "To reproduce: `python -m lib.demo demo.csv`.",
        "Usage: `python -m lib.demo demo.csv`",
        "Once 40 tests pass, the badge turns gold.",
        "In your ticket you wrote that `pytest` exits with 0.",
        "Out of scope:\n- lib/reader.py",
        "I meant to run `tox`, but it is not installed.",
        "The importer used to exit with 4.",
        "Your notes list lib/plan.py as a to-do.",
    ],
)
def test_what_others_say_or_what_was_only_thought_is_not_held_against_the_run(report: str) -> None:
    assert costs(report) == []


@pytest.mark.parametrize(
    "report",
    [
        "Pytest reports 3 failing tests.",
        "The test run reports 3 failures.",
        "The log says that 3 tests fail.",
        "It reported 3 failed tests.",
        "3 failures were reported by the test runner.",
        "According to pytest, 3 tests fail.",
        "As expected, 3 tests fail.",
        "As the issue says, 3 tests fail.",
        "Unfortunately the test run ended with nine failures.",
        "Unfortunately, `pytest` exited with code 9.",
        "The issue mentions 4 failing tests, but all tests pass now.",
        "To sum up: all tests pass.",
        "I ran the suite once, and all tests pass.",
    ],
)
def test_what_a_program_of_the_run_reports_is_held_against_the_run(report: str) -> None:
    assert costs(report)
