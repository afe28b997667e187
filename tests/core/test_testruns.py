"""Summaries and names of pytest and unittest are read from what they print."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.runners import Runner
from ckpt_tui.core.testruns import TestRun
from ckpt_tui.core.testruns import test_runs as runs_of
from ckpt_tui.core.testruns_pytest import read_pytest
from ckpt_tui.core.testruns_unittest import read_unittest
from ckpt_tui.core.trace import Change, ToolResult
from tests.core.traces import agent, bash, call, copied, edit, view


def runs(line: str, output: str | ToolResult, exit_code: int | None = 0) -> list[TestRun]:
    shell = call("bash", {"command": line}, result=output, exit_code=exit_code)
    return list(runs_of(view(agent("", shell))))


def run(line: str, output: str | ToolResult, exit_code: int | None = 0) -> TestRun:
    (found,) = runs(line, output, exit_code)
    return found


@pytest.mark.parametrize(
    ("line", "passed", "failed", "skipped"),
    [
        ("=== 5 passed in 0.12s ===", 5, 0, 0),
        ("=== 1 failed, 5 passed, 2 skipped in 0.12s ===", 5, 1, 2),
        ("=== 1 failed, 2 errors in 61.20s (0:01:01) ===", 0, 3, 0),
        ("=== 1 error in 0.50s ===", 0, 1, 0),
        ("1 failed, 5 passed, 3 warnings in 0.12s", 5, 1, 0),
        ("==== 5 passed, 1 warnings in 0.12 seconds ====", 5, 0, 0),
        ("= 3 passed, 1 deselected, 2 xfailed, 1 xpassed, 1 rerun in 0.1s =", 3, 0, 0),
        ("=== 2 skipped in 0.01s ===", 0, 0, 2),
        (
            "\x1b[32m== \x1b[1m5 passed\x1b[0m\x1b[32m in 0.12s ==\x1b[0m",
            5,
            0,
            0,
        ),
        ("=== 5 passed in 0.12s ===\r", 5, 0, 0),
    ],
)
def test_pytest_summaries(line, passed, failed, skipped):
    found = run("pytest", f"collected\n{line}\n")
    assert (found.passed, found.failed, found.skipped) == (passed, failed, skipped)
    assert found.span is not None
    assert f"collected\n{line}\n"[slice(*found.span)] == line.rstrip()
    assert found.is_certain


@pytest.mark.parametrize(
    "line",
    [
        "5 passed",
        "=== 5 passed ===",
        "=== 5 passed in 0.12s",
        "5 passed in 0.12s ===",
        "- 5 passed in 0.12s",
        "+5 passed in 0.12s",
        "  5 passed in 0.12s x",
        "5 tests collected in 0.12s",
        "done in 0.12s",
        "five passed in 0.12s",
        "5 passed in a while",
        "=== 5 pas",
        "5 passed and 1 failed in 0.12s",
    ],
)
def test_other_lines_are_no_summary(line):
    assert read_pytest(line).summaries == ()


def test_a_summary_at_the_end_counts_not_one_printed_by_a_test():
    found = run("pytest -s", "=== 9 passed in 0.1s ===\nmore\n=== 1 failed in 0.2s ===\n", 1)
    assert (found.passed, found.failed) == (0, 1)


VERBOSE = """\
a.py::test_x PASSED                      [ 25%]
a.py::test_y[a - b] FAILED               [ 50%]
a.py::TestC::test_z SKIPPED (no)         [ 75%]
a.py::test_e ERROR                       [100%]
=========================== short test summary info ============================
FAILED a.py::test_y[a - b] - AssertionError: no
ERROR a.py::test_e - ValueError
=============== 1 failed, 1 passed, 1 skipped, 1 error in 0.20s ================
"""


def test_names_of_a_verbose_run():
    found = run("pytest -v", VERBOSE, 1)
    assert found.passing == ("a.py::test_x",)
    assert found.failing == ("a.py::test_y[a - b]", "a.py::test_e")
    assert (found.names_all_passing, found.names_all_failing) == (True, True)


def test_names_of_several_workers_and_of_an_old_pytest():
    workers = "[gw0] [ 50%] PASSED a.py::test_x \n[gw1] [100%] FAILED a.py::test_y \n"
    found = run("pytest -n 2", workers + "=== 1 failed, 1 passed in 1.00s ===\n", 1)
    assert (found.passing, found.failing) == (("a.py::test_x",), ("a.py::test_y",))
    old = "=== FAILURES ===\n___ TestC.test_y ___\nE  no\n=== 1 failed in 0.1 seconds ===\n"
    assert run("pytest", old, 1).failing == ("TestC.test_y",)


def test_more_names_than_tests_are_not_believed():
    faked = "a.py::test_x PASSED\na.py::test_y PASSED\n=== 1 passed in 0.1s ===\n"
    assert run("pytest -s", faked).passing == ()


def test_files_of_dots_and_named_tests_passed():
    output = "tests/a.py ..   [ 50%]\ntests/b.py .F  [100%]\nFAILED tests/b.py::t - no\n"
    found = run("pytest", output + "=== 1 failed, 3 passed in 0.1s ===\n", 1)
    assert found.passing == ("tests/a.py",)
    named = run("pytest -q tests/a.py::t tests/b.py", "..\n2 passed in 0.1s\n")
    assert named.passing == ("tests/a.py::t", "tests/b.py")
    assert run("pytest -q tests/a.py::t", ".s\n1 passed, 1 skipped in 0.1s\n").passing == ()


UNITTEST = """\
test_a (mod.C.test_a) ... ok
test_b (mod.C.test_b)
What b is about. ... FAIL
test_c (mod.C) ... skipped 'why'
test_d (mod.C.test_d) ... some print
ok

