"""The kind `command`: what a result that is given says, and what no result says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.core.checks.command import Command, commands_in
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.command_files import moved, named_files, task_entries
from ckpt_tui.core.command_runs import CommandResult, NotRun
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.lint import rests_on_words
from ckpt_tui.core.match import AtLeast, Equals, Has, In, NotMatch, Regex
from ckpt_tui.core.verdict import OPEN, Scope, Status
from ckpt_tui.core.view import TraceView
from tests.core.traces import Files, agent, trace

PASS, FAIL, UNAVAILABLE, ERROR = Status.PASS, Status.FAIL, Status.UNAVAILABLE, Status.ERROR
ARGV = ("./run", "--all")
FILES = Files({"run": b"#!/bin/sh\n", "tests/check.py": b"", "pkg/__main__.py": b""})


def ended(code=0, output="", *, is_cut=False):
    return CommandResult(exit_code=code, output=output, is_cut=is_cut)


def decide(check, answer=None, environment=FILES, argv=ARGV):
    commands = {} if answer is None else {argv: answer}
    run = trace(agent("All tests pass."), environment=environment)
    return decided(check, TraceView(trace=run, commands=commands))


@pytest.mark.parametrize(
    ("fields", "result", "expected"),
    [
        ({}, ended(0), PASS),
        ({}, ended(1), FAIL),
        ({}, ended(139), FAIL),
        ({"exit_code": Equals(3)}, ended(3), PASS),
        ({"exit_code": Equals(3)}, ended(0), FAIL),
        ({"exit_code": In((1, 2))}, ended(2), PASS),
        ({"exit_code": AtLeast(0)}, ended(77), PASS),
        ({"output": Equals("42")}, ended(0, "42"), PASS),
        ({"output": Has("4")}, ended(0, "42"), PASS),
        ({"output": Regex("(?m)^ok$")}, ended(0, "a\nok\nb"), PASS),
        ({"output": NotMatch(Has("Trace"))}, ended(0, "fine"), PASS),
        ({"output": Has("4")}, ended(1, "42"), FAIL),
        ({"output": Has("5")}, ended(0, "42"), FAIL),
        ({}, ended(0, "a", is_cut=True), PASS),
        ({"output": Has("a")}, ended(0, "a", is_cut=True), UNAVAILABLE),
        ({"output": Has("b")}, ended(0, "a", is_cut=True), UNAVAILABLE),
        ({"output": Has("b")}, ended(1, "a", is_cut=True), FAIL),
        ({}, ended(127, "sh: python9: not found"), UNAVAILABLE),
        ({}, ended(126), UNAVAILABLE),
        ({"exit_code": Equals(127)}, ended(127), PASS),
        ({"exit_code": In((1, 127))}, ended(127), PASS),
        ({"exit_code": AtLeast(1)}, ended(127, "sh: python9: not found"), UNAVAILABLE),
        ({"exit_code": NotMatch(Equals(0))}, ended(126), UNAVAILABLE),
        ({"exit_code": NotMatch(Equals(0))}, ended(1), PASS),
        ({"output": Regex("(")}, ended(0), ERROR),
    ],
)
def test_a_result_is_held_against_exit_code_and_output(fields, result, expected):
    assert decide(Command(argv=ARGV, **fields), result).status is expected


def test_a_program_that_the_run_did_not_leave_behind_is_a_failure_and_no_lack_of_ours():
    check = Command(argv=("./made", "x"))
    assert decide(check, ended(127), argv=check.argv).status is FAIL
    assert decide(Command(argv=("made",)), ended(127), argv=("made",)).status is UNAVAILABLE
    rejects = Command(argv=("./made",), exit_code=NotMatch(Equals(0)))
    assert decide(rejects, ended(127), argv=rejects.argv).status is FAIL


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("/work/made", FAIL),
        ("././made", FAIL),
        (".//made", FAIL),
        ("./pkg/../run", UNAVAILABLE),
        ("././run", UNAVAILABLE),
        (".//run", UNAVAILABLE),
        ("/work/run", UNAVAILABLE),
        ("../task/verify.sh", UNAVAILABLE),
        ("/task/verify.sh", UNAVAILABLE),
        ("/usr/bin/none", UNAVAILABLE),
    ],
)
def test_however_its_path_is_spelled_a_program_that_is_there_is_not_missing(program, expected):
    assert decide(Command(argv=(program,)), ended(127), argv=(program,)).status is expected


def test_a_decided_command_names_itself_as_what_was_searched_and_tells_how_it_ended():
    verdict = decide(Command(argv=ARGV), ended(1, "a\n2 failed"))
    assert verdict.evidence == ()
    assert verdict.scope == Scope(first=0, last=-1, parts=("command",), searched=1)
    assert verdict.reason == "It ended with 1. Last line: 2 failed"
    assert len(decide(Command(argv=ARGV), ended(1, "x" * 9999)).reason) < 300


def test_without_a_result_it_waits_and_an_obstacle_is_passed_on_as_it_is():
    verdict = decide(Command(argv=ARGV))
    assert (verdict.status, verdict.source) == (Status.PENDING, None)
    for status in OPEN:
        told = decide(Command(argv=ARGV), NotRun(status=status, reason="Why."))
        assert (told.status, told.reason) == (status, "Why.")


@pytest.mark.parametrize(
    ("environment", "words"),
    [(None, "no final files"), (Files({"a": b""}, is_complete=False), "Not every final file")],
)
def test_files_that_are_not_all_recorded_leave_it_open_whatever_a_result_says(environment, words):
    verdict = decide(Command(argv=ARGV), ended(0), environment)
    assert verdict.status is UNAVAILABLE
    assert words in verdict.reason


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ((), "name the program"),
        (("",), "name the program"),
        (("a\0b",), "NUL"),
        (("a", "b\0"), "NUL"),
        (("a", "\ud800"), "half a character"),
        (("a", "x" * 70_000), "65,536 bytes"),
    ],
)
def test_a_command_that_no_system_can_run_is_an_error_that_says_why(argv, words):
    verdict = decide(Command(argv=argv), ended(0), argv=argv)
    assert verdict.status is ERROR
    assert words in verdict.reason


@pytest.mark.parametrize("argv", [("a\nb",), ("\x1b[31m",), ("a", ""), ("a", "é 🚀")])
def test_odd_words_are_words(argv):
    assert decide(Command(argv=argv), ended(0), argv=argv).status is PASS


ANSWERS = st.sampled_from(
    [None, ended(0), ended(1), *(NotRun(status=status, reason="Why.") for status in OPEN)]
)


@given(ANSWERS, ANSWERS)
def test_combinations_of_commands_are_three_valued(first, second):
    one, two = Command(argv=("one",)), Command(argv=("two",))
    known = {check.argv: it for check, it in ((one, first), (two, second)) if it is not None}
    run = TraceView(trace=trace(agent(), environment=FILES), commands=known)
    a, b = one.decide(run).status, two.decide(run).status
    both, any_of = AllOf(checks=(one, two)).decide(run), AnyOf(checks=(one, two)).decide(run)
    swapped = {PASS: FAIL, FAIL: PASS}
    assert Not(check=one).decide(run).status is swapped.get(a, a)
    assert (both.status is FAIL) == (FAIL in (a, b))
    assert (both.status is PASS) == ({a, b} == {PASS})
    assert (any_of.status is PASS) == (PASS in (a, b))
    assert (any_of.status is FAIL) == ({a, b} == {FAIL})


def test_commands_are_found_wherever_they_stand():
    inner = Never(check=AnyOf(checks=(Command(argv=("a",)), Not(check=Command(argv=("b", "c"))))))
    assert list(commands_in(inner)) == [("a",), ("b", "c")]


def test_what_a_command_finds_is_no_word_of_the_agent():
    assert not rests_on_words(Command(argv=ARGV))


@pytest.mark.parametrize(
    ("argv", "entries"),
    [
        (("sh", "/task/a.sh"), ("a.sh",)),
        (("sh", "/task/checks/a.sh", "/task//checks/b", "/task/./x"), ("checks", "x")),
        (("sh", "-c", "python '/task/a b'; . /task/lib.sh;/task/z"), ("a", "lib.sh", "z")),
        (("/task/a b;c",), ("a b;c",)),
        (("x", "--config=/task/c.toml", "/tasks/no", "task/no", "/a/task/no"), ("c.toml",)),
        (("/task/../etc/passwd", "/task", "/task/"), ()),
        (("/task/a/../../etc",), ("a",)),
    ],
)
def test_the_entries_of_the_tasks_folder_that_a_command_names(argv, entries):
    assert task_entries(argv) == entries


@pytest.mark.parametrize(
    ("argv", "files"),
    [
        (("./run",), ("run",)),
        (("sh", "-c", "cd x && python /work/tests/check.py"), ("tests/check.py",)),
        (("python3", "-m", "tests.check"), ("tests/check.py",)),
        (("python3", "-m", "pkg"), ("pkg/__main__.py",)),
        (("cat", "tests", "check.py", "../run"), ()),
    ],
)
def test_the_final_files_that_a_command_names(argv, files):
    assert named_files(argv, FILES.paths) == files


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("/task/a", "/x/task/a"),
        ("/task", "/x/task"),
        ("cp /task/a /work/b", "cp /x/task/a /y/b"),
        ("--in=/work/a:/work/b", "--in=/y/a:/y/b"),
        ("/a/task/b /tasks", "/a/task/b /tasks"),
    ],
)
def test_folders_are_replaced_where_a_path_begins(word, expected):
    assert moved(word, {"/task": "/x/task", "/work": "/y"}) == expected
