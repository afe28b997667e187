"""`text` with `reply_to`: a yes is a yes to what was asked."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.text import Part, Speaker, Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.match import Equals, NotMatch, Regex
from ckpt_tui.core.trace import Gap, GapKind, ToolClass
from ckpt_tui.core.verdict import Status
from tests.core.traces import agent, bash, call, copied, environment, system, user, view

YES = Text(by=Speaker.USER, match=Regex("(?i)^yes"), reply_to=Regex(r"Shall I .*\?"))
ASKED, AGREED = agent("Shall I book it?"), user("Yes.")


def status(*steps, check=YES, **facts) -> Status:
    return check.decide(view(*steps, **facts)).status


@pytest.mark.parametrize(
    ("steps", "is_reply"),
    [
        ((ASKED, AGREED), True),
        ((agent("Does 7 suit you?"), AGREED), False),
        ((AGREED, ASKED), False),
        ((AGREED,), False),
        # what the agent said in one turn counts as one
        ((ASKED, agent("", bash("date")), agent("It is at 7."), AGREED), True),
        # a question is answered once
        ((ASKED, user("When?"), agent("At 7."), AGREED), False),
        ((ASKED, user("No."), agent("Anything else?"), AGREED), False),
        # only user and agent talk
        ((ASKED, environment("Shall I reboot?"), AGREED), True),
        ((agent("At 7."), environment("Shall I reboot?"), AGREED), False),
        ((system("Shall I pass?"), AGREED), False),
        # what is repeated from an earlier context was said in another run
        ((copied(ASKED), AGREED), False),
        ((ASKED, copied(user("When?")), AGREED), True),
        ((user("  "), ASKED, user(""), AGREED), True),
    ],
)
def test_a_reply_answers_what_was_said_since_the_writer_spoke(steps, is_reply):
    assert status(user("Hello."), *steps) is (Status.PASS if is_reply else Status.FAIL)


def test_a_question_through_a_tool_is_a_question():
    asked = call("ask_user", {"message": "Shall I book it?"}, tool_class=ToolClass.MESSAGE)
    assert status(user("Hi."), agent("", asked), AGREED) is Status.PASS
    assert status(user("Hi."), agent("", bash("echo 'Shall I book it?'")), AGREED) is Status.FAIL


def test_the_agent_replies_as_well():
    check = Text(match=Regex("No"), reply_to=Regex("secret"))
    asked = user("Tell me the secret.")
    assert status(asked, agent("", bash("ls")), agent("No."), check=check) is Status.PASS
    assert status(user("Hello."), agent("No."), check=check) is Status.FAIL


def test_a_report_is_a_reply_too():
    check = Text(part=Part.REPORT, match=Regex("42"), reply_to=Regex("answer"))
    steps = (user("The answer?"), agent("42"))
    assert status(*steps, check=check, report="42") is Status.PASS
    other = Text(part=Part.REPORT, match=Regex("42"), reply_to=Regex("question"))
    assert status(*steps, check=other, report="42") is Status.FAIL


def test_what_nobody_said_does_not_count_as_unlike_the_question():
    check = Text(by=Speaker.USER, match=Regex("^Yes"), reply_to=NotMatch(Regex("never")))
    assert status(agent("", bash("ls")), AGREED, check=check) is Status.FAIL
    assert status(agent("Fine?"), AGREED, check=check) is Status.PASS


def test_one_yes_guards_one_write():
    wrote = agent("", call("book"))
    check = OnlyAfter(guard=YES, then=ToolCalled(tool=Equals("book")))
    assert status(ASKED, AGREED, wrote, check=check) is Status.PASS
    assert status(ASKED, AGREED, wrote, ASKED, AGREED, wrote, check=check) is Status.PASS
    assert status(ASKED, AGREED, wrote, wrote, check=check) is Status.FAIL
    assert status(agent("Shall I book it?", call("book")), AGREED, check=check) is Status.FAIL
    nodded = (agent("Nice?"), AGREED)
    assert status(ASKED, AGREED, wrote, *nodded, wrote, check=check) is Status.FAIL


TALK = st.lists(
    st.sampled_from(
        [ASKED, AGREED, agent("At 7."), user("When?"), agent("", bash("ls")), system("Be kind.")]
    ),
    min_size=1,
    max_size=7,
)
BOOKS = OnlyAfter(guard=YES, then=Text(by=Speaker.AGENT, match=Regex("At 7")))


@settings(max_examples=200, deadline=None)
@given(TALK, st.integers(0, 6), st.integers(1, 3), st.sampled_from([YES, BOOKS, Never(check=YES)]))
def test_what_is_decided_stays_so_when_the_missing_messages_are_found(steps, start, length, check):
    kept = steps[:start] + steps[start + length :]
    assume(kept and len(kept) < len(steps))
    is_end = start >= len(kept)
    gap = Gap(
        kind=GapKind.CUT_OFF if is_end else GapKind.RECORD,
        first=max(min(start, len(kept)) - 1, 0),
        last=None if is_end else start,
        detail="some messages are missing",
    )
    decided = status(*kept, check=check, gaps=(gap,))
    if not decided.is_open:
        assert status(*steps, check=check) is decided


def test_a_yes_behind_a_gap_may_answer_anything():
    gap = Gap(kind=GapKind.RECORD, first=0, last=1, detail="a message is missing")
    assert status(ASKED, AGREED, gaps=(gap,)) is Status.UNAVAILABLE
    cut = Gap(kind=GapKind.CUT_OFF, first=1, last=None, detail="cut off")
    assert status(ASKED, AGREED, gaps=(cut,)) is Status.PASS
