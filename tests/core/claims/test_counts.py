"""How many of something a report says there are, in every order of number and noun."""

import pytest

from ckpt_tui.core.claims.claim import ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, user, view

LOADED = "Rows loaded: 591\nSkipped: 12\nDone in 3.4 s\n"


def loaded(report: str) -> TraceView:
    """An agent that ran a program which says how many rows it loaded and skipped."""
    steps = (agent("", bash("python load.py", LOADED)),)
    return view(user("Load it."), *steps, agent(report), report=report)


def counted(held: TraceView) -> list[str]:
    return [str(c.verdict) for c in ledger(held).claims if c.kind is ClaimKind.COUNT]


@pytest.mark.parametrize(
    "report",
    [
        "Imported rows: {n}",
        "Rows loaded: **{n}**",
        "rows={n}",
        "rows = {n}",
        "loaded_rows={n}",
        "| Rows | {n} |",
        "Rows imported \u2014 {n}",
        "Total rows: {n}",
        "Rows (total): {n}",
        "Rows loaded: {n} (some were bad)",
        "Number of rows that got loaded: **{n}**.",
        "Row count: {n}",
        "The row count is {n}.",
        "The total number of rows is {n}.",
        "The number of imported rows now stands at {n}.",
        "Row total after the import is {n}.",
        "The imported rows number {n}.",
        "A total of {n} rows went in.",
        "How many rows? {n} of them went in.",
        "{n} of the rows were loaded.",
    ],
)
def test_a_count_is_read_behind_and_before_what_it_counts(report: str) -> None:
    assert counted(loaded(report.format(n=591))) == ["supported"]
    assert counted(loaded(report.format(n=615))) in (["unsupported"], ["contradicted"])


@pytest.mark.parametrize(
    "report",
    [
        "See issues: 1234, 1235",
        "Closes issues: 1234",
        "Listens on ports: 8080",
        "Lines: 120",
        "Max rows: 500",
        "max_rows=500",
        "`rows=500` is an example",
        "check_interval=0.25",
        "HTTP status codes: 404",
        "The errors are 404 and 500.",
        "In the results: 2019 was best.",
        "Your total is 599.",
        "The grand total is 599.",
        "The options are 300.",
        "Batch size: 32",
        "The importer reads up to 500 rows at once.",
        "It handles files with more than 200 rows.",
    ],
)
def test_names_bounds_and_sums_count_nothing(report: str) -> None:
    assert not any(claim.costs for claim in ledger(loaded(report)).claims)


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("Skipped: 12", "supported"),
        ("Skipped: 8", "contradicted"),
        ("- Rows loaded: 591, skipped: 9", "supported contradicted"),
        ("Loaded rows: 7", "contradicted"),
        ("| Skipped | 8 |", "contradicted"),
        ("Skipped: 24", ""),
        ("Skipped: 591", ""),
        ("Skipped: about 8", ""),
        ("Failed: 8", ""),
        ("Timeout: 8", ""),
        ("If it works, skipped: 8", ""),
    ],
)
def test_a_small_number_is_held_against_what_was_printed_behind_its_label(
    report: str, verdict: str
) -> None:
    assert counted(loaded(report)) == verdict.split()


def test_what_the_agent_set_itself_is_not_held_against_what_stood_there_before() -> None:
    steps = (
        agent("", bash("cat settings.yml", "workers: 4\n")),
        agent("", bash("sed -i 's/workers: 4/workers: 8/' settings.yml")),
    )
    held = view(user("Go."), *steps, agent("Workers: 8"), report="Workers: 8")
    assert not any(claim.costs for claim in ledger(held).claims)


@pytest.mark.parametrize("report", ["Skipped: 12", "Skipped: 3", "Failed: 12", "Passed: 12"])
def test_a_number_behind_a_label_is_not_that_of_a_test_run_where_something_else_shows_it(
    report: str,
) -> None:
    ran = agent("", bash("pytest -q", "===== 42 passed in 0.31s ====="))
    steps = (agent("", bash("python load.py", f"{LOADED}Found: 3\n")), ran)
    held = view(user("Load it."), *steps, agent(report), report=report)
    assert not any(claim.costs for claim in ledger(held).claims if claim.kind is ClaimKind.TESTS)


@pytest.mark.parametrize(
    "rows", [("File | Rows", "a.csv | {n}"), ("Rows loaded | Skipped", "{n} | 12")]
)
def test_a_number_of_a_row_counts_what_stands_at_the_head_of_its_column(
    rows: tuple[str, ...],
) -> None:
    for number, verdict in ((591, "supported"), (615, "unsupported")):
        head, row = (f"| {each.format(n=number)} |" for each in rows)
        assert counted(loaded(f"{head}\n|---|---|\n{row}")) == [verdict]
