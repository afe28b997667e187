"""The kinds `tool_called` and `output` over small traces."""

import pytest

from ckpt_tui.core.checks.base import When
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.tool_called import CallStatus, ToolCalled
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Has, NotMatch, Regex
from ckpt_tui.core.position import Position
from ckpt_tui.core.trace import Gap, GapKind, ToolClass, ToolResult
from ckpt_tui.core.verdict import Status
from tests.core.traces import agent, bash, call, copied, user, view

PASS, FAIL, UNAVAILABLE, ERROR = Status.PASS, Status.FAIL, Status.UNAVAILABLE, Status.ERROR
CUT_OFF = Gap(kind=GapKind.CUT_OFF, first=1, last=None, detail="The file ends early.")
LOST = Gap(kind=GapKind.CONTEXT, first=0, last=0, detail="Earlier steps were dropped.")

RUN = (
    user("fix it"),
    agent("look", bash("ls -l", "a.py\nb.py")),
    agent("run", bash("pytest -q", "1 failed", exit_code=1)),
    agent("both", bash("pytest -q", "2 passed"), call("read_file", {"path": "a.py"}, result="x")),
)


def status(check, *steps, **facts):
    return decided(check, view(*(steps or RUN), **facts)).status


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (ToolCalled(tool=Equals("bash")), PASS),
        (ToolCalled(tool=Equals("curl")), FAIL),
        (ToolCalled(tool=Regex("^read_")), PASS),
        (ToolCalled(tool_class=ToolClass.SHELL), PASS),
        (ToolCalled(tool_class=ToolClass.EDIT), FAIL),
        (ToolCalled(tool=Equals("read_file"), tool_class=ToolClass.SHELL), FAIL),
        (ToolCalled(arguments=(("command", Has("pytest")),)), PASS),
        (ToolCalled(arguments=(("command", Equals("pytest")),)), FAIL),
        (ToolCalled(arguments=(("command", Has("pytest")), ("path", Has("a")))), FAIL),
        (ToolCalled(result=Has("passed")), PASS),
        (ToolCalled(result=Has("failed")), FAIL),
        (ToolCalled(result=Has("failed"), status=CallStatus.ERROR), PASS),
        (ToolCalled(result=Has("failed"), status=CallStatus.ANY), PASS),
        (ToolCalled(exit_code=Equals(1)), PASS),
        (ToolCalled(exit_code=Equals(1), status=CallStatus.OK), FAIL),
        (ToolCalled(exit_code=AtLeast(2)), FAIL),
        (ToolCalled(actor=Equals("agent")), PASS),
        (ToolCalled(actor=Equals("planner")), FAIL),
        (ToolCalled(arguments=(("command", Has("pytest")),), when=When.LAST), PASS),
        (ToolCalled(tool=Equals("bash"), result=Has("failed"), when=When.LAST), FAIL),
        (ToolCalled(tool=Equals("read_file"), when=When.END), PASS),
        (ToolCalled(tool=Equals("bash"), when=When.END), FAIL),
        (ToolCalled(tool=Equals("bash"), count=AtLeast(2)), PASS),
        (ToolCalled(tool=Equals("bash"), count=AtLeast(3)), FAIL),
        (ToolCalled(tool=Equals("bash"), status=CallStatus.ANY, count=Equals(3)), PASS),
        (ToolCalled(tool=Equals("bash"), count=AtMostValue(1)), FAIL),
        (ToolCalled(tool=Equals("curl"), count=Equals(0)), PASS),
        (ToolCalled(tool=Equals("bash"), count=Equals(1), when=When.LAST), ERROR),
        (Output(match=Has("passed")), PASS),
        (Output(match=Has("passed"), tool_class=ToolClass.READ), FAIL),
        (Output(match=Regex("^x$"), tool=Equals("read_file")), PASS),
        (Output(match=Has("pytest")), FAIL),
    ],
)
def test_a_call_is_found_by_what_it_was_and_how_it_went(check, expected):
    verdict = decided(check, view(*RUN))
    assert verdict.status is expected
    if expected is not ERROR:
        assert bool(verdict.evidence) != (verdict.scope is not None)