======================================================================
FAIL: test_b (mod.C.test_b)
What b is about.
----------------------------------------------------------------------
Traceback

----------------------------------------------------------------------
Ran 4 tests in 0.001s

FAILED (failures=1, skipped=1)
"""


def test_a_verbose_unittest_run():
    found = run("python -m unittest -v", UNITTEST, 1)
    assert (found.passed, found.failed, found.skipped) == (2, 1, 1)
    assert found.passing == ("mod.C.test_a", "mod.C.test_d")
    assert found.failing == ("mod.C.test_b",)
    assert found.span is not None
    assert UNITTEST[slice(*found.span)].startswith("Ran 4 tests")


@pytest.mark.parametrize(
    ("verdict", "counts"),
    [
        ("OK", (3, 0, 0)),
        ("OK (skipped=1)", (2, 0, 1)),
        ("OK (expected failures=1)", (2, 0, 0)),
        ("FAILED (failures=1, errors=1)", (1, 2, 0)),
        ("FAILED (unexpected successes=1)", (2, 1, 0)),
    ],
)
def test_unittest_verdicts(verdict, counts):
    found = run("python manage.py test", f"Ran 3 tests in 0.1s\n\n{verdict}\n")
    assert (found.passed, found.failed, found.skipped) == counts


def test_failing_subtests_and_fixtures_are_told_from_tests():
    rule = "=" * 70
    subtests = f"{rule}\nFAIL: test_a (m.C.test_a) (i=1)\n{rule}\nFAIL: test_a (m.C.test_a) (i=2)\n"
    found = run("python -m unittest", subtests + "Ran 3 tests in 0.1s\n\nFAILED (failures=2)\n")
    assert (found.passed, found.failed) == (2, 2)
    fixture = f"{rule}\nERROR: setUpClass (m.C)\n"
    found = run("python -m unittest", fixture + "Ran 2 tests in 0.1s\n\nFAILED (errors=1)\n")
    assert (found.passed, found.failed) == (2, 1)


@pytest.mark.parametrize("verdict", ["OK", "NO TESTS RAN"])
def test_no_unittest_ran(verdict):
    found = run("python -m unittest", f"Ran 0 tests in 0.000s\n\n{verdict}\n")
    assert found.ran_tests is False


def test_a_verdict_without_its_count_or_a_count_without_its_verdict_is_no_summary():
    assert read_unittest("OK\n").summaries == ()
    assert read_unittest("Ran 3 tests in 0.1s\n\nsomething else\nOK").summaries == ()


@pytest.mark.parametrize(
    ("line", "runner"),
    [
        ("pytest", Runner.PYTEST),
        ("python3 -Wd -m pytest -x", Runner.PYTEST),
        ("uvx pytest", Runner.PYTEST),
        ("conda run -n env pytest", Runner.PYTEST),
        ("python -m coverage run -m pytest", Runner.PYTEST),
        ("python -m unittest discover", Runner.UNITTEST),
        ("python tests/runtests.py auth", Runner.UNITTEST),
        ("python -m django test auth", Runner.UNITTEST),
        ("eval 'pytest -q'", Runner.PYTEST),
        ("time -o t.txt pytest", Runner.PYTEST),
    ],
)
def test_runners_are_known_by_their_command(line, runner):
    output = "=== 1 passed in 0.1s ===\nRan 1 test in 0.1s\n\nOK\n"
    found = run(line, output)
    assert (found.runner, found.is_certain) == (runner, True)


@pytest.mark.parametrize(
    "line", ["docker exec c pytest -q", "ssh h 'cd x && python -m pytest'", "podman run i unittest"]
)
def test_a_runner_elsewhere_is_believed_with_doubt(line):
    assert not run(line, "=== 1 passed in 0.1s ===").is_certain
    assert runs("docker ps", "=== 1 passed in 0.1s ===", 0) == []


def test_summaries_of_several_commands_that_cannot_be_told_apart():
    one = "=== 1 passed in 0.1s ===\n"
    assert run("pytest a && pytest b", one).doubt
    last = run("pytest a; pytest b", one * 2 + "=== 2 failed in 0.1s ===\n")
    assert (last.failed, last.doubt) == (2, "")


def test_a_loop_gives_a_run_for_each_summary():
    output = "=== 1 passed in 0.1s ===\n=== 2 passed in 0.1s ===\n"
    found = runs("for i in 1 2; do pytest; done", output)
    assert [(each.passed, each.is_certain) for each in found] == [(1, True), (2, True)]


def test_output_that_went_elsewhere_is_not_zero():
    found = run("pytest > log 2>&1", "")
    assert (found.passed, found.failed) == (None, 0)
    assert found.gap
    assert run("pytest > log; ls", "log\n").failed is None


def test_steps_of_an_earlier_context_are_left_out():
    earlier = copied(agent("", bash("pytest", "=== 1 passed in 0.1s ===")))
    assert not list(runs_of(view(earlier)))


WORDS = st.sampled_from(
    [
        "1 passed",
        "2 failed",
        ", ",
        " in 0.1s",
        "===",
        "\n",
        "Ran 3 tests",
        "OK",
        "FAILED (errors=1)",
        "a::b PASSED",
        "FAILED ",
        "ERROR x",
        " [ 5%]",
        "\x1b[31m",
        "\x1b",
        "_____ x _____",
        "=== FAILURES ===",
        " ... ok",
        "t (m.C.t)",
        "x.py ..F",
        "[gw0] ",
    ]
)


@settings(max_examples=200)
@given(st.lists(WORDS, max_size=20).map("".join))
def test_any_output_is_read_and_figures_agree(output):
    for found in (*read_pytest(output).summaries, *read_unittest(output).summaries):
        assert 0 <= found.span[0] < found.span[1] <= len(output)
        assert min(found.passed, found.failed, found.skipped) >= 0
        assert len(found.failing) <= found.failed


FIVE = "5 passed in 0.10s"


@pytest.mark.parametrize(
    "between",
    ["echo x > log", "cp fake log", "mv /tmp/fake log", "sed -i s/failed/passed/ log", "./fake"],
)
def test_a_log_that_another_command_may_have_written_is_not_the_runners_word(between):
    assert [found.passed for found in runs("pytest > log; ls; tail -3 log", FIVE)] == [5]
    shown = runs(f"pytest > log; {between}; tail -3 log", FIVE)
    assert [found.passed for found in shown if found.is_certain] == [None]


@pytest.mark.parametrize(
    "line", ["true $(cat fake >&2)", "A=$(cat fake >/dev/stderr)", "cat fake >&2 | true"]
)
def test_what_leaves_a_capture_for_the_error_stream_is_seen(line):
    assert not run(f"pytest -qq; {line}", FIVE).is_certain


def test_a_line_that_is_set_in_is_no_summary():
    assert run("pytest -qq; git stash show -p", f" {FIVE}").passed is None


@pytest.mark.parametrize(
    "fake",
    [
        bash("cat > pytest.py <<'E'\nprint(1)\nE"),
        bash("cp /tmp/fake /usr/local/bin/pytest && chmod +x /usr/local/bin/pytest"),
        bash("mkdir pytest; echo 'print(1)' > pytest/__main__.py"),
        bash("pytest() { cat fake; }"),
        bash("cd /app\npytest () { cat fake; }"),
        bash("function pytest { cat fake; }"),
        bash("alias pytest='cat fake'"),
        edit("/app/pytest.py", added=("print(1)",), change=Change.CREATE),
    ],
)
def test_a_runner_that_the_run_made_itself_is_not_believed(fake):
    (before, after) = runs_of(
        view(agent("", bash("python -m pytest", FIVE)), agent("", fake, bash("pytest", FIVE)))
    )
    assert before.is_certain
    assert not after.is_certain


def test_tests_of_a_project_named_like_a_runner_are_believed():
    changed = (edit("src/_pytest/main.py"), edit("django/__init__.py"), edit("tests/pytest/a.py"))
    (found,) = runs_of(view(agent("", *changed, bash("pytest", FIVE))))
    assert found.is_certain


@pytest.mark.parametrize(
    "python", ["python3 -mpytest", "python -Bm pytest", "python -WerrormX -mpytest"]
)
def test_a_module_may_be_glued_to_its_option(python):
    assert run(f"{python} -q", FIVE).runner is Runner.PYTEST
