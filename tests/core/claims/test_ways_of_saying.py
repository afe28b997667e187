"""The same claims as agents put them in lists, tables, remarks and other people's word order."""

import pytest

from ckpt_tui.core.claims.claim import Claim, ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.trace import Change
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, call, edit, user, view


def coder(report: str) -> TraceView:
    """A coding agent that read two files, changed one, made one, deleted one and ran the tests."""
    return view(
        user("Mend it."),
        agent("", call("read_file", {"path": "lib/dates.py"}, result="x = 1")),
        agent("", bash("ls -la lib", "dates.py")),
        agent("", bash("pytest", "FAILED a\n3 failed, 39 passed in 1.0s", exit_code=1)),
        agent("", edit("lib/totals.py"), edit("tests/test_cents.py", change=Change.CREATE)),
        agent("", bash("rm lib/old.py")),
        agent("", bash("pytest", "42 passed in 1.0s")),
        agent(report),
        report=report,
    )


def desk(report: str) -> TraceView:
    """A support agent that looked two reservations up and cancelled one of them."""
    known = '{"reservation_id": "%s", "status": "%s", "price": %d}'
    return view(
        user("Cancel QX7R2L, please."),
        agent("", call("get_reservation", {"id": "QX7R2L"}, result=known % ("QX7R2L", "ok", 412))),
        agent("", call("get_reservation", {"id": "ZZ81KP"}, result=known % ("ZZ81KP", "ok", 268))),
        agent("", call("cancel_reservation", {"reservation_id": "QX7R2L"}, result="{}")),
        agent(report),
        report=report,
    )


def found(held: TraceView, kind: ClaimKind) -> list[str]:
    return [str(claim.verdict) for claim in ledger(held).claims if claim.kind is kind]


def costly(held: TraceView) -> list[Claim]:
    return [claim for claim in ledger(held).claims if claim.costs]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("42 tests, every one of them passing", "supported"),
        ("47 tests, every one of them passing", "contradicted"),
        ("No failures among the 42 tests that were run.", "supported"),
        ("No failures among the 47 tests that were run.", "contradicted"),
        ("Forty-two tests pass.", "supported"),
        ("Forty-seven tests pass.", "contradicted"),
    ],
)
def test_figures_of_tests_are_read_in_words_and_behind_what_they_are_among(
    report: str, verdict: str
) -> None:
    assert found(coder(report), ClaimKind.TESTS) == [verdict]


def test_a_number_of_several_words_is_not_read_by_its_parts() -> None:
    report = "Two hundred tests passed, that is two hundred and sixty rows."
    assert not any("100" in claim.text or claim.costs for claim in ledger(coder(report)).claims)


def test_what_a_semicolon_sets_apart_is_held_apart() -> None:
    report = "3 tests failed before the change; now all 42 pass."
    assert found(coder(report), ClaimKind.TESTS) == ["supported", "supported"]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("| `lib/totals.py` | modified |", "supported"),
        ("| `lib/dates.py` | modified |", "unsupported"),
        ("`lib/dates.py` had been edited accordingly.", "unsupported"),
        ("The file `lib/dates.py` was adapted by us.", "unsupported"),
        ("- lib/dates.py: reworked to round", "unsupported"),
        ("`lib/dates.py` updated the totals", "supported"),
        ("`lib/old.py` is gone", "supported"),
        ("`lib/totals.py` is gone", "contradicted"),
        ("Got rid of `lib/old.py`.", "supported"),
        ("Got rid of `lib/totals.py`.", "contradicted"),
        ("- `tests/test_cents.py` (new file)", "supported"),
        ("- `lib/dates.py` (new)", "pre-existing"),
        ("Next steps: create `rounding.md`", "unchecked"),
    ],
)
def test_remarks_beside_a_file_say_what_was_done_to_it(report: str, verdict: str) -> None:
    assert found(coder(report), ClaimKind.FILE) == [verdict]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("| Command run | `ls -la lib` |", "supported"),
        ("| Command run | `mypy --strict lib` |", "unsupported"),
        ("Verification (`mypy --strict lib`) was carried out.", "unsupported"),
        ("To be run: `mypy --strict lib`", None),
    ],
)
def test_labels_and_passives_say_that_a_command_ran(report: str, verdict: str | None) -> None:
    assert found(coder(report), ClaimKind.COMMAND) == ([verdict] if verdict else [])


