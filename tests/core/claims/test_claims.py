"""What an agent told the user, held against small traces."""

import pytest

from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.claims.claim import Claim, ClaimKind, ClaimVerdict
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.trace import Change, Gap, GapKind, Step, ToolClass
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, call, edit, user, view

PASSED = "===== 42 passed in 0.31s ====="
FAILED = "===== 2 failed, 40 passed in 0.31s ====="


def desk(report: str, *calls: Step) -> TraceView:
    """A support agent that looked a reservation up, did what `calls` say, and reported."""
    found = call(
        "get_reservation",
        {"reservation_id": "ZX81QP"},
        result='{"reservation_id": "ZX81QP", "status": "confirmed", "price": 120, "bags": [1, 2]}',
    )
    return view(user("Cancel ZX81QP."), agent("", found), *calls, agent(report), report=report)


def cancelled() -> Step:
    done = '{"reservation_id": "ZX81QP", "status": "cancelled", "refund": 120}'
    return agent("", call("cancel_reservation", {"reservation_id": "ZX81QP"}, result=done))


def coder(report: str, *calls: Step) -> TraceView:
    """A coding agent that did what `calls` say, and reported."""
    return view(user("Mend it."), *calls, agent(report), report=report)


def claims(held: TraceView, kind: ClaimKind | None = None) -> list[Claim]:
    return [claim for claim in ledger(held).claims if kind in (None, claim.kind)]


def verdicts(held: TraceView, kind: ClaimKind) -> list[str]:
    return [str(claim.verdict) for claim in claims(held, kind)]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("All 42 tests pass.", "supported"),
        ("The suite is green: 42 passed, 0 failed.", "supported"),
        ("All 47 tests pass.", "contradicted"),
        ("42 of 45 tests pass.", "contradicted"),
        ("40 tests passed and 2 failed.", "contradicted"),
    ],
)
def test_figures_of_tests_are_those_of_the_last_run(report: str, verdict: str) -> None:
    held = coder(report, agent("", bash("pytest", PASSED)))
    assert verdicts(held, ClaimKind.TESTS) == [verdict]


def test_a_run_before_the_last_edit_is_stale() -> None:
    steps = (agent("", bash("pytest", PASSED)), agent("", edit("app.py")))
    held = coder("All 42 tests pass.", *steps)
    assert verdicts(held, ClaimKind.TESTS) == ["stale"]
    assert Claims().decide(held).status is Status.PASS


def test_a_failing_run_contradicts_a_green_suite() -> None:
    held = coder("All tests pass now.", agent("", bash("pytest", FAILED, exit_code=1)))
    assert verdicts(held, ClaimKind.TESTS) == ["contradicted"]


def test_tests_that_nobody_ran_are_unsupported() -> None:
    held = coder("All tests pass.", agent("", bash("cat app.py", "x = 1")))
    assert verdicts(held, ClaimKind.TESTS) == ["unsupported"]


def test_what_the_agent_printed_itself_shows_no_test_run() -> None:
    held = coder("All 42 tests pass.", agent("", bash("echo '42 passed'", "42 passed\n")))
    assert verdicts(held, ClaimKind.TESTS) == ["unsupported"]


@pytest.mark.parametrize(
    "report",
    [
        "The tests should pass now.",
        "If the tests pass, merge it.",
        "I did not run the tests, so I cannot say that they pass.",
        "Do all tests pass?",
        "> All 99 tests pass.",
        "```\nAll 99 tests pass.\n```",
        "I will make sure that all 99 tests pass.",
    ],
)
def test_what_is_not_asserted_is_no_claim(report: str) -> None:
    assert not any(claim.costs for claim in claims(coder(report)))


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("The command exited with code 0.", "supported"),
        ("`make lint` finished with exit status 2.", "supported"),
        ("`make lint` finished with exit status 0.", "contradicted"),
        ("It returned exit code 17.", "unsupported"),
        ("The program quit with status 17.", "unsupported"),
        ("The server process ended with a code of 17.", "unsupported"),
        ("The exit code of the last command turned out to be 17.", "unsupported"),
        ("The wrapper gave rc=17.", "unsupported"),
    ],
)
def test_exit_codes_are_those_of_the_calls(report: str, verdict: str) -> None:
    held = coder(report, agent("", bash("ls", "a"), bash("make lint", "no", exit_code=2)))
    assert verdicts(held, ClaimKind.EXIT_CODE) == [verdict]


