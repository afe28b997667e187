"""The kinds `text`, `outcome`, `at_most`, `judge` and `human` over small traces."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

from ckpt_tui.core import checks
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.asked import Human, Judge
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.ending import AtMost, OutcomeCheck
from ckpt_tui.core.checks.fields import fields_of
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.checks.plugin import MissingPlugin
from ckpt_tui.core.checks.text import Part, Speaker, Text
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.match import AtLeast, Equals, Has, NotMatch, Regex
from ckpt_tui.core.trace import Gap, GapKind, Outcome, ToolResult, Usage
from ckpt_tui.core.verdict import Status
from tests.core.traces import agent, bash, call, copied, environment, system, user, view

PASS, FAIL, UNAVAILABLE, ERROR = Status.PASS, Status.FAIL, Status.UNAVAILABLE, Status.ERROR
GAP = Gap(kind=GapKind.SUBAGENT, first=1, last=1, detail="A sub-agent's file is missing.")

TALK = (
    system("be kind"),
    user("what is the fee?"),
    agent("let me look", bash("fee", "5 EUR"), reasoning="the fee may be 7"),
    environment("the clock strikes"),
    agent("the fee is 5 EUR"),
)


@pytest.mark.parametrize(
    ("check", "expected", "place"),
    [
        (Text(match=Has("fee is 5")), PASS, (4, "message", (4, 12))),
        (Text(match=Has("fee?"), by=Speaker.USER), PASS, (1, "message", (12, 16))),
        (Text(match=Has("fee?")), FAIL, None),
        (Text(match=Has("kind"), by=Speaker.SYSTEM), PASS, (0, "message", (3, 7))),
        (Text(match=Has("clock"), by=Speaker.ENVIRONMENT), PASS, (3, "message", (4, 9))),
        (Text(match=Has("may be 7"), part=Part.REASONING), PASS, (2, "reasoning", (8, 16))),
        (Text(match=Has("may be 7")), FAIL, None),
        (Text(match=Regex("^done"), part=Part.REPORT), PASS, (4, "report", (0, 4))),
        (Text(match=Has("clock"), part=Part.REPORT), FAIL, None),
        (Text(match=NotMatch(Has("e")), part=Part.REASONING), FAIL, None),
    ],
)
def test_a_text_is_found_by_who_wrote_it_and_where(check, expected, place):
    verdict = check.decide(view(*TALK, report="done: fee told"))
    assert verdict.status is expected
    found = [(piece.step, piece.part, piece.span) for piece in verdict.evidence]
    assert found == ([] if place is None else [place])
    assert (verdict.scope is None) == (expected is PASS)


def test_a_run_without_a_report_fails_to_say_anything_unless_it_was_cut_off():
    check = Text(match=Has("done"), part=Part.REPORT)
    assert check.decide(view(*TALK)).status is FAIL
    assert check.decide(view(*TALK, gaps=(GAP,))).status is UNAVAILABLE
    assert check.decide(view(*TALK, gaps=(GAP,), report="no")).status is FAIL


def test_the_user_writes_no_report():
    check = Text(match=Has("done"), part=Part.REPORT, by=Speaker.USER)
    assert check.decide(view(*TALK, report="done")).status is FAIL


def test_a_text_missing_from_a_recording_with_a_gap_is_unavailable():
    assert Text(match=Has("nowhere")).decide(view(*TALK, gaps=(GAP,))).status is UNAVAILABLE
    assert Text(match=Has("fee")).decide(view(*TALK, gaps=(GAP,))).status is PASS


def test_a_repeated_message_was_not_said_again():
    assert Text(match=Has("hi")).decide(view(copied(agent("hi")))).status is FAIL


def test_a_lone_surrogate_is_counted_as_one_code_point():
    verdict = Text(match=Has("b")).decide(view(agent("\ud800é\x00b")))
    assert (verdict.evidence[0].span, verdict.evidence[0].quote) == ((3, 4), "b")


def test_a_place_between_the_bytes_of_a_character_is_quoted_whole():
    verdict = Text(match=Regex(r"\B")).decide(view(agent("aé")))
    assert (verdict.evidence[0].span, verdict.evidence[0].quote) == ((1, 2), "é")


@pytest.mark.parametrize(
    ("check", "outcome", "expected"),
    [
        (OutcomeCheck(passed=True), Outcome(passed=True), PASS),
        (OutcomeCheck(passed=True), Outcome(passed=False), FAIL),
        (OutcomeCheck(passed=False), Outcome(passed=False), PASS),
        (OutcomeCheck(passed=True), Outcome(), UNAVAILABLE),
        (OutcomeCheck(value=AtLeast(0.5)), Outcome(value=0.5), PASS),
        (OutcomeCheck(value=AtLeast(0.5)), Outcome(passed=True), UNAVAILABLE),
        (OutcomeCheck(value=Equals(1)), Outcome(value=1.0), PASS),
        (OutcomeCheck(passed=True, value=AtLeast(1)), Outcome(passed=False), FAIL),
        (OutcomeCheck(passed=True, value=AtLeast(1)), Outcome(passed=True), UNAVAILABLE),
        (OutcomeCheck(), Outcome(passed=True), ERROR),
    ],
)
def test_the_official_word_is_read_as_recorded(check, outcome, expected):
    verdict = decided(check, view(*TALK, outcome=outcome))
    assert verdict.status is expected
    assert (verdict.scope is not None) == (expected in (PASS, FAIL))


def test_an_unknown_outcome_gives_its_reason():
    outcome = Outcome(reason="The verifier crashed.")
    verdict = OutcomeCheck(passed=True).decide(view(outcome=outcome))
    assert verdict.reason == "The verifier crashed."


ERRORS = (
    agent("", bash("a", exit_code=1), call("grep", result=ToolResult(text="", is_error=True))),
    agent("", bash("b")),
)


@pytest.mark.parametrize(
    ("check", "facts", "expected"),
    [
        (AtMost(steps=2), {}, PASS),
        (AtMost(steps=1), {}, FAIL),
        (AtMost(steps=2), {"gaps": (GAP,)}, UNAVAILABLE),
        (AtMost(steps=1), {"gaps": (GAP,)}, FAIL),
        (AtMost(tokens=30), {"usage": Usage(input=10, output=20)}, PASS),
        (AtMost(tokens=29), {"usage": Usage(input=10, output=20)}, FAIL),
        (AtMost(tokens=29), {"usage": Usage(input=10)}, UNAVAILABLE),
        (AtMost(tokens=9), {"usage": Usage(input=10)}, FAIL),
        (AtMost(tokens=9), {}, UNAVAILABLE),
        (AtMost(seconds=1.5), {"seconds": 1.5}, PASS),
        (AtMost(seconds=1.4), {"seconds": 1.5}, FAIL),
        (AtMost(dollars=0.1), {}, UNAVAILABLE),
        (AtMost(dollars=0.1), {"usage": Usage(dollars=0.09)}, PASS),
        (AtMost(errors=2), {}, PASS),
        (AtMost(errors=1), {}, FAIL),
        (AtMost(steps=1, dollars=0.1), {}, FAIL),
        (AtMost(steps=2, dollars=0.1), {}, UNAVAILABLE),
        (AtMost(), {}, ERROR),
    ],
)
def test_limits_hold_by_what_was_recorded(check, facts, expected):
    assert decided(check, view(*ERRORS, **facts)).status is expected


def test_errors_that_no_recording_marks_are_unknown():
    silent = view(agent("", call("grep"), call("grep")))
    assert AtMost(errors=0).decide(silent).status is UNAVAILABLE
    assert AtMost(errors=0).decide(view(agent("nothing called"))).status is PASS
    cut = view(agent("", bash("a"), call("bash", result=None)))
    assert AtMost(errors=0).decide(cut).status is UNAVAILABLE
    assert AtMost(errors=1).decide(cut).status is PASS


def test_repeated_steps_are_counted_once():
    run = view(copied(agent("")), copied(agent("", bash("a", exit_code=1))), agent("", bash("b")))
    assert AtMost(steps=1, errors=0).decide(run).status is PASS


def test_what_waits_for_an_answer_is_pending_and_nobodys():
    for check in (Judge(question="Is it?"), Human(question="Is it?")):
        verdict = check.decide(view(*TALK))
        assert (verdict.status, verdict.source) == (Status.PENDING, None)


def test_a_judge_is_not_asked_without_an_occasion():
    never = Judge(question="Is it?", if_present=Text(match=Has("refund")))
    assert never.decide(view(*TALK)).status is Status.NOT_APPLICABLE
    unknown = never.decide(view(*TALK, gaps=(GAP,)))
    assert unknown.status is Status.PENDING
    asked = Judge(question="Is it?", if_present=Text(match=Has("fee")))
    assert asked.decide(view(*TALK)).status is Status.PENDING


@pytest.mark.parametrize("word", KINDS)
def test_every_kind_describes_itself(word):
    kind = KINDS[word]
    assert kind.kind == word
    assert kind.version >= 1
    assert kind.summary
    assert all(spec.help and spec.help == spec.help.strip() for spec in fields_of(kind))


def test_every_kind_stands_in_the_table_under_its_own_word():
    modules = [
        import_module(each.name) for each in iter_modules(checks.__path__, f"{checks.__name__}.")
    ]
    found = {
        value.kind: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Check) and "kind" in vars(value)
    }
    of_no_table = {MissingPlugin.kind: MissingPlugin, Named.kind: Named}
    assert found == {**KINDS, **of_no_table}
