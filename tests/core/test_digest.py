"""Digests: equal where nothing a check decides by differs, different where anything does."""

import pytest
from msgspec.structs import replace

from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.checks.base import When
from ckpt_tui.core.checks.ending import AtMost
from ckpt_tui.core.checks.logic import AllOf, Not
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.text import Part, Speaker, Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.digest import check_digest, text_digest, trace_digest
from ckpt_tui.core.match import AtLeast, Equals, Every, Glob, Has, In, NotMatch, Regex
from ckpt_tui.core.steps import ListSteps
from ckpt_tui.core.trace import (
    Gap,
    GapKind,
    Outcome,
    RunStatus,
    ToolClass,
    ToolResult,
    Usage,
)
from tests.core.traces import Files, agent, bash, call, copied, edit, trace, user

CHECKS = [
    ToolCalled(tool=Equals("bash")),
    ToolCalled(tool=Equals("sh")),
    ToolCalled(tool=Regex("bash")),
    ToolCalled(tool=Has("bash")),
    ToolCalled(tool=Glob("bash")),
    ToolCalled(tool=NotMatch(Equals("bash"))),
    ToolCalled(tool=In(("bash",))),
    ToolCalled(tool=Every((Has("bash"),))),
    ToolCalled(actor=Equals("bash")),
    ToolCalled(tool_class=ToolClass.SHELL),
    ToolCalled(),
    ToolCalled(when=When.LAST),
    ToolCalled(exit_code=Equals(1)),
    ToolCalled(exit_code=Equals("1")),
    ToolCalled(exit_code=Equals(value=True)),
    ToolCalled(exit_code=Equals(1.5)),
    ToolCalled(exit_code=Equals("1.5")),
    ToolCalled(exit_code=AtLeast(1)),
    ToolCalled(arguments=(("a", Has("x")), ("b", Has("y")))),
    ToolCalled(arguments=(("a", Has("xb")), ("", Has("y")))),
    Output(match=Has("x")),
    Text(match=Has("x")),
    Text(match=Has("x"), by=Speaker.USER),
    Text(match=Has("x"), part=Part.REPORT),
    Text(match=Has("\ud800")),
    AllOf(checks=(Text(match=Has("x")), Text(match=Has("y")))),
    AllOf(checks=(Text(match=Has("y")), Text(match=Has("x")))),
    AllOf(checks=(Text(match=Has("x")),)),
    Not(check=Text(match=Has("x"))),
    AtMost(steps=1),
    AtMost(tokens=1),
]


def test_every_difference_between_checks_shows_in_their_digests():
    assert len({check_digest(check) for check in CHECKS}) == len(CHECKS)


@pytest.mark.parametrize("check", CHECKS, ids=range(len(CHECKS)))
def test_a_check_made_again_has_the_same_digest(check):
    again = check_digest(replace(check), ())
    assert again == check_digest(check)
    assert again.startswith("sha256:")
    assert len(again) == 71
    assert again != check_digest(check, ("/workspace",))


def test_a_default_that_is_written_out_is_no_difference():
    plain, spelled = Text(match=Has("x")), Text(match=Has("x"), by=Speaker.AGENT)
    assert check_digest(plain) == check_digest(spelled)
    whole, point = ToolCalled(exit_code=Equals(1)), ToolCalled(exit_code=Equals(1.0))
    assert check_digest(whole) == check_digest(point)


def test_a_new_version_of_a_kind_is_a_new_digest_of_everything_that_holds_it():
    class Newer(Text):
        version = 2

    old, new = Text(match=Has("x")), Newer(match=Has("x"))
    assert check_digest(old) != check_digest(new)
    assert check_digest(Not(check=old)) != check_digest(Not(check=new))


GRADED = GradedTest(name="t", grade=Grade.UNKNOWN)
BREAKDOWNS = (
    Breakdown(),
    Breakdown(problem="cut off"),
    Breakdown(groups=("s",)),
    Breakdown(tests=(GRADED,)),
    Breakdown(tests=(replace(GRADED, grade=Grade.SKIPPED),)),
    Breakdown(tests=(replace(GRADED, group="s"),)),
    Breakdown(tests=(replace(GRADED, earned=1.0),)),
    Breakdown(tests=(replace(GRADED, possible=1.0),)),
)
STEPS = (
    user("hi"),
    agent("look", bash("ls", "a"), reasoning="hm"),
    agent("", edit("a.py", added=("x",)), call("submit", {"x": 1})),
)


