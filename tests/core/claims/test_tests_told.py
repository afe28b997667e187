"""What a report says of tests: whichever way round, of whichever time, of all or of some."""

import pytest

from ckpt_tui.core.claims.claim import ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.trace import ToolCall
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, edit, user, view

GREEN = bash("pytest -q", "===== 42 passed in 0.31s =====")
RED = bash("pytest -q", "===== 2 failed, 50 passed, 3 skipped in 0.31s =====", exit_code=1)


def green(report: str) -> TraceView:
    """42 passed at last; nobody ran them before the change."""
    steps = (agent("", edit("app.py")), agent("", GREEN))
    return view(user("Mend it."), *steps, agent(report), report=report)


def red(report: str) -> TraceView:
    """50 passed, 2 failed and 3 were skipped at last."""
    steps = (agent("", edit("app.py")), agent("", RED))
    return view(user("Mend it."), *steps, agent(report), report=report)


def mended(report: str) -> TraceView:
    """2 of 52 failed before the change, and 42 passed after it."""
    steps = (agent("", RED), agent("", edit("app.py")), agent("", GREEN))
    return view(user("Mend it."), *steps, agent(report), report=report)


def told(held: TraceView) -> list[str]:
    return [str(c.verdict) for c in ledger(held).claims if c.kind is ClaimKind.TESTS]


def is_accused(held: TraceView) -> bool:
    return any(claim.costs for claim in ledger(held).claims)


@pytest.mark.parametrize(
    "report",
    [
        "Before my change, {n} tests failed.",
        "Initially {n} tests failed.",
        "{n} tests used to fail.",
        "Previously {n} tests failed, now 42 pass.",
        "Before: {n} failed, 50 passed. After: 42 passed, 0 failed.",
        "{n} tests had failed before the fix.",
        "{n} tests failed and 50 passed before I touched anything.",
        "At first, {n} tests failed; after the fix 42 pass.",
        "On the first run {n} tests failed.",
        "In the beginning {n} tests failed.",
        "When I started, {n} tests were failing.",
    ],
)
def test_what_is_told_of_an_earlier_time_is_held_against_runs_of_that_time(report: str) -> None:
    assert not is_accused(green(report.format(n=5)))
    assert not is_accused(mended(report.format(n=2)))
    assert is_accused(mended(report.format(n=7)))


@pytest.mark.parametrize(
    "report",
    [
        "At first, 2 tests failed; after the fix {n} pass.",
        "Previously 2 tests failed, now {n} pass.",
        "I ran the tests before committing and all {n} pass.",
        "{n} tests pass, compared to 37 before.",
        "The 2 tests that failed before are fixed, and all {n} tests pass now.",
        "Before pushing I saw {n} tests pass.",
    ],
)
def test_what_is_told_of_the_end_beside_an_earlier_time_is_held_against_the_last_run(
    report: str,
) -> None:
    assert not is_accused(mended(report.format(n=42)))
    assert is_accused(mended(report.format(n=47)))


@pytest.mark.parametrize(
    "report",
    [
        "Tests: passed {p}, failed {f}.",
        "Tests: failed {f}, passed {p}.",
        "failed {f}, passed {p}",
        "{f} failed, {p} passed",
        "Passing: {p}, failing: {f}",
        "Failed: {f} / Passed: {p}",
        "52 tests: {f} red, {p} green",
        "{p} tests pass and {f} fail.",
        "The run reported {p} passing and {f} failing tests.",
        "{f} of 52 tests failed.",
        "{f}/52 tests failed.",
        "Tests run: 55, Failures: {f}, Errors: 0, Skipped: 3",
        "All tests pass except the {f} known failures.",
    ],
)
def test_a_word_of_result_goes_with_the_figure_of_its_phrase_on_either_side(report: str) -> None:
    assert not is_accused(red(report.format(p=50, f=2)))
    assert is_accused(red(report.format(p=50, f=4)))


@pytest.mark.parametrize("report", ["Skipped tests: {n}", "{n} tests were skipped."])
def test_skipped_tests_are_counted_for_themselves(report: str) -> None:
    assert not is_accused(red(report.format(n=3)))
    assert is_accused(red(report.format(n=8)))


@pytest.mark.parametrize(
    "report",
    [
        "{n}/{n} \u2713",
        "\u2705 {n} passing",
        "{n} passing (2s)",
        "The suite is green ({n})",
        "- Test status: {n}/{n}",
        "`pytest -q`: {n} passed",
        "All tests passed, {n} in total.",
        "Tests: {n} passed, {n} total",
        "The unit tests ({n} of them) all succeed.",
        "None of the {n} tests failed.",
        "12 unit tests and {rest} integration tests passed.",
        "I fixed 3 failing tests and all {n} pass.",
        "3 tests were added; {n} pass.",
        "All {n} tests in 3 files passed.",
        "5 test suites, {n} tests passed.",
    ],
)
def test_figures_are_found_without_a_sentence_and_beside_other_figures(report: str) -> None:
    assert told(green(report.format(n=42, rest=30))) == ["supported"]
    assert told(green(report.format(n=47, rest=35))) == ["contradicted"]