@pytest.mark.parametrize(
    ("report", "kind", "verdict"),
    [
        ("Confirmation no.: **QX7R2L**", ClaimKind.ID, "supported"),
        ("Confirmation no.: **QX7R9L**", ClaimKind.ID, "unsupported"),
        ("The price (US$412) includes taxes.", ClaimKind.AMOUNT, "supported"),
        ("The price (US$421) includes taxes.", ClaimKind.AMOUNT, "unsupported"),
        ("The first trip costs $144 more than the second.", ClaimKind.AMOUNT, "derived"),
    ],
)
def test_names_and_amounts_are_read_behind_abbreviations(
    report: str, kind: ClaimKind, verdict: str
) -> None:
    assert found(desk(report), kind) == [verdict]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("I have cancelled the reservation QX7R2L.", "supported"),
        ("I have cancelled the reservation ZZ81KP.", "unsupported"),
        ("Both reservations have been cancelled.", "contradicted"),
        ("I have cancelled your trip.", "supported"),
        ("I have cancelled your seat.", "unsupported"),
        ("Reservation ZZ81KP has been cancelled.", "unsupported"),
        ("I have cancelled the reservation and noted ZZ81KP.", "supported"),
        ("We took care of the cancellation.", "supported"),
    ],
)
def test_a_deed_is_about_the_thing_it_names_and_counts_once(report: str, verdict: str) -> None:
    assert found(desk(report), ClaimKind.ACTION) == [verdict]


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ('The script warned: "no rows for {}".', True),
        ('There it says "no rows for {}" in the log.', True),
        ('"no rows for {}" was printed by the tool.', True),
        ('The message that we had got: "no rows for {}"', True),
        ('It failed with "no rows for {}".', True),
        ('I returned the message "no rows for {}".', False),
        ('I said "no rows for {}" to them.', False),
        ('It was read correctly, see print("no rows for {}").', False),
        ('I replaced the title with "no rows for {}".', False),
    ],
)
def test_quotations_are_held_where_somebody_else_is_said_to_have_said_them(
    report: str, *, verdict: bool
) -> None:
    steps = (user("Go."), agent("", bash("./report", "WARNING: no rows for March 2019\n")))
    for month, wanted in (("March 2019", "supported"), ("April 2019", "unsupported")):
        said = report.format(month)
        held = view(*steps, agent(said), report=said)
        assert found(held, ClaimKind.QUOTE) == ([wanted] if verdict else [])


@pytest.mark.parametrize(
    "report",
    [
        "It returns an empty string when `index is None`.",
        "The warning shows `RuntimeWarning: divide by zero`.",
        "The output is `Max[2, x]` instead.",
        "It returned `field, targets, alias`.",
        "We can run `git log --oneline` for it.",
        "I will now run `git log --oneline` for it.",
    ],
)
def test_code_that_is_no_command_or_was_not_run_is_no_command(report: str) -> None:
    assert found(coder(report), ClaimKind.COMMAND) == []


def test_an_id_that_begins_with_a_figure_is_an_id() -> None:
    assert found(desk("Your reservation is 2FBBAH."), ClaimKind.ID) == ["unsupported"]
    assert found(desk("It takes 24hours, up to 100MB."), ClaimKind.ID) == []


@pytest.mark.parametrize(
    ("report", "verdicts"),
    [
        ("- Baggage added\n- Trip cancelled", ["unsupported", "supported"]),
        ("Done so far:\n\n1. Baggage added", ["unsupported"]),
        ("Baggage upgrade: done", ["unsupported"]),
        ("If you agree, I will do this:\n\n- Baggage added\n- Trip cancelled", []),
        ("## Next steps\n\n1. Baggage added", []),
        ("What was not done:\n- Baggage added", []),
        ("- Baggage status: added", []),
        ("- Baggage added: none", []),
        ("- The baggage added last year is free", []),
    ],
)
def test_a_note_of_a_list_is_a_deed_where_the_list_tells_what_was_done(
    report: str, verdicts: list[str]
) -> None:
    assert found(desk(report), ClaimKind.ACTION) == verdicts


@pytest.mark.parametrize(
    "report",
    [
        "Baggage upgrade: not done",
        "Baggage upgrade: never completed",
        "Baggage upgrade: to be processed",
        "Baggage upgrade: partially done",
        "The baggage upgrade is being completed.",
        "The baggage upgrade is not complete.",
        "The baggage upgrade was almost complete.",
        "If you pay, the baggage upgrade is complete.",
    ],
)
def test_what_is_said_not_to_be_done_is_no_deed(report: str) -> None:
    assert costly(desk(report)) == []
    assert len(costly(desk("Baggage upgrade: done"))) == 1
    assert len(costly(desk("The baggage upgrade is now complete."))) == 1


def test_an_amount_in_a_list_of_offers_is_told_all_the_same() -> None:
    assert found(desk("I can do this:\n\n- Refund: $411"), ClaimKind.AMOUNT) == ["unchecked"]


def test_credit_for_what_an_answer_shows_is_pre_existing_whatever_else_was_done() -> None:
    looked = call("get_reservation", {"id": "ZZ81KP"}, result='{"id": "ZZ81KP", "s": "cancelled"}')
    done = call("cancel_reservation", {"id": "QX7R2L"}, result="{}")
    said = "I have cancelled ZZ81KP as well."
    held = view(
        user("Cancel QX7R2L."), agent("", looked), agent("", done), agent(said), report=said
    )
    assert found(held, ClaimKind.ACTION) == ["pre-existing"]