def with_call(**changes):
    first = replace(STEPS[1].calls[0], **changes)
    return (STEPS[0], replace(STEPS[1], calls=(first,)), STEPS[2])


def with_result(**changes):
    return with_call(result=replace(STEPS[1].calls[0].result, **changes))


GAP = Gap(kind=GapKind.CONTEXT, first=0, last=1, detail="?")
VARIANTS = [
    trace(*STEPS),
    trace(*STEPS[:2]),
    trace(*STEPS, user("")),
    trace(user("hi!"), *STEPS[1:]),
    trace(agent("hi", actor="user"), *STEPS[1:]),
    trace(STEPS[0], replace(STEPS[1], actor="other"), STEPS[2]),
    trace(STEPS[0], replace(STEPS[1], reasoning="hmm"), STEPS[2]),
    trace(copied(STEPS[0]), *STEPS[1:]),
    trace(*with_call(name="sh")),
    trace(*with_call(tool_class=ToolClass.OTHER)),
    trace(*with_call(arguments_text='{"command":"ls "}')),
    trace(*with_call(command_line="ls -a")),
    trace(*with_call(edits=STEPS[2].calls[0].edits)),
    trace(*with_call(result=None)),
    trace(*with_call(result=ToolResult(text="a"))),
    trace(*with_result(text="b")),
    trace(*with_result(exit_code=1)),
    trace(*with_result(is_error=True)),
    trace(*with_result(is_truncated=True)),
    trace(STEPS[0], replace(STEPS[1], calls=()), replace(STEPS[2], calls=STEPS[1].calls)),
    trace(STEPS[0], STEPS[1], agent("", edit("b.py", added=("x",)), STEPS[2].calls[1])),
    trace(STEPS[0], STEPS[1], agent("", edit("a.py", added=("y",)), STEPS[2].calls[1])),
    trace(*STEPS, report="done"),
    trace(*STEPS, report="Done"),
    trace(*STEPS, status=RunStatus.TIMEOUT),
    trace(*STEPS, submitted=True),
    trace(*STEPS, submitted=False),
    trace(*STEPS, outcome=Outcome(passed=True)),
    trace(*STEPS, outcome=Outcome(passed=False)),
    trace(*STEPS, outcome=Outcome(value=1.0)),
    trace(*STEPS, outcome=Outcome(values=(("f1", 1.0),))),
    *(trace(*STEPS, outcome=Outcome(breakdown=breakdown)) for breakdown in BREAKDOWNS),
    trace(*STEPS, environment=Files({})),
    trace(*STEPS, environment=Files({}, digest="sha256:" + "1" * 64)),
    trace(*STEPS, environment=Files({}, is_complete=False)),
    trace(*STEPS, declared_tools=frozenset()),
    trace(*STEPS, declared_tools=frozenset({"bash"})),
    trace(*STEPS, gaps=(GAP,)),
    trace(*STEPS, gaps=(replace(GAP, last=None),)),
    trace(*STEPS, usage=Usage(input=1)),
    trace(*STEPS, usage=Usage(output=1)),
    trace(*STEPS, usage=Usage(dollars=1.0)),
    trace(*STEPS, seconds=1.0),
]


def test_everything_a_check_can_read_shows_in_the_digest_of_a_trace():
    digests = [trace_digest(each) for each in VARIANTS]
    assert len(set(digests)) == len(VARIANTS)
    assert all(len(digest) == 71 and digest.startswith("sha256:") for digest in digests)


def test_where_a_trace_comes_from_does_not_show():
    here = trace(*STEPS)
    there = replace(
        here,
        format="other",
        format_version="9",
        task_id="t",
        agent="x",
        warnings=("odd",),
        steps=ListSteps(replace(step, native=f"id-{step.index}") for step in here.steps),
    )
    assert trace_digest(here) == trace_digest(there)


def test_a_text_is_named_by_its_characters():
    assert text_digest("a") != text_digest("b")
    assert text_digest("\ud800") != text_digest("\ud801")
    assert text_digest("").endswith(
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