def test_evidence_quotes_the_argument_and_the_output_by_code_points():
    check = ToolCalled(arguments=(("command", Regex("é.b")),), result=Has("ok"))
    steps = (user("hi"), agent("", bash("ls"), bash('echo "é\nb"; cat é-b', "né: ok")))
    verdict = check.decide(view(*steps))
    asked, came_back = verdict.evidence
    text = '{"command":"echo \\"é\\nb\\"; cat é-b"}'
    assert (asked.step, asked.native, asked.part) == (1, 2, "calls[1].arguments")
    assert text[slice(*asked.span)] == asked.quote == "é-b"
    assert (came_back.part, came_back.span, came_back.quote) == ("calls[1].result", (4, 6), "ok")


def test_an_escaped_argument_is_quoted_as_it_stands_in_the_recording():
    check = ToolCalled(arguments=(("text", Has('"a"\n')),))
    verdict = check.decide(view(agent("", call("bash", {"text": 'say "a"\nnow', "x": "a"}))))
    assert verdict.evidence[0].quote == '\\"a\\"\\n'


def test_unparsed_arguments_are_searched_as_text():
    check = ToolCalled(arguments=(("", Has("broken")),))
    verdict = check.decide(view(agent("", call("bash", {"": '{"command": broken'}))))
    assert (verdict.status, verdict.evidence[0].quote) == (PASS, "broken")


def test_a_long_output_is_quoted_in_part_and_spanned_whole():
    verdict = Output(match=Regex("(?s)a.*")).decide(view(agent("", bash("x", "a" * 2000))))
    assert (verdict.evidence[0].span, len(verdict.evidence[0].quote)) == ((0, 2000), 500)


def test_what_the_agent_wrote_itself_is_no_output():
    steps = (agent("12 passed", bash("echo 12 passed", "")),)
    assert status(Output(match=Has("passed")), *steps) is FAIL
    assert status(ToolCalled(result=Has("passed")), *steps) is FAIL


def test_a_result_that_was_not_recorded_leaves_the_call_open():
    steps = (user("go"), agent("", call("bash", {"command": "ls"}, result=None)))
    check = ToolCalled(tool=Equals("bash"))
    assert status(check, *steps) is UNAVAILABLE
    assert status(ToolCalled(tool=Equals("bash"), status=CallStatus.ANY), *steps) is PASS
    assert status(ToolCalled(tool=Equals("bash"), result=NotMatch(Has("x"))), *steps) is UNAVAILABLE
    for match in (Has("x"), NotMatch(Has("x"))):
        assert status(ToolCalled(result=match, status=CallStatus.ANY), *steps) is UNAVAILABLE
    assert status(ToolCalled(tool=Equals("bash"), when=When.END), *steps) is UNAVAILABLE
    assert status(ToolCalled(tool=Equals("bash"), count=Equals(0)), *steps) is UNAVAILABLE
    assert status(ToolCalled(tool=Equals("bash"), count=AtMostValue(1)), *steps) is PASS
    assert status(ToolCalled(tool=Equals("bash"), count=AtLeast(2)), *steps) is FAIL
    assert status(Output(match=Has("x")), *steps) is UNAVAILABLE
    assert status(Output(match=NotMatch(Has("x"))), *steps) is UNAVAILABLE
    assert status(check, *steps, agent("", bash("pwd"))) is PASS


def test_handing_in_needs_no_answer():
    steps = (agent("", call("submit", result=None)),)
    check = ToolCalled(tool_class=ToolClass.SUBMIT)
    assert status(check, *steps, submitted=True) is PASS
    assert status(check, *steps) is UNAVAILABLE
    assert status(Output(match=Has("x")), *steps) is FAIL


def test_an_exit_code_that_was_not_recorded_is_open_only_for_a_shell():
    shell = agent("", bash("ls", exit_code=None))
    reading = agent("", call("read_file", {"path": "a"}))
    check = ToolCalled(exit_code=Equals(1))
    assert status(check, shell) is UNAVAILABLE
    assert status(check, reading) is FAIL
    assert status(ToolCalled(tool=Equals("bash")), shell) is PASS


