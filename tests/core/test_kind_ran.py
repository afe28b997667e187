"""The kind `ran`: commands of shell lines by their words, and by how they ended."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.core import deciding
from ckpt_tui.core.checks.calls import CallStatus
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Glob, Has, In, Match, Regex
from ckpt_tui.core.trace import Gap, GapKind, ToolClass, ToolResult
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, call, copied, view

PASS, FAIL, UNSURE, UNAVAILABLE = Status.PASS, Status.FAIL, Status.UNSURE, Status.UNAVAILABLE
OK, ERROR, ANY = CallStatus.OK, CallStatus.ERROR, CallStatus.ANY


def ran(*argv: str | int | Match, **fields) -> Ran:
    words = (word if isinstance(word, Match) else Equals(word) for word in argv)
    return Ran(argv=tuple(words), **fields)


def decided(check, *calls, **facts):
    return deciding.decided(check, view(*(agent("", each) for each in calls), **facts))


def status(check, line, code=0, output=""):
    return decided(check, bash(line, output, code)).status


@pytest.mark.parametrize(
    "line",
    [
        "pytest -q tests",
        "cd x && FOO=1 pytest -q tests | tail",
        "cd x; pytest -x -q --tb=short tests/ tests 2>&1 | tee log",
        "timeout 60 env A=1 pytest -q tests",
        "sudo -u me .venv/bin/pytest -q tests",
        "bash -lc 'pytest -q tests'",
        "bash -c \"cd /app && pytest -q 'tests'\"",
        "python3 -W ignore -m pytest -q tests",
        "uv run pytest -q tests",
        "poetry run python -m pytest -q tests",
        'py"test" -q te\\sts',
        "echo start\npytest -q tests\necho end",
        "time pytest -q tests",
        "ls | xargs pytest -q tests",
        "pytest -q tests &",
        "git pull; pytest -q tests",
    ],
)
def test_a_command_is_seen_wherever_it_stands_in_a_line(line):
    assert status(ran("pytest", "-q", "tests"), line) is PASS
    assert status(ran("pytest"), line) is PASS
    assert status(Never(check=ran("pytest")), line) is FAIL


@pytest.mark.parametrize(
    "line",
    [
        "echo pytest -q tests",
        "echo 'x; pytest -q tests'",
        "printf '%s' 'pytest -q tests'",
        "cat <<'EOF'\npytest -q tests\nEOF",
        "cat <<'EOF' > run.sh\npytest -q tests\nEOF",
        "git commit -m 'pytest -q tests'",
        "grep -rn pytest -q tests",
        "# pytest -q tests",
        "pip install pytest",
        "./pytest -q tests",
        "pytest tests -q",
        "pytest -qx tests",
        "ls; which pytest",
        "for pytest in -q tests; do ls; done",
        "cat pytest.ini",
    ],
)
def test_words_that_are_not_run_count_for_nothing(line):
    assert status(ran("pytest", "-q", "tests"), line) is FAIL
    assert status(Never(check=ran("pytest", "-q", "tests")), line) is PASS


@pytest.mark.parametrize(
    "line",
    [
        "$RUNNER -q tests",
        "pytest $OPTIONS",
        "pytest -q $(ls)",
        "pytest -q t*",
        "eval $CMD",
        'bash -c "$CMD"',
        'bash -c "pytest $X tests"',
        "pytest -q tests '",
        "if true; then pytest -q tests; fi",
        "for x in $Y; do pytest -q tests; done",
        "true || pytest -q tests || pytest -q tests; exit 0; pytest -q tests",
        "pytest() { ls; }; pytest -q tests",
        "find . -name x -exec pytest -q tests \\;",
        "ssh host 'cd x && pytest -q tests'",
        "docker exec -it box pytest -q tests",
    ],
)
def test_what_cannot_be_read_for_certain_is_unsure(line):
    assert status(ran("pytest", "-q", "tests"), line) is UNSURE
    assert status(Never(check=ran("pytest", "-q", "tests")), line) is UNSURE


def test_what_the_shell_puts_in_a_place_opens_only_what_it_may_be():
    assert status(ran("pytest", "-q"), "pytest *.py") is FAIL
    assert status(ran("git", "push"), 'git commit -m "$MESSAGE"') is UNSURE
    assert status(ran("git", "push"), "ls $HOME && git status") is FAIL
    assert status(ran("pytest"), '"$VENV/bin/python" -m pip list') is FAIL
    assert status(ran("pytest"), "ls '") is FAIL
    assert status(ran("pytest"), "pytest '") is UNSURE


def test_words_are_matched_one_by_one():
    line = "git -C /repo commit --amend -m 'fix: totals' a.py"
    assert status(ran("git", "commit", Has("fix")), line) is PASS
    assert status(ran("git", "commit", Regex("^-m$"), Glob("*.py")), line) is PASS
    assert status(ran("git", Has("fix"), "commit"), line) is FAIL
    assert status(ran(Regex("^(git|hg)$"), "commit"), line) is PASS
    assert status(ran("head", "-n", 5), "head -n 5 a") is PASS
    assert status(ran("/usr/bin/git", "add"), "/usr/bin/git add x") is PASS
    assert status(ran("git", "add"), "/usr/bin/git add x") is PASS
    assert status(ran("./run.sh"), "./run.sh") is PASS


def test_the_program_must_be_named():
    verdict = decided(Ran(argv=()), bash("ls"))
    assert verdict.status is Status.ERROR
    assert verdict.reason.startswith("argv: ")


@pytest.mark.parametrize(
    ("line", "code", "default", "ok", "error", "any_way"),
    [
        ("pytest", 0, PASS, PASS, FAIL, PASS),
        ("pytest", 1, FAIL, FAIL, PASS, PASS),
        ("cd x && pytest", 0, PASS, PASS, FAIL, PASS),
        ("cd x && pytest", 1, FAIL, FAIL, PASS, PASS),
        ("make && pytest", 1, FAIL, FAIL, UNSURE, UNSURE),
        ("make; pytest", 1, FAIL, FAIL, PASS, PASS),
        ("pytest | tail", 0, PASS, UNSURE, UNSURE, PASS),
        ("pytest | tail", 1, PASS, UNSURE, UNSURE, PASS),
        ("set -o pipefail; pytest | tail", 0, PASS, PASS, FAIL, PASS),
        ("pytest; ls", 0, PASS, UNSURE, UNSURE, PASS),
        ("pytest && ls", 0, PASS, PASS, FAIL, PASS),
        ("pytest && ls", 1, PASS, UNSURE, UNSURE, PASS),
        ("pytest && echo ok", 1, FAIL, FAIL, PASS, PASS),
        ("pytest || true", 0, PASS, UNSURE, UNSURE, PASS),
        ("pytest || make", 1, FAIL, FAIL, PASS, PASS),
        ("make || pytest", 0, UNSURE, UNSURE, FAIL, UNSURE),
        ("make || pytest", 1, FAIL, FAIL, PASS, PASS),
        ("set -e; make; pytest", 1, FAIL, FAIL, UNSURE, UNSURE),
        ("pytest & wait", 0, PASS, UNSURE, UNSURE, PASS),
        ("pytest &", 0, PASS, UNSURE, UNSURE, PASS),
        ("! pytest", 0, PASS, UNSURE, UNSURE, PASS),
        ("(cd x && pytest)", 1, FAIL, FAIL, PASS, PASS),
        ("make && (ls; pytest)", 1, UNSURE, UNSURE, UNSURE, UNSURE),
        ("echo $(pytest)", 0, PASS, UNSURE, UNSURE, PASS),
    ],
)
def test_how_a_command_ended_is_said_where_the_line_tells(line, code, default, ok, error, any_way):
    assert status(ran("pytest"), line, code) is default
    assert status(ran("pytest", status=OK), line, code) is ok
    assert status(ran("pytest", status=ERROR), line, code) is error
    assert status(ran("pytest", status=ANY), line, code) is any_way


def test_the_exit_code_is_its_own_or_unknown():
    five = ran("pytest", exit_code=Equals(5))
    assert status(five, "cd x && pytest", 5) is PASS
    assert status(five, "pytest && ls && ls", 5) is UNSURE
    assert status(five, "pytest | tail", 5) is UNSURE
    assert status(five, "pytest || ls", 5) is UNSURE
    assert status(ran("pytest", exit_code=Equals(0)), "pytest || make", 5) is FAIL
    assert status(ran("pytest", exit_code=AtLeast(1)), "pytest || make", 5) is PASS
    assert status(five, "pytest", None) is UNAVAILABLE
    marked = call("bash", {"command": "pytest"}, result=ToolResult(text="", is_error=True))
    assert decided(ran("pytest"), marked).status is FAIL
    assert decided(ran("pytest", exit_code=AtLeast(1)), marked).status is PASS
    verdict = decided(five, bash("cd x && pytest", "no tests ran", 5))
    assert [(piece.part, piece.quote) for piece in verdict.evidence] == [
        ("calls[0].arguments", "pytest"),
        ("calls[0].result", "no tests ran"),
    ]


def test_a_program_that_was_not_found_did_not_pass_behind_its_pipe():
    missing = "bash: line 1: pytest: command not found"
    assert status(ran("pytest"), "pytest | tail", 0, missing) is FAIL
    none = "/usr/bin/python: No module named pytest"
    assert status(ran("pytest"), "python -m pytest | tail", 0, none) is FAIL
    assert status(ran("pytest"), "cd x && pytest", 1, "bash: cd: x: No such file") is FAIL
    assert status(ran("pytest", status=ANY), "cd x && pytest", 1, "bash: cd: x: No") is UNSURE


def test_an_answer_that_was_not_recorded_leaves_it_open():
    lost = call("bash", {"command": "make; pytest"}, result=None)
    assert decided(ran("pytest"), lost).status is UNAVAILABLE
    assert decided(ran("make", status=OK), lost).status is UNAVAILABLE
    assert decided(ran("make", status=ANY), lost).status is PASS


def test_commands_are_counted_not_calls():
    twice = ran("pytest", count=Equals(2))
    assert decided(twice, bash("pytest a; pytest b")).status is PASS
    assert decided(twice, bash("pytest a"), bash("pytest b")).status is PASS
    assert decided(twice, bash("pytest a")).status is FAIL
    assert decided(ran("pytest", count=AtLeast(2)), bash("pytest; pytest")).status is PASS
    assert decided(ran("git", "push", count=AtMostValue(0)), bash("git status")).status is PASS
    assert decided(ran("git", "push", count=AtMostValue(0)), bash("git $X")).status is UNSURE
    scope = decided(ran("git", "push", count=AtMostValue(0)), bash("ls")).scope
    assert (scope.parts, scope.searched) == (("calls.arguments",), 1)


def test_only_shell_calls_of_this_run_are_read():
    other = call("note", {"command": "pytest"})
    earlier = copied(agent("", bash("pytest")))
    verdict = ran("pytest").decide(view(earlier, agent("pytest", other), agent("", bash("ls"))))
    assert (verdict.status, verdict.scope.searched) == (FAIL, 1)
    broken = call("bash", {"": '{"command": "pytest'}, tool_class=ToolClass.SHELL)
    assert decided(ran("pytest"), broken).status is UNSURE
    gap = Gap(kind=GapKind.CONTEXT, first=0, last=0, detail="A part was dropped.")
    assert decided(ran("pytest"), bash("ls"), gaps=(gap,)).status is UNAVAILABLE


COMMANDS = st.sampled_from(["true", "false", "sh -c 'exit 3'"])
LINES = st.lists(st.tuples(COMMANDS, st.sampled_from([" && ", " || ", "; ", " | "])), min_size=1)


@settings(max_examples=60, deadline=None)
@given(LINES.map(lambda pieces: pieces[:4]), st.integers(0, 3), st.sampled_from([0, 3]))
def test_what_a_real_shell_does_is_among_what_is_held_possible(pieces, place, code):
    """A marked command writes a file; whether it ran and how it ended is known from outside."""
    place %= len(pieces)
    words = [f"mark {code}" if at == place else word for at, (word, _) in enumerate(pieces)]
    joints = [joint for _, joint in pieces[:-1]] + [""]
    line = "".join(word + joint for word, joint in zip(words, joints, strict=True))
    script = f"mark() {{ echo here >&2; return $1; }}\n{line}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    has_run = "here" in done.stderr
    for wanted in (OK, ERROR, ANY):
        found = status(ran("mark", status=wanted), line, done.returncode)
        truth = has_run and wanted in (ANY, OK if code == 0 else ERROR)
        assert found in ((PASS, UNSURE) if truth else (FAIL, UNSURE)), (line, wanted)
    own = status(ran("mark", exit_code=Equals(code)), line, done.returncode)
    assert own in ((PASS, UNSURE) if has_run else (FAIL, UNSURE))


@settings(max_examples=80, deadline=None)
@given(st.text("abc '\"\\$`;&|()\n<>#*", max_size=30))
def test_no_line_is_too_odd(line):
    for check in (ran("abc"), ran("abc", "b", status=OK), ran(Has("a"), exit_code=Equals(0))):
        for code in (0, 1, None):
            verdict = decided(check, bash(line, "", code))
            assert verdict.evidence or verdict.scope or verdict.status.is_open


PIECES = st.sampled_from(
    [
        "pytest", "py'test'", "p\\ytest", "xpytest", ";", "&&", "$", "`", '"', "'", "$RUN", "(",
        ")", " -q", "A=1 ", "/bin/", "env ", "|", "é", "then ", " ", "\n", "bash -c ", "sudo ",
        "echo ",
    ]
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(PIECES, max_size=7).map("".join))
def test_lines_that_are_passed_over_run_nothing_of_the_kind(line):
    # A list of names is looked for in every line, a single one only where it may stand.
    for rest in ((), ("-q",)):
        assert status(ran("pytest", *rest), line) is status(ran(In(("pytest",)), *rest), line)


SAMPLES = Path(__file__).resolve().parents[2] / "sample_traces" / "task_042"
GOLDEN = {
    "decimal": (PASS, PASS, FAIL, FAIL),
    "half-converted": (PASS, UNSURE, PASS, FAIL),
    "integers": (PASS, PASS, UNSURE, FAIL),
    "noop": (FAIL, FAIL, FAIL, FAIL),
    "claims-only": (FAIL, FAIL, FAIL, FAIL),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_sample_runs_are_decided_as_a_person_reads_them(name):
    [sample] = FileTraceLibrary(SAMPLES).find(str(SAMPLES / name)).samples
    seen = TraceView(trace=FileTraceLibrary(SAMPLES).load(sample))
    checks = (
        ran("python", "-m", "unittest", status=ANY),
        ran("unittest", status=OK),
        ran("unittest", exit_code=Equals(1), count=AtLeast(2)),
        ran("pytest"),
    )
    assert tuple(check.decide(seen).status for check in checks) == GOLDEN[name]


RECORDED = ["mini_swe_agent", "swe_agent", "harbor_atif"]


def test_real_recordings_are_decided_with_the_command_quoted(shared_traces):
    programs = (("python",), ("git",), ("grep",), ("pip", "install"), ("sed", "-n"))
    found = []
    library = FileTraceLibrary(shared_traces)
    for folder in RECORDED:
        for sample in library.find(str(shared_traces / folder)).samples[:40]:
            seen = TraceView(trace=library.load(sample))
            found += [ran(*argv).decide(seen) for argv in programs]
    decided_ones = [verdict for verdict in found if not verdict.status.is_open]
    assert len(found) > 100
    assert len(decided_ones) >= 0.9 * len(found)
    assert {PASS, FAIL} <= {verdict.status for verdict in decided_ones}
    for verdict in decided_ones:
        assert verdict.evidence or verdict.scope
