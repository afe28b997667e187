"""The kind `tests`: counts and names come from a parsed test command's own output."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.checks.base import When
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.match import AtLeast, Equals, Has, Match, NotMatch
from ckpt_tui.core.testruns import test_runs as runs_of
from ckpt_tui.core.trace import Gap, GapKind, ToolResult
from ckpt_tui.core.verdict import Status
from tests.core.traces import agent, bash, call, edit, view

GREEN = """\
tests/test_a.py ...                     [100%]

============ 3 passed in 0.12s ============
"""
RED = """\
tests/test_a.py .F                      [100%]

=================================== FAILURES ===================================
____________________________________ test_b ____________________________________
    assert 1 == 2
=========================== short test summary info ============================
FAILED tests/test_a.py::test_b - assert 1 == 2
========================= 1 failed, 1 passed in 0.10s ==========================
"""


def decided(check: Tests, *calls, **facts):
    return check.decide(view(*(agent("", each) for each in calls), **facts))


def status(check: Tests, *calls, **facts) -> Status:
    return decided(check, *calls, **facts).status


def counts(passed: int, failed: int = 0) -> Tests:
    return Tests(passed=Equals(passed), failed=Equals(failed))


def test_the_counts_of_a_run_are_read_and_quoted():
    verdict = decided(counts(3), bash("ls"), bash("cd /app && python -m pytest -q tests", GREEN))
    assert verdict.status is Status.PASS
    (evidence,) = verdict.evidence
    assert (evidence.step, evidence.part) == (1, "calls[0].result")
    assert evidence.quote == "============ 3 passed in 0.12s ============"
    assert GREEN[slice(*evidence.span)] == evidence.quote


def test_a_run_with_other_counts_fails_and_says_what_was_searched():
    verdict = decided(counts(4), bash("pytest", GREEN))
    assert verdict.status is Status.FAIL
    assert verdict.scope is not None
    assert verdict.scope.searched == 1


@pytest.mark.parametrize(
    "line",
    [
        'echo "3 passed in 0.12s"',
        "printf '=== 3 passed in 0.12s ===\\n'",
        "cat pytest.log",
        "python -c \"print('3 passed in 0.12s')\"",
        "grep passed log.txt",
        "cat <<EOF\n=== 3 passed in 0.12s ===\nEOF",
        "echo pytest; cat log",
        "pytest --collect-only",
        "# pytest\ncat log",
        "bash -c 'echo \"3 passed in 0.12s\"'",
        "git commit -m 'pytest: 3 passed in 0.12s'",
    ],
)
def test_text_that_no_test_command_printed_counts_for_nothing(line):
    assert status(counts(3), bash(line, GREEN)) is Status.FAIL


@pytest.mark.parametrize(
    "line",
    [
        'pytest || echo "3 passed in 0.12s"',
        "pytest; python x.py",
        "pytest; cat log",
        "pytest | sed s/failed/passed/",
        "pytest | python fix.py",
        "pytest | grep -o '3 passed.*'",
        "pytest | tail -c 30",
        "pytest && printf '3 passed '",
        "pytest; echo -n '3 pas'; echo 'sed in 0.12s'",
        "pytest; X='3 passed in 0.12s'; echo $X",
        "pytest | tail -3 old.log",
        "python run_tests.py",
        "./run_tests.sh",
        "make test",
        "pytest() { cat log; }; pytest; python -m pytest",
        "pytest; git log -1 --format=%B",
        "pytest; git show HEAD:log",
        "pytest; date '+3 passed in 0.12s'",
        "pytest; echo $(date '+3 passed in 0.12s')",
        "pytest; seq -f '%g passed in 0.12s' 3 3",
        "pytest; wc -l 'passed in 0.12s'",
        "pytest; printf '%s passed in 0.12s\\n' 3",
        "pytest; cp log /dev/stdout",
        "pytest; cat log > /dev/stderr",
        "pytest; sed -i 'w /dev/stdout' log",
        "pytest; export -p",
        "trap 'cat log' EXIT; pytest",
        "python fake.py | pytest",
        "X=$(python fake.py) pytest",
        "pytest; echo {3,} passed in 0.12s",
        "pytest; ls",
        "cat > /tmp/x && pytest; awk 1 log",
    ],
)
def test_a_summary_that_may_come_from_something_else_is_unsure(line):
    assert status(counts(3), bash(line, GREEN)) is Status.UNSURE


@pytest.mark.parametrize(
    "line",
    [
        "pytest",
        "py.test tests",
        "python3.11 -W ignore -m pytest -x",
        "uv run pytest",
        "uv run --with x python -m pytest",
        "poetry run pytest -k a",
        "coverage run -m pytest",
        ".venv/bin/pytest -q",
        "env A=1 timeout 60 pytest 2>&1 | tail -5",
        "bash -lc 'cd /app && pytest'",
        "cd /app; source .venv/bin/activate; export A=1; pytest 2>&1 | tee log | tail -n 20",
        'pytest; echo "exit: $?"',
        "pytest && echo done; echo ---; echo '--- next ---'",
        "echo '=== Running tests ===' && pytest && echo PASS || echo FAIL",
        "echo 'Build successful' && pytest; echo 'Test results: see above'",
        "pip install -q pytest && pytest",
        "pytest > log 2>&1; tail -5 log",
        "git stash && pytest && git stash pop",
        "sed -i 's/a/b/' x.py && pytest",
        "if pytest; then echo fine; fi",
        "cat > x.py <<'EOF'\nprint('5 passed in 1s')\nEOF\npytest",
        "pytest 2>&1 | grep -v Warning",
    ],
)
def test_a_test_command_beside_quiet_ones_is_certain(line):
    assert status(counts(3), bash(line, GREEN)) is Status.PASS


def test_names_of_failing_tests_are_read():
    assert status(Tests(failing=Has("test_b")), bash("pytest", RED)) is Status.PASS
    assert status(Tests(failing=Has("test_c")), bash("pytest", RED)) is Status.FAIL


def test_a_passing_name_needs_to_be_shown():
    verbose = "a.py::test_x PASSED [ 50%]\na.py::test_y PASSED [100%]\n=== 2 passed in 0.1s ===\n"
    assert status(Tests(passing=Has("test_x")), bash("pytest -v", verbose)) is Status.PASS
    assert status(Tests(passing=Has("test_z")), bash("pytest -v", verbose)) is Status.FAIL
    assert status(Tests(passing=Has("test_z")), bash("pytest", GREEN)) is Status.UNSURE


def test_the_command_names_the_tests_when_all_of_it_passed():
    output = "=== 1 passed in 0.1s ===\n"
    named = bash("pytest a.py::test_x", output)
    assert status(Tests(passing=Equals("a.py::test_x")), named) is Status.PASS


@pytest.mark.parametrize(
    "output",
    ["=== no tests ran in 0.01s ===", "=== 36 deselected in 0.01s ===", "2 warnings in 0.00s"],
)
def test_a_run_without_tests_meets_nothing(output):
    assert status(Tests(failed=Equals(0)), bash("pytest", output)) is Status.FAIL


def test_a_run_that_broke_off_meets_nothing():
    crash = "/usr/bin/python: No module named pytest"
    assert status(Tests(failed=Equals(0)), bash("python -m pytest", crash, 1)) is Status.FAIL


def test_a_summary_that_the_recording_cut_off_is_unknown_not_zero():
    cut = ToolResult(text="tests/test_a.py ..", is_truncated=True)
    cut_call = call("bash", {"command": "pytest"}, result=cut)
    assert status(Tests(failed=Equals(0)), cut_call) is Status.UNAVAILABLE
    assert status(counts(3), bash("pytest | head -1", "tests/test_a.py ..")) is Status.UNAVAILABLE
    assert status(counts(3), call("bash", {"command": "pytest"}, result=None)) is (
        Status.UNAVAILABLE
    )


def test_an_exit_code_of_the_runner_says_that_nothing_failed():
    quiet = bash("pytest -qq", "....\n", 0)
    assert status(Tests(failed=Equals(0)), quiet) is Status.PASS
    assert status(Tests(passed=AtLeast(1)), quiet) is Status.UNAVAILABLE


def test_the_last_run_decides_when_asked():
    check = Tests(failed=Equals(0), when=When.LAST)
    assert status(check, bash("pytest", RED), bash("pytest", GREEN)) is Status.PASS
    verdict = decided(check, bash("pytest", GREEN), bash("pytest", RED))
    assert verdict.status is Status.FAIL
    assert "1 failed" in verdict.evidence[0].quote


def test_a_doubtful_last_run_is_unsure_when_it_may_turn_the_verdict():
    check = Tests(failed=Equals(0), when=When.LAST)
    doubtful = bash("python run_tests.py", RED)
    assert status(check, bash("pytest", GREEN), doubtful) is Status.UNSURE
    assert status(check, bash("pytest", RED), doubtful) is Status.FAIL


def test_the_end_counts_only_without_a_change_behind_it():
    check = Tests(failed=Equals(0), when=When.END)
    run = bash("pytest", GREEN)
    assert status(check, run, bash("git diff")) is Status.PASS
    assert status(check, run, edit("a.py")) is Status.FAIL
    assert status(check, run, bash("rm a.py")) is Status.FAIL
    assert status(check, run, bash("python x.py")) is Status.UNSURE
    assert status(check, edit("a.py"), run) is Status.PASS


def test_the_command_is_matched_on_the_shell_line():
    check = Tests(passed=Equals(3), command=Has("tests/unit"))
    assert status(check, bash("pytest tests/unit", GREEN)) is Status.PASS
    assert status(check, bash("pytest tests/other", GREEN)) is Status.FAIL


def test_a_gap_makes_an_absence_unavailable():
    gap = Gap(kind=GapKind.CUT_OFF, first=0, last=None, detail="the run was cut off")
    assert status(counts(9), bash("pytest", GREEN), gaps=(gap,)) is Status.UNAVAILABLE
    last = Tests(failed=Equals(0), when=When.LAST)
    assert status(last, bash("pytest", GREEN), gaps=(gap,)) is Status.UNAVAILABLE


def test_two_test_commands_in_one_line_are_two_runs():
    output = "=== 3 passed in 0.1s ===\n=== 1 failed, 2 passed in 0.1s ===\n"
    seen = runs_of(view(agent("", bash("pytest a; pytest b", output))))
    assert [(run.passed, run.failed, run.doubt) for run in seen] == [(3, 0, ""), (2, 1, "")]


def test_events_are_the_runs_that_fit_in_order():
    trace = view(*(agent("", bash("pytest", each)) for each in (GREEN, RED, GREEN)))
    events = Tests(failed=Equals(0)).events(trace)
    assert events is not None
    assert [event.position.step for event in events] == [0, 2]


def test_every_demand_must_be_met_by_the_same_run():
    check = Tests(failed=Equals(1), passing=NotMatch(Has("nothing")))
    assert status(check, bash("pytest", GREEN), bash("pytest -v", RED)) is not Status.PASS


GO = "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \texample.com/a\t0.004s\n"
CARGO = "running 3 tests\n...\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured\n"
JEST = "Test Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\n"
MAVEN = "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n"


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("cargo test --workspace", CARGO),
        ("npx jest --ci", JEST),
        ("./mvnw -B verify", MAVEN),
        ("cd build && ctest", "100% tests passed, 0 tests failed out of 3\n"),
        ("cargo build && cargo test 2>&1 | tee log", CARGO),
        ("npm test", f"\n> a@1.0.0 test\n> jest --ci\n\n{JEST}"),
    ],
)
def test_runners_of_other_languages_decide(line, output):
    assert status(counts(3), bash(line, output)) is Status.PASS
    assert status(counts(4), bash(line, output)) is Status.FAIL


@pytest.mark.parametrize(
    ("line", "output"),
    [("npm test", JEST), ("make test", CARGO), ("npm ci && npx jest", JEST)],
)
def test_a_runner_behind_another_program_is_unsure(line, output):
    assert status(counts(3), bash(line, output)) is Status.UNSURE
    assert status(counts(4), bash(line, output)) is Status.FAIL


def test_a_figure_that_a_runner_does_not_tell_is_unavailable_with_the_reason():
    silent = bash("go test ./...", "ok  \texample.com/a\t0.004s\n")
    assert status(Tests(failed=Equals(0)), silent) is Status.PASS
    verdict = decided(Tests(passed=AtLeast(1)), silent)
    assert verdict.status is Status.UNAVAILABLE
    assert "`-v`" in verdict.reason
    named = Tests(passing=Equals("TestA"), passed=AtLeast(1))
    assert status(named, bash("go test -v ./...", GO)) is Status.PASS


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("cargo test", "error: could not compile `app` (lib) due to 1 previous error\n"),
        ("go test ./...", "FAIL\texample.com/a [build failed]\nFAIL\n"),
        ("npx jest", "Test Suites: 1 failed, 1 total\nTests:       0 total\n"),
        ("mvn test", "[ERROR] COMPILATION ERROR :\n[INFO] BUILD FAILURE\n"),
        ("cargo test", "running 0 tests\n\n" + CARGO.splitlines()[-1].replace("3", "0")),
    ],
)
def test_a_build_that_came_to_no_test_meets_nothing(line, output):
    for check in (Tests(), Tests(failed=Equals(0)), Tests(failed=AtLeast(1))):
        assert status(check, bash(line, output, 1)) is Status.FAIL


MATCHES = st.one_of(
    st.none(),
    st.integers(0, 4).map(Equals),
    st.integers(0, 4).map(AtLeast),
    st.integers(0, 4).map(lambda bound: NotMatch(Equals(bound))),
)
LINES = st.sampled_from(
    ["pytest", "pytest -v | tail -3", "python x.py; pytest", "cat log", "python -m unittest -v",
     "pytest || echo '9 passed in 1s'", "pytest | sed s/a/b/", "make test"]
)  # fmt: skip
OUTPUTS = st.sampled_from(
    [GREEN, RED, "", "Ran 2 tests in 0.1s\n\nOK\n", "Ran 2 tests in 0.1s\n\nFAILED (errors=1)\n",
     "=== no tests ran in 0.0s ===", "x.py::test PASSED", "garbage in 3s"]
)  # fmt: skip


@settings(max_examples=150)
@given(
    st.lists(st.tuples(LINES, OUTPUTS), max_size=4),
    MATCHES,
    MATCHES,
    st.sampled_from(list(When)),
)
def test_a_pass_has_evidence_from_the_result_of_a_test_command(
    calls: list[tuple[str, str]], passed: Match | None, failed: Match | None, when: When
):
    trace = view(*(agent("", bash(line, output)) for line, output in calls))
    verdict = Tests(passed=passed, failed=failed, when=when).decide(trace)
    assert verdict.status in {Status.PASS, Status.FAIL, Status.UNSURE, Status.UNAVAILABLE}
    if verdict.status is Status.PASS:
        lines = [calls[piece.step or 0][0] for piece in verdict.evidence]
        assert all("pytest" in line or "unittest" in line for line in lines)
    if verdict.status is Status.FAIL:
        assert verdict.evidence or verdict.scope is not None


SUMMARY_WORDS = st.sampled_from(["3 passed", "0 failed", "in 0.12s", "===", "Ran 3 tests", "OK"])


@settings(max_examples=150)
@given(
    st.lists(SUMMARY_WORDS, min_size=1, max_size=5),
    st.sampled_from(["echo '{}'", "printf '{}\\n'", "cat <<E\n{}\nE", "python -c 'print(\"{}\")'"]),
    st.sampled_from(["", "ls; ", "pytest --version; ", "cd x && "]),
)
def test_an_echoed_summary_never_passes(words: list[str], printer: str, before: str):
    said = " ".join(words)
    line = before + printer.format(said)
    assert status(Tests(), bash(line, said + "\n=== 3 passed in 0.12s ===")) is not Status.PASS