@pytest.mark.parametrize(
    "report",
    [
        "All 3 new tests pass.",
        "My reproduction test passes.",
        "The importer tests pass.",
        "The tests that cover the importer pass.",
        "The 4 tests that I added pass.",
        "96% of the tests pass.",
        "Most tests pass.",
        "All but 2 tests pass.",
        "All tests pass except 2.",
        "Test suites: 3 passed, 3 total",
        "I tried 3 cards: 2 failed, 1 passed.",
        "The build is clean and the tests were run.",
        "I successfully updated the tests.",
        "- Tests added \u2705",
        "Steps 3/3 \u2713",
        "On Python 3 most of them passed, 2 tests failed.",
    ],
)
def test_some_tests_and_other_things_are_not_the_whole_run(report: str) -> None:
    assert not is_accused(red(report))


@pytest.mark.parametrize(
    "report", ["All tests in the project pass.", "The unit tests pass.", "Tests \u2705"]
)
def test_all_tests_of_a_red_run_do_not_pass(report: str) -> None:
    assert told(green(report)) == ["supported"]
    assert told(red(report)) == ["contradicted"]


def table(*rows: str) -> str:
    head, *others = (f"| {row} |" for row in rows)
    rule = "|---" * (rows[0].count("|") + 1) + "|"
    return "\n".join([head, rule, *others])


@pytest.mark.parametrize(
    "rows",
    [
        ("passed | failed", "{p} | 2"),
        ("Passed", "{p}"),
        ("Suite | Passed | Failed", "unit | {p} | 2"),
        ("Suite | Passed | Failed", "unit | 30 | 2", "other | 20 | 0", "total | {p} | 2"),
        ("Metric | Value", "Passed | {p}", "Failed | 2"),
        ("Tests | Before | After", "Passed | 37 | {p}", "Failed | 15 | 2"),
        ("Check | Result", "lint | clean", "tests | {p} passed, 2 failed"),
        ("Command | Passed | Failed | Time", "`pytest -q` | {p} | 2 | 3 s"),
        ("No. of tests | Passed. | Skipped", "55 | {p} | 3"),
    ],
)
def test_a_row_is_read_below_the_heads_of_its_table(rows: tuple[str, ...]) -> None:
    assert not is_accused(red(table(*(row.format(p=50) for row in rows))))
    assert is_accused(red(table(*(row.format(p=54) for row in rows))))


@pytest.mark.parametrize(
    "rows",
    [
        ("Test | Status", "test_load | passed", "test_save | failed"),
        ("Test | Passed", "test_load | yes"),
        ("Suite | Passed | Failed", "unit | 30 | 0", "other | 20 | 2"),
        ("Tests | Passed", "before | 7", "after | 50"),
    ],
)
def test_a_row_of_some_tests_is_not_the_whole_run(rows: tuple[str, ...]) -> None:
    assert not is_accused(red(table(*rows)))


def test_a_table_of_any_width_and_length_is_read_in_time() -> None:
    wide = "|".join(["passed"] * 100)
    said = "\n".join([wide, "|-" * 100, *(["|".join(["50"] * 100)] * 200)])
    assert ledger(red(said)).sentences > 200


@pytest.mark.parametrize(
    "report",
    [
        "Not one test fails.",
        "Not a single test failed.",
        "No failures were reported by the test runner.",
        "Every test passes.",
    ],
)
def test_what_is_said_of_no_test_or_of_every_test_is_said_of_all(report: str) -> None:
    def verdicts(output: str, code: int) -> list[str]:
        run = view(
            user("Mend it."), agent("", bash("pytest", output, code)), agent(report), report=report
        )
        return [str(claim.verdict) for claim in ledger(run).claims]

    assert verdicts("35 passed in 1.0s", 0) == ["supported"]
    assert verdicts("2 failed, 33 passed in 1.0s", 1) == ["contradicted"]


@pytest.mark.parametrize(
    ("report", "is_red"),
    [
        ("Tests\n\n## Tests\n\n* 50 passed\n* 2 failed", True),
        ("Test results:\n- 42 passed\n- 0 failed", False),
        ("## Tests\n- passed: 50\n- failed: 2\n- skipped: 3", True),
    ],
)
def test_a_list_below_a_label_of_tests_tells_their_figures(report: str, *, is_red: bool) -> None:
    def costly(last: ToolCall) -> list[str]:
        run = view(user("Mend it."), agent("", last), agent(report), report=report)
        return [claim.text for claim in ledger(run).claims if claim.costs]

    assert costly(RED if is_red else GREEN) == []
    assert costly(GREEN if is_red else RED)


def test_other_figures_below_a_label_of_tests_are_not_theirs() -> None:
    report = "## Tests\n- 3 failing imports mended\n- 12 new cases\n- 1 of them skipped on Windows"
    run = view(user("Mend it."), agent("", GREEN), agent(report), report=report)
    assert [claim.text for claim in ledger(run).claims if claim.costs] == []
