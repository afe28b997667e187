"""The kind `communicates`: what the user was told, and the tool's answer that it came from."""

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.checks.communicates import Communicates
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.figures import figure_of, figures, figures_below, parsed
from ckpt_tui.core.match import Equals, Every, Has, Match, NotMatch, Regex
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Gap, GapKind, ToolClass, ToolResult
from ckpt_tui.core.verdict import Status
from tests.benchmarks.claims.bases import airline
from tests.core.traces import agent, bash, call, copied, user, view

PASS, FAIL, UNSURE, UNAVAILABLE = Status.PASS, Status.FAIL, Status.UNSURE, Status.UNAVAILABLE
TOTAL = Regex(r"(?i)total[^$\d]*\$?([\d.,]+)")


def told(message, *calls, check=None, **facts):
    """A conversation in which calls are made and a message follows."""
    made = [agent("", each) for each in calls]
    steps = (user("Book it."), agent("Sure."), user("Thanks."), *made, agent(message))
    return decided(check or from_booking(), view(*steps, **facts))


def from_booking(match: Match = TOTAL, path: str | None = None) -> Communicates:
    return Communicates(match=match, value_from=Equals("book"), value_path=path)


def booked(result, **how):
    text = result if isinstance(result, str) else json.dumps(result)
    return call("book", {"passengers": 2}, result=ToolResult(text=text, **how))


def test_a_figure_from_the_tool_passes_with_both_places():
    verdict = told("Done. Your total is $1,200.00.", booked({"id": "A1", "total": 1200.0}))
    assert verdict.status is PASS
    said, came = verdict.evidence
    assert (said.step, said.part, said.quote) == (4, "message", "1,200.00")
    assert (came.step, came.part, came.quote) == (3, "calls[0].result", "1200.0")


@pytest.mark.parametrize("said", ["$1,200.00", "1200", "1,200", "$1200", "1,200.00", "1200.0"])
@pytest.mark.parametrize("held", [1200, 1200.0, "1,200", "$1,200.00", "USD 1200", "1200.00 USD"])
def test_an_amount_is_the_same_however_it_is_spelled(said, held):
    assert told(f"The total: {said}", booked({"total": held})).status is PASS


@pytest.mark.parametrize(
    "result",
    [
        {"total": 1250},
        {"total": 120},
        {"id": "HAT1200"},
        {"id": "1200-5"},
        {"when": "2024-05-20T12:00", "code": "1200:7"},
        {"rows": [1, 200]},
        "{broken",
        "",
    ],
)
def test_a_figure_that_the_tool_did_not_return_fails_with_what_was_told(result):
    verdict = told("The total is $1,200.", booked(result))
    assert verdict.status is FAIL
    assert [piece.quote for piece in verdict.evidence] == ["1,200"]
    assert "no answer of the tool" in verdict.reason


def test_a_date_shows_no_number_by_its_parts():
    for when in ("2024-05-20", "05/20/2024", "20:15", "v1.20"):
        assert told("The total is $20.", booked({"when": when})).status is FAIL


def test_only_answers_from_before_it_was_told_count():
    check = from_booking()
    early = (user("a"), agent("b"), user("c"), agent("The total is 5", booked({"total": 5})))
    assert check.decide(view(*early)).status is FAIL
    earlier = (user("a"), agent("b"), user("c"), copied(agent("", booked({"total": 5}))))
    assert check.decide(view(*earlier, agent("total 5"))).status is FAIL
    failed = call("book", result=ToolResult(text='{"total":5}', is_error=True))
    assert told("total 5", failed).status is FAIL
    assert told("total 5", call("quote", result='{"total":5}')).status is FAIL


def test_a_path_ties_the_figure_to_one_field():
    result = {"fees": {"total": 30}, "items": [{"price": 12}, {"price": 18}], "tax": 7}
    assert told("total 30", booked(result), check=from_booking(path="fees.total")).status is PASS
    assert told("total 18", booked(result), check=from_booking(path="fees.total")).status is FAIL
    nested = told("total 18", booked(result), check=from_booking(path="items[1].price"))
    assert (nested.status, nested.evidence[1].quote) == (PASS, "18")
    listed = told("total 18", booked([{"price": 18}]), check=from_booking(path="[0].price"))
    assert listed.status is PASS
    alone = Communicates(match=TOTAL, value_path="total")
    assert told("total 1", booked({}), check=alone).status is Status.ERROR