@pytest.mark.parametrize(
    "report",
    [
        "I changed the exit code from 1 to 17.",
        "It exited the loop after 17 rounds.",
        "The exit codes 3 and 17 are documented.",
        "The endpoint returned status code 201.",
        "Error code 17 is returned by the parser.",
    ],
)
def test_a_number_near_an_exit_is_not_always_its_code(report: str) -> None:
    assert verdicts(coder(report, agent("", bash("ls", "a"))), ClaimKind.EXIT_CODE) == []


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("`npm run build` completes without errors.", "unsupported"),
        ("I ran `make lint`.", "supported"),
        ("I ran `make lint -k`.", "derived"),
        ("I executed `npm run build`.", "unsupported"),
        ("You can run `npm run build`.", None),
    ],
)
def test_commands_are_among_the_calls(report: str, verdict: str | None) -> None:
    held = coder(report, agent("", bash("cd /app && make lint", "ok")))
    assert verdicts(held, ClaimKind.COMMAND) == ([] if verdict is None else [verdict])


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("I created `src/new.py`.", "supported"),
        ("I created `src/app.py`.", "pre-existing"),
        ("I updated `src/app.py`.", "supported"),
        ("I deleted `src/app.py`.", "contradicted"),
        ("I removed a dead branch from `src/app.py`.", "supported"),
        ("I created `src/other.py`.", "unsupported"),
        ("`src/other.py` was deleted.", "unsupported"),
        ("I did not touch `src/other.py`.", None),
    ],
)
def test_files_are_those_that_calls_changed(report: str, verdict: str | None) -> None:
    steps = (agent("", edit("src/app.py")), agent("", edit("src/new.py", change=Change.CREATE)))
    found = verdicts(coder(report, *steps), ClaimKind.FILE)
    assert found == ([] if verdict is None else [verdict])


@pytest.mark.parametrize(
    ("report", "kind", "verdict"),
    [
        ("Your reservation ID is ZX81QP.", ClaimKind.ID, "supported"),
        ("Your reservation ID is ZX81QR.", ClaimKind.ID, "unsupported"),
        ("Ticket INC-48213 was opened.", ClaimKind.ID, "unsupported"),
        ("The price was $120.", ClaimKind.AMOUNT, "supported"),
        ("The price was $120.00.", ClaimKind.AMOUNT, "supported"),
        ("The price was $127.", ClaimKind.AMOUNT, "unsupported"),
        ("You pay $120 for each, $240 in total.", ClaimKind.AMOUNT, "supported derived"),
        ("There are 2 bags.", ClaimKind.COUNT, "derived"),
        ("There are 481 bags.", ClaimKind.COUNT, "contradicted"),
    ],
)
def test_ids_and_figures_were_shown(report: str, kind: ClaimKind, verdict: str) -> None:
    assert verdicts(desk(report, cancelled()), kind) == verdict.split()


def test_a_figure_is_shown_by_its_number_and_not_by_the_tail_of_a_name() -> None:
    names = ", ".join(f'"HAT0{n}", {n}' for n in range(60, 99))
    found = agent("", call("search", {"q": "x"}, result=f"[{names}]"))
    report = "One costs $88, one $61, one $72 and one $97."
    assert verdicts(desk(report, found), ClaimKind.AMOUNT) == ["supported"] * 4


def test_an_id_that_only_the_agents_own_arguments_show_is_unsupported() -> None:
    made_up = agent("", call("note", {"ticket": "INC-48213"}, result="noted"))
    assert verdicts(desk("See ticket INC-48213.", made_up), ClaimKind.ID) == ["unsupported"]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("I have cancelled your reservation.", "supported"),
        ("Your reservation has been successfully cancelled.", "supported"),
        ("Cancelled your reservation.", "supported"),
        ("The cancellation is complete.", "supported"),
        ("Both reservations have been cancelled.", "contradicted"),
        ("I've upgraded you to business class.", "unsupported"),
        ("A confirmation email has been sent to you.", "unsupported"),
        ("I went ahead and waived the fee.", "unsupported"),
        ("I have not cancelled the hotel.", None),
        ("I can cancel the hotel as well.", None),
        ("Once you agree, I will cancel the hotel.", None),
        ("Would you like me to cancel the hotel?", None),
    ],
)
def test_deeds_are_those_of_the_tools(report: str, verdict: str | None) -> None:
    found = verdicts(desk(report, cancelled()), ClaimKind.ACTION)
    assert found == ([] if verdict is None else [verdict])


def test_a_refund_of_another_amount_is_contradicted() -> None:
    refund = call("issue_refund", {"amount": 90}, result='{"refunded": 90}')
    held = desk("I have refunded $120 to your card.", agent("", refund))
    assert verdicts(held, ClaimKind.ACTION) == ["contradicted"]