def test_the_recordings_own_mark_makes_an_error():
    steps = (agent("", call("grep", result=ToolResult(text="no", is_error=True))),)
    assert status(ToolCalled(tool=Equals("grep")), *steps) is FAIL
    assert status(ToolCalled(tool=Equals("grep"), status=CallStatus.ERROR), *steps) is PASS


def test_a_tool_the_agent_was_not_given_is_unavailable():
    given = frozenset({"bash", "submit"})
    check = ToolCalled(tool=Equals("browse"))
    assert status(check, declared_tools=given) is UNAVAILABLE
    assert status(ToolCalled(tool=Equals("browse"), count=Equals(0)), declared_tools=given) is (
        UNAVAILABLE
    )
    assert status(ToolCalled(tool=Equals("submit")), declared_tools=given) is FAIL
    assert status(ToolCalled(tool=Equals("read_file")), declared_tools=given) is PASS
    assert status(ToolCalled(tool_class=ToolClass.BROWSER), declared_tools=given) is FAIL
    assert status(Output(match=Has("x"), tool=Equals("browse")), declared_tools=given) is (
        UNAVAILABLE
    )


def test_an_absence_over_a_gap_is_unavailable_and_a_presence_is_not():
    for gap in (CUT_OFF, LOST):
        assert status(ToolCalled(tool=Equals("curl")), gaps=(gap,)) is UNAVAILABLE
        assert status(ToolCalled(tool=Equals("curl"), count=Equals(0)), gaps=(gap,)) is UNAVAILABLE
        assert status(ToolCalled(tool=Equals("bash")), gaps=(gap,)) is PASS
        assert status(ToolCalled(tool=Equals("bash"), count=AtMostValue(1)), gaps=(gap,)) is FAIL
        assert status(Output(match=Has("nowhere")), gaps=(gap,)) is UNAVAILABLE
    last = ToolCalled(tool=Equals("read_file"), when=When.LAST)
    assert status(last, gaps=(CUT_OFF,)) is UNAVAILABLE
    assert status(last, gaps=(LOST,)) is PASS


def test_a_step_repeated_from_an_earlier_context_is_no_evidence():
    steps = (copied(agent("", bash("pytest", "1 passed"))), agent("", bash("ls")))
    assert status(ToolCalled(arguments=(("command", Has("pytest")),)), *steps) is FAIL
    assert status(Output(match=Has("passed")), *steps) is FAIL
    assert status(ToolCalled(tool=Equals("bash"), count=Equals(1)), *steps) is PASS
    ended = (agent("", bash("ls")), copied(agent("", call("submit"))))
    assert status(ToolCalled(tool=Equals("bash"), when=When.END), *ended) is PASS


def test_the_scope_of_an_absence_counts_the_calls_that_were_searched():
    verdict = ToolCalled(tool=Equals("bash"), result=Has("nowhere")).decide(view(*RUN))
    assert (verdict.scope.first, verdict.scope.last, verdict.scope.searched) == (0, 3, 3)
    assert verdict.scope.parts == ("calls.arguments", "calls.result")


def test_events_come_in_the_order_of_the_run():
    check = ToolCalled(tool=Equals("bash"), status=CallStatus.ANY)
    events = list(check.events(view(*RUN)))
    assert [event.position for event in events] == [Position(1, 0), Position(2, 0), Position(3, 0)]
    third = ToolCalled(tool=Equals("bash"), status=CallStatus.ANY, count=AtLeast(3))
    assert [event.position for event in third.events(view(*RUN))] == [Position(3, 0)]
    most = ToolCalled(tool=Equals("bash"), count=AtMostValue(3))
    assert most.events(view(*RUN)) is None


def test_an_empty_trace_has_nothing_and_says_so():
    verdict = ToolCalled().decide(view())
    assert (verdict.status, verdict.scope.first, verdict.scope.last) == (FAIL, 0, -1)
    assert status(ToolCalled(when=When.END), user("hi")) is FAIL