def test_every_figure_that_is_captured_must_be_there():
    both = from_booking(Regex(r"\d+ seats for \$\d+"))
    assert told("2 seats for $90", booked({"seats": 2, "price": 90}), check=both).status is PASS
    assert told("2 seats for $95", booked({"seats": 2, "price": 90}), check=both).status is FAIL
    # One match of several is enough, as one moment is.
    each = from_booking(Regex(r"\$(\d+)"))
    assert told("It was $80, now $90.", booked({"price": 90}), check=each).status is PASS


def test_ids_and_words_may_be_figures_too():
    code = from_booking(Regex(r"confirmation (?:code|number) is #?(\w+)"))
    for said in ("confirmation code is HATHAT", "confirmation number is #hathat"):
        verdict = told(said, booked({"code": "HATHAT"}), check=code)
        assert (verdict.status, verdict.evidence[1].quote) == (PASS, "HATHAT")
    assert (
        told("confirmation code is HATHAX", booked({"code": "HATHAT"}), check=code).status is FAIL
    )


def test_what_captures_nothing_says_how_to_capture():
    verdict = told("The total is fine.", booked({"total": 1}), check=from_booking(Has("total")))
    assert verdict.status is FAIL
    assert "tells no figure" in verdict.reason
    assert told("total 1", booked({"total": 1}), check=from_booking(Has("total 1"))).status is PASS
    several = from_booking(Every((Has("total"), TOTAL, NotMatch(Has("quote")))))
    assert told("total: 7", booked({"total": 7}), check=several).status is PASS


def test_nothing_is_told_by_reasoning_arguments_or_what_was_said_on_the_way():
    check = Communicates(match=Has("fee is 5"))
    thought = view(user("a"), agent("ok", reasoning="fee is 5"), user("c"), agent("done"))
    assert check.decide(thought).status is FAIL
    noted = view(user("a"), agent("", call("note", {"text": "fee is 5"})), user("c"), agent("done"))
    assert check.decide(noted).status is FAIL
    working = view(user("a"), agent("I think the fee is 5", bash("ls")), agent("x"), report="done")
    assert check.decide(working).status is FAIL
    asked = view(user("a"), agent("ok"), user("fee is 5?"), agent("done"))
    assert check.decide(asked).status is FAIL


def test_the_report_and_messages_through_a_tool_tell_the_user():
    check = Communicates(match=Has("fee is 5"))
    reported = check.decide(view(user("a"), agent("", bash("ls")), agent("x"), report="fee is 5"))
    assert (reported.status, reported.evidence[0].part) == (PASS, "report")
    sent = call("send", {"text": "fee is 5"}, tool_class=ToolClass.MESSAGE)
    through = check.decide(view(user("a"), agent("", sent)))
    assert (through.status, through.evidence[0].part) == (PASS, "calls[0].arguments")


def test_absence_wants_the_whole_run():
    gap = Gap(kind=GapKind.CONTEXT, first=0, last=1, detail="The beginning was dropped.")
    assert told("Done.", booked({"total": 5})).status is FAIL
    assert told("Done.", booked({"total": 5})).scope.searched == 2
    assert told("Done.", booked({"total": 5}), gaps=(gap,)).status is UNAVAILABLE
    assert told("total 6", booked({"total": 5}), gaps=(gap,)).status is UNAVAILABLE
    assert told("total 5", booked({"total": 5}), gaps=(gap,)).status is PASS


def test_what_the_recording_does_not_hold_is_open():
    lost = call("book", result=None)
    assert told("total 5", lost).status is UNAVAILABLE
    assert told("total 5", lost, booked({"total": 5})).status is PASS
    assert told("total 5", booked({"total": 6}, is_truncated=True)).status is UNSURE
    assert told("total 5", booked({"total": 5}, is_truncated=True)).status is PASS
    declared = {"declared_tools": frozenset({"quote"})}
    assert told("total 5", check=from_booking(), **declared).status is UNAVAILABLE


def test_an_echo_of_the_agent_is_no_source():
    shell = Communicates(match=TOTAL, value_from=Equals("bash"))
    assert told("total 1200", bash("echo 'total 1200'", "total 1200"), check=shell).status is FAIL
    assert told("total 1200", bash("./price", "total 1200"), check=shell).status is PASS
    doubtful = bash('./price; echo "total 1200"', "total 1200\ntotal 1200")
    assert told("total 1200", doubtful, check=shell).status is UNSURE


AMOUNTS = st.decimals(0, 10**9, places=2)