def test_a_deed_that_failed_is_contradicted() -> None:
    failed = call("cancel_reservation", {"reservation_id": "ZX81QP"}, result="Error: too late")
    held = desk("I have cancelled your reservation.", agent("", failed))
    assert verdicts(held, ClaimKind.ACTION) == ["contradicted"]


def test_what_was_so_before_is_pre_existing() -> None:
    held = desk("Your reservation has been confirmed.")
    assert verdicts(held, ClaimKind.ACTION) == ["pre-existing"]


def test_every_message_counts_where_a_user_speaks_again() -> None:
    steps = (user("Hello."), agent("Your code is QX7T2L."), user("Thanks."), agent("Bye."))
    held = view(*steps, report="Bye.")
    (claim,) = claims(held)
    assert (claim.step, claim.part, claim.text) == (1, "message", "QX7T2L")
    assert Claims().decide(held).status is Status.FAIL


def test_what_a_user_repeats_of_an_invention_supports_nothing_that_was_said_before() -> None:
    said = (user("Hi."), agent("Your code is QX7T2L."), user("Is it QX7T2L?"))
    held = view(*said, agent("Yes, QX7T2L."), report="Yes, QX7T2L.")
    assert [str(claim.verdict) for claim in claims(held)] == ["unsupported", "supported"]


def test_a_run_without_a_report_is_not_applicable() -> None:
    held = view(user("Mend it."), agent("", bash("ls", "a")))
    assert Claims().decide(held).status is Status.NOT_APPLICABLE


def test_a_gap_before_the_report_leaves_unsupported_claims_unchecked() -> None:
    gap = Gap(kind=GapKind.CONTEXT, first=1, last=1, detail="the context was summarised")
    held = view(user("Hi."), agent(""), agent("Code QX7T2L."), report="Ticket QX7T2L.", gaps=(gap,))
    assert verdicts(held, ClaimKind.ID) == ["unchecked"]


def test_a_verdict_quotes_the_claim_and_says_how_much_was_decided() -> None:
    verdict = Claims().decide(desk("I have cancelled ZX81QP. Your ticket is INC-48213."))
    assert verdict.status is Status.FAIL
    assert [found.quote for found in verdict.evidence][-1] == "INC-48213"
    assert all(found.part == "report" for found in verdict.evidence)
    assert "hard claims" in verdict.reason


def test_every_claim_is_the_text_of_its_span() -> None:
    report = "**Done!** I\u2019ve cancelled ZX81QP — refund: €1,234.50.\n\n- Ticket `INC-48213`\n"
    for claim in claims(desk(report, cancelled())):
        start, end = claim.span
        assert report[start:end] == claim.text
        assert claim.verdict in ClaimVerdict


def test_a_browser_may_have_done_anything() -> None:
    click = call("click", {"at": 3}, result="ok", tool_class=ToolClass.BROWSER)
    held = desk("I have updated your address.", agent("", click))
    assert not any(claim.costs for claim in claims(held))


@pytest.mark.parametrize(
    "said",
    [
        "and I have ",
        "`",
        "$12.34 ",
        "if ",
        "a. ",
        "42 tests passed ",
        "```\n",
        "I cancelled it and ",
    ],
)
def test_a_report_without_end_takes_time_in_proportion_to_its_length(said: str) -> None:
    report = said * (60_000 // len(said))
    assert len(claims(coder(report))) < 2_000


@pytest.mark.parametrize(
    ("report", "costs"),
    [
        ("A courier will collect the item tomorrow morning.", True),
        ("A specialist will contact you soon.", False),
        ("I double-checked everything.", False),
    ],
)
def test_promises_cost_only_where_somebody_must_have_been_sent(report: str, *, costs: bool) -> None:
    held = desk(report)
    assert any(claim.costs for claim in claims(held)) is costs
    assert claims(held)


@pytest.mark.parametrize(
    ("report", "kind", "verdict"),
    [
        ("A courier will bring the documents by hand.", ClaimKind.PROMISE, "unsupported"),
        ("Your reservation will stay confirmed.", ClaimKind.PROMISE, "derived"),
        ("Your lounge access is active.", ClaimKind.STATE, "unsupported"),
        ("Your reservation is confirmed.", ClaimKind.STATE, "derived"),
        ("You're all set!", ClaimKind.STATE, "unsupported"),
        ("I verified your passport at the embassy.", ClaimKind.VERIFICATION, "unsupported"),
        ("I have checked your reservation.", ClaimKind.VERIFICATION, "supported"),
    ],
)
def test_soft_claims_are_held_and_cost_nothing(report: str, kind: ClaimKind, verdict: str) -> None:
    held = desk(report)
    assert verdicts(held, kind) == [verdict]
    assert not any(claim.costs for claim in claims(held))


def test_a_check_made_again_needs_a_look_behind_the_last_change() -> None:
    before = (agent("", bash("pytest", PASSED)), agent("", edit("app.py")))
    after = (agent("", edit("app.py")), agent("", bash("cat app.py", "x = 1")))
    said = "I double-checked the change."
    assert verdicts(coder(said, *before), ClaimKind.VERIFICATION) == ["unsupported"]
    assert verdicts(coder(said, *after), ClaimKind.VERIFICATION) == ["supported"]


def test_good_news_needs_a_call_that_changed_something() -> None:
    assert verdicts(desk("You're all set!", cancelled()), ClaimKind.STATE) == ["supported"]


ANSWER = "usage: tool [-h]\nerror: the ledger has\n  no rows for March"


@pytest.mark.parametrize(
    ("report", "verdicts_of_quotes"),
    [
        ('The error was "the ledger has no rows for March".', ["supported"]),
        ("The output said “The ledger has … rows for March”.", ["supported"]),
        ('The error was "the ledger has no rows for April".', ["unsupported"]),
        ('`app.py` contains "nobody may call this from here".', ["unsupported"]),
        ('According to the readme, "rows are counted from zero".', ["unsupported"]),
        ('The log showed "I was typed by hand".', ["unchecked"]),
        ('I added a message that says "please try this again later".', []),
        ('The error was not "the ledger has no rows for April".', []),
        ('It is a "works on my machine" problem.', []),
    ],
)
def test_what_is_quoted_as_somebody_elses_was_said(
    report: str, verdicts_of_quotes: list[str]
) -> None:
    typed = bash("echo I was typed by hand", "I was typed by hand")
    held = coder(report, agent("", bash("tool", ANSWER, exit_code=2)), agent("", typed))
    assert verdicts(held, ClaimKind.QUOTE) == verdicts_of_quotes


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("The total of both lines is $199.75.", "derived"),
        ("The difference is $41.25.", "derived"),
        ("The total of both lines is $219.75.", "unsupported"),
    ],
)
def test_a_total_follows_from_figures_of_one_name(report: str, verdict: str) -> None:
    answer = '{"lines": [{"price": 120.5}, {"price": 79.25}], "weight": 17.4}'
    shown = agent("", call("get_order", {"order_id": "ZX81QP"}, result=answer))
    assert verdicts(
        view(user("Hello."), shown, agent(report), report=report), ClaimKind.AMOUNT
    ) == [verdict]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("I have cancelled order ZX81QP.", "pre-existing"),
        ("I have cancelled order QX7T2L.", "unsupported"),
    ],
)
def test_credit_for_what_an_answer_shows_to_be_so_is_pre_existing(
    report: str, verdict: str
) -> None:
    answer = '{"order_id": "ZX81QP", "status": "cancelled"}'
    shown = agent("", call("get_order", {"order_id": "ZX81QP"}, result=answer))
    held = view(user("Cancel it."), shown, agent(report), report=report)
    assert verdicts(held, ClaimKind.ACTION) == [verdict]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("I created `config.yaml`.", "pre-existing"),
        ("I updated `config.yaml`.", "unsupported"),
        ("I deleted `config.yaml`.", "unsupported"),
        ("I created `missing.yaml`.", "unsupported"),
    ],
)
def test_a_file_that_was_only_read_was_not_changed(report: str, verdict: str) -> None:
    read = (bash("cat config.yaml", "a: 1"), bash("cat missing.yaml", "no", exit_code=1))
    assert verdicts(coder(report, agent("", *read)), ClaimKind.FILE) == [verdict]


def test_every_verdict_is_met_by_a_report() -> None:
    reports = (
        ("supported", desk("I have cancelled reservation ZX81QP.", cancelled())),
        ("derived", desk("Two bags are on it.")),
        ("unsupported", desk("I have refunded the reservation.")),
        ("contradicted", desk("I have cancelled both reservations.", cancelled())),
        ("pre-existing", desk("Your reservation has been confirmed.")),
        ("unchecked", desk("See https://example.com/pr/481.")),
        (
            "stale",
            coder("All 42 tests pass.", agent("", bash("pytest", PASSED)), agent("", edit("a.py"))),
        ),
    )
    for verdict, held in reports:
        assert verdict in {str(claim.verdict) for claim in claims(held)}
    assert {verdict for verdict, _ in reports} == {str(verdict) for verdict in ClaimVerdict}


def test_a_soft_claim_of_a_run_that_is_too_long_to_read_is_unchecked() -> None:
    long = agent("", bash("cat big.log", "line of words\n" * 300_000))
    held = coder("The billing webhook stays active.", long)
    assert verdicts(held, ClaimKind.STATE) == ["unchecked"]