@settings(max_examples=100)
@given(AMOUNTS, st.sampled_from(["$", "", "€", "USD "]), st.sampled_from(["", " USD", ".", ","]))
def test_every_spelling_of_an_amount_is_one_figure(amount: Decimal, before: str, after: str):
    plain = figure_of(str(amount))
    assert Decimal(plain) == amount
    spelled = f"{before}{amount:,}{after}"
    assert [figure.value for figure in figures(encode(f"it is {spelled} now"))] == [plain]
    held = {"amount": float(amount), "text": spelled.strip(",.")}
    values = set(figures_below(parsed(json.dumps(held))))
    assert plain in values


@settings(max_examples=60)
@given(st.text("12,.$-:/a é", max_size=12))
def test_the_place_of_a_figure_is_its_own(text: str):
    raw = encode(text)
    for figure in figures(raw):
        assert figure_of(raw[figure.start : figure.end].decode()) == figure.value


def test_real_conversations_tell_totals_that_a_tool_worked_out(shared_traces):
    runs = [base.trace for base in airline(shared_traces.parent / "labelled")]
    check = Communicates(
        match=Regex(r"(?i)total[^.\n$]*\$([\d,.]+\d)"), value_from=Equals("calculate")
    )
    verdicts = [check.decide(view(*run.steps)) for run in runs]
    passed = [verdict for verdict in verdicts if verdict.status is PASS]
    assert len(passed) == 22
    for verdict in passed:
        said, came = verdict.evidence
        assert figure_of(said.quote) == figure_of(came.quote)
        assert said.step > came.step
    assert {verdict.status for verdict in verdicts} == {PASS, FAIL}


def each(*messages, **facts):
    """A booking for 1200 that is answered behind the first message, and what is said by turns."""
    first, *rest = messages
    steps = [user("Book it."), agent(first), user("And?"), agent("", booked({"total": 1200}))]
    for message in rest:
        steps += [agent(message), user("I see.")]
    check = Communicates(match=TOTAL, value_from=Equals("book"), value_path="total", every=True)
    return decided(check, view(*steps, **facts))


def test_every_figure_told_needs_its_source():
    assert each("Sure.", "The total is $1,200.").status is PASS
    twice = each("Sure.", "The total is $1,200.", "In total 1200.", "Total: 1,200.00")
    assert twice.status is PASS
    assert len(twice.evidence) == 6
    wrong = each("Sure.", "The total is $1,200.", "You paid a total of $1,100.")
    assert wrong.status is FAIL
    assert [piece.quote for piece in wrong.evidence] == ["1,100"]
    assert each("Sure.", "Total 1200, no, total 1250.").status is FAIL


def test_a_figure_told_before_the_tool_had_answered_is_a_guess_for_good():
    early = each("The total will be $1,200.", "The total is $1,200.")
    assert early.status is FAIL
    assert early.evidence[0].step == 1


def test_who_tells_no_figure_has_not_told_it():
    assert each("Sure.", "It is booked.").status is FAIL
    assert each("Sure.").status is FAIL


def test_a_gap_leaves_open_what_else_was_told():
    gap = Gap(kind=GapKind.CONTEXT, first=3, last=3, detail="dropped")
    assert each("Sure.", "The total is $1,200.", gaps=(gap,)).status is UNAVAILABLE
    assert each("Sure.", "The total is $1,100.", gaps=(gap,)).status is UNAVAILABLE


def test_every_needs_a_source():
    verdict = told("total 5", check=Communicates(match=TOTAL, every=True))
    assert verdict.status is Status.ERROR
    assert verdict.reason.startswith("every:")


TURNS = st.lists(
    st.sampled_from([5, 6]).map(lambda total: ("answered", total))
    | st.sampled_from([5, 6]).map(lambda total: ("told", total))
    | st.just(("said", 0)),
    max_size=6,
)


@settings(max_examples=100, deadline=None)
@given(TURNS)
def test_every_figure_and_any_figure_are_decided_as_by_looking_at_each(turns):
    steps, answered, rights = [user("a"), agent("b"), user("c")], set(), []
    for what, total in turns:
        if what == "answered":
            steps.append(agent("", booked({"total": total})))
            answered.add(total)
        else:
            steps.append(agent(f"The total is {total}." if what == "told" else "Well."))
            rights += [total in answered] if what == "told" else []
    seen = view(*steps)
    one = Communicates(match=TOTAL, value_from=Equals("book"))
    each_one = Communicates(match=TOTAL, value_from=Equals("book"), every=True)
    assert one.decide(seen).status is (PASS if any(rights) else FAIL)
    assert each_one.decide(seen).status is (PASS if rights and all(rights) else FAIL)
