"""What the runners of other languages print is read; most outputs are those of real runs."""

from pathlib import Path

import pytest

from ckpt_tui.core.runners import Runner
from ckpt_tui.core.shell import commands
from ckpt_tui.core.shell_effects import effect
from ckpt_tui.core.testruns import TestRun
from ckpt_tui.core.testruns import test_runs as runs_of
from ckpt_tui.core.trace import ToolResult
from tests.core.traces import agent, bash, call, view

OUTPUTS = Path(__file__).parent / "runner_outputs"


def output(name: str) -> str:
    return (OUTPUTS / f"{name}.txt").read_text()


def runs(line: str, text: str, exit_code: int = 0) -> list[TestRun]:
    return list(runs_of(view(agent("", bash(line, text, exit_code)))))


def run(line: str, text: str, exit_code: int = 0) -> TestRun:
    (found,) = runs(line, text, exit_code)
    return found


def figures(found: TestRun) -> tuple[int | None, int | None, int | None]:
    return found.passed, found.failed, found.skipped


@pytest.mark.parametrize(
    ("name", "line", "counts"),
    [
        ("jest", "npx jest", (3, 2, 1)),
        ("jest-verbose", "npx jest --verbose", (3, 1, 1)),
        ("jest-color", "npx jest --colors", (3, 1, 1)),
        ("jest-skipped", "npx jest -t zzz ok", (0, 0, 1)),
        ("vitest", "npx vitest run", (3, 2, 1)),
        ("vitest-verbose", "npx vitest run --reporter=verbose", (3, 1, 1)),
        ("vitest-tap", "npx vitest run --reporter=tap", (3, 1, 1)),
        ("vitest-junit", "npx vitest run --reporter=junit", (3, 1, 2)),
        ("mocha", "npx mocha", (2, 1, 2)),
        ("mocha-color", "npx mocha --color", (2, 1, 2)),
        ("mocha-dot", "npx mocha -R dot", (2, 1, 2)),
        ("mocha-tap", "npx mocha -R tap", (2, 1, 2)),
        ("mocha-hook", "npx mocha", (0, 1, 0)),
        ("node-spec", "node --test --test-reporter=spec", (4, 1, 1)),
        ("node-tap", "node --test", (4, 1, 1)),
        ("node-skipped", "node --test --test-name-pattern=zzz", (0, 0, 6)),
        ("go", "go test ./...", (None, 5, None)),
        ("go-cached", "go test ./good", (None, 0, None)),
        ("go-folder", "go test", (None, 4, None)),
        ("go-verbose", "go test -v ./good ./empty", (3, 0, 0)),
        ("go-verbose-unbuilt", "go test -v ./...", (5, 4, 1)),
        ("go-panic", "go test -v ./calc", (1, 3, 0)),
        ("go-json", "go test -json ./...", (None, 3, 1)),
        ("cargo", "cargo test --no-fail-fast", (5, 1, 1)),
        ("cargo-stopped", "cargo test", (2, 1, 1)),
        ("cargo-quiet", "cargo test -q --no-fail-fast", (5, 1, 1)),
        ("cargo-color", "cargo test --color always", (2, 1, 1)),
        ("cargo-nocapture", "cargo test --test it -- --nocapture", (2, 0, 0)),
        ("nextest", "cargo nextest run --no-fail-fast", (4, 1, 1)),
        ("nextest-stopped", "cargo nextest run", (1, 1, 0)),
        ("maven", "mvn -B verify", (5, 2, 1)),
        ("maven-old", "mvn test", (2, 1, 0)),
        ("maven-quiet", "./mvnw -q test", (2, 1, 0)),
        ("gradle", "./gradlew test", (None, 0, None)),
        ("gradle-failed", "./gradlew test", (9, 2, 1)),
        ("gradle-logged", "gradle :core:check", (2, 0, 1)),
        ("ctest", "ctest", (2, 4, 2)),
        ("ctest-verbose", "ctest -V -R 'good|bad'", (1, 1, 0)),
        ("ctest-skipped", "ctest -R 'skippy|disa'", (0, 0, 2)),
        ("prove", "prove t", (7, 1, None)),
        ("prove-verbose", "prove -v t", (5, 1, 1)),
        ("prove-died", "prove t/d.t t/a.t", (5, 1, None)),
        ("npm-jest", "npm test -- ok", (1, 0, 0)),
        ("pytest-junit", "pytest --junitxml=r.xml >/dev/null && cat r.xml", (1, 1, 1)),
    ],
)
def test_counts_of_real_outputs(name, line, counts):
    text = output(name)
    found = run(line, text, 1 if counts[1] else 0)
    assert figures(found) == counts
    assert found.is_certain
    assert found.is_finished
    assert found.ran_tests
    assert found.span is not None
    assert 0 <= found.span[0] < found.span[1] <= len(text)
    assert bool(found.gap) is (None in counts)


@pytest.mark.parametrize(
    ("name", "line", "passing", "failing"),
    [
        (
            "jest-verbose",
            "npx jest",
            ("sum › adds", "sum › deep › goes › deep", "fine", "./ok.test.js"),
            ("sum › adds wrong",),
        ),
        ("jest", "npx jest", ("./ok.test.js",), ("sum › adds wrong", "./bad.test.js")),
        (
            "vitest-verbose",
            "npx vitest run",
            (
                "sum.test.js > sum > adds",
                "sum.test.js > sum > deep > goes > deep",
                "ok.test.js > fine",
            ),
            ("sum.test.js > sum > adds wrong",),
        ),
        ("mocha-hook", "npx mocha", (), ('hooky > "before all" hook for "x"',)),
        ("node-tap", "node --test", ("adds", "top", "inner", "subs"), ("adds wrong",)),
        ("go-verbose", "go test -v ./...", ("TestA", "TestB", "TestB/x"), ()),
        (
            "go-json",
            "go test -json ./...",
            ("TestSub/one", "TestA", "TestB", "TestB/x"),
            ("TestBad", "TestSub", "TestSub/two_words"),
        ),
        (
            "cargo",
            "cargo test",
            (
                "tests::panics",
                "tests::works",
                "printing",
                "integration",
                "src/lib.rs - add (line 1)",
            ),
            ("tests::bad",),
        ),
        ("cargo-quiet", "cargo test -q", (), ("tests::bad",)),
        ("nextest-stopped", "cargo nextest run", ("app tests::works",), ("app tests::aborts",)),
        (
            "maven",
            "mvn test",
            ("com.example.AdderTest", "com.example.SumTest"),
            ("com.example.web.PageTest.showsTotal", "com.example.web.PageTest.opens"),
        ),
        ("maven-old", "mvn test", ("com.example.SumTest",), ("com.example.AdderTest.adds",)),
        (
            "gradle-failed",
            "gradle test",
            (),
            ("AdderTest > adds()", "AdderTest > parses(String) > [2] b"),
        ),
        ("ctest", "ctest", ("good", "wf"), ("bad", "with", "missing", "slow")),
        ("prove", "prove t", ("t/a.t",), ("t/b.t",)),
        ("prove-verbose", "prove -v t", ("first", "second", "sub", "bfirst"), ("bad one",)),
        (
            "vitest-junit",
            "npx vitest run --reporter=junit",
            ("ok.test.js.fine", "sum.test.js.sum > adds", "sum.test.js.sum > deep > goes > deep"),
            ("sum.test.js.sum > adds wrong",),
        ),
    ],
)
def test_names_of_real_outputs(name, line, passing, failing):
    found = run(line, output(name), 1)
    assert (found.passing, found.failing) == (passing, failing)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("jest-unbuilt", "npx jest bad"),
        ("jest-none", "npx jest nothing"),
        ("vitest-unbuilt", "npx vitest run bad"),
        ("vitest-none", "npx vitest run nothing"),
        ("mocha-none", "npx mocha -g zzz"),
        ("go-json-unbuilt", "go test -json ./broken"),
        ("go-none", "go test -run Zzz ./good"),
        ("cargo-unbuilt", "cargo test"),
        ("cargo-none", "cargo test zzz"),
        ("maven-unbuilt", "mvn test"),
        ("gradle-unbuilt", "./gradlew test"),
        ("gradle-none", "./gradlew test"),
        ("ctest-none", "ctest -R zzz"),
        ("prove-none", "prove t/c.t"),
    ],
)
def test_where_nothing_was_built_or_found_no_test_ran(name, line):
    found = run(line, output(name), 1)
    assert not found.is_finished or found.ran_tests is False


@pytest.mark.parametrize(
    "line",
    [
        "npx jest --listTests",
        "npx jest --help",
        "npx mocha --dry-run",
        "go test -list . ./good",
        "go test -c ./good",
        "go build ./...",
        "go vet ./...",
        "cargo test --no-run",
        "cargo test -- --list",
        "cargo build",
        "cargo nextest list",
        "mvn package -DskipTests",
        "mvn compile",
        "gradle build -x test",
        "gradle assemble",
        "gradle test --dry-run",
        "ctest -N",
        "prove --version",
        "node test.js --test",
        "node --version",
        "cat jest.log",
        "grep -rn jest package.json",
        "echo 'Tests: 3 passed, 3 total'",
        "git commit -m 'cargo test passes'",
    ],
)
@pytest.mark.parametrize("name", ["jest", "go", "cargo", "maven", "gradle-failed", "ctest"])
def test_listings_builds_and_echoes_are_no_test_runs(line, name):
    assert runs(line, output(name)) == []


@pytest.mark.parametrize(
    ("line", "runner"),
    [
        ("./node_modules/.bin/jest", Runner.JEST),
        ("node node_modules/jest/bin/jest.js --ci", Runner.JEST),
        ("node --experimental-vm-modules node_modules/.bin/jest", Runner.JEST),
        ("yarn jest", Runner.JEST),
        ("pnpm exec jest", Runner.JEST),
        ("npx --yes jest@29 sum", Runner.JEST),
        ("CI=true npx react-scripts test", Runner.JEST),
        ("npx cross-env CI=1 jest", None),
        ("cross-env CI=1 jest", Runner.JEST),
        ("nyc --silent mocha", Runner.MOCHA),
        ("bunx vitest run", Runner.VITEST),
        ("cd x && go test ./... 2>&1", Runner.GO),
        ("cargo +nightly -q test --workspace", Runner.CARGO),
        ("cargo t", Runner.CARGO),
        ("cargo test help", Runner.CARGO),
        ("mvn verify -DskipTests=false", Runner.MAVEN),
        ("timeout 60 mvn -B -pl core verify", Runner.MAVEN),
        ("bash ./gradlew test", None),
        ("./gradlew :app:testDebugUnitTest integrationTest", Runner.GRADLE),
        ("env CTEST_OUTPUT_ON_FAILURE=1 ctest --test-dir build", Runner.CTEST),
        ("prove -lr t", Runner.PROVE),
        ("npx tape test/*.js", Runner.TAP),
        ("bats test/", Runner.TAP),
        ("node --import tsx --test src/", None),
        ("node --import=tsx --test src/", Runner.NODE),
    ],
)
def test_a_runner_is_known_by_its_command(line, runner):
    found = runs(line, "no summary")
    assert [each.runner for each in found] == ([] if runner is None else [runner])


@pytest.mark.parametrize(
    "line", ["make test", "yarn test", "npm run unit", "just test", "bazel test //...", "tox"]
)
@pytest.mark.parametrize("name", ["jest", "go", "cargo", "maven", "ctest", "prove", "perl-tap"])
def test_an_indirect_command_is_believed_with_doubt(line, name):
    found = runs(line, output(name), 1)
    assert found
    assert not any(each.is_certain for each in found)


JEST = "\n> shop@1.0.0 {}\n> {}\n\nTest Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\n"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("npm test", JEST.format("test", "jest")),
        ("npm t -- sum", JEST.format("test", "jest sum")),
        ("cd web && npm run unit 2>&1 | tail -50", JEST.format("unit", "cross-env CI=1 jest")),
        ("pnpm test", JEST.format("test /app", "jest --ci")),
        ("npm test", "\n> shop@1.0.0 test\n> npm run unit\n\n" + JEST.format("unit", "jest")),
        ("yarn test", "yarn run v1.22.19\n$ jest\n" + JEST.partition("\n\n")[2]),
    ],
)
def test_a_script_that_the_package_manager_announces_is_believed(line, text):
    found = run(line, text)
    assert (found.runner, found.passed, found.doubt) == (Runner.JEST, 3, "")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("npm test", JEST.format("test", "node fake.js") + JEST.format("test", "jest")),
        ("npm test", JEST.format("test", "cat log && jest")),
        ("npm test", JEST.format("pretest", "jest") + JEST.format("test", "jest")),
        ("npm test", JEST.format("test", "jest") + "\n> shop@1.0.0 posttest\n> cat log\n"),
        ("cat log; npm test", JEST.format("test", "jest")),
        ("echo '> shop@1.0.0 test'; npm test", JEST.format("test", "jest")),
        ("npm test | tail -3", JEST.format("test", "jest")),
        ("npm test | grep -v fake", JEST.format("test", "jest")),
        ("npm run other", JEST.format("test", "jest")),
        ("npm test", "hello\n" + JEST.format("test", "jest")),
        ("cd $(cat log >&2) && npm test", JEST.format("test", "jest")),
        ("yarn test", "yarn run v1.22.19\n$ cat x\n$ jest\n" + JEST.partition("\n\n")[2]),
    ],
)
def test_an_announcement_that_may_be_another_s_is_not_believed(line, text):
    assert not any(each.is_certain for each in runs(line, text))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("npx jest", "  console.log\n    Tests:       9 passed, 9 total\n\n"),
        ("npx jest", "Tests:       9 passed, 9 total\n"),
        ("npx vitest run", " Test Files  1 passed (1)\n      Tests  9 passed (9)\n"),
        ("npx mocha", "  sum\n  9 passing (1ms)\n    ✔ adds\n"),
        ("npx mocha -R json", "\n  9 passing (1ms)\n"),
        ("node --test", "# \\# tests 9\n# \\# pass 9\n# \\# fail 0\n# \\# duration_ms 1\n"),
        ("node --test", "# tests 9\n# pass 9\n# fail 0\n"),
        ("go test", "=== RUN   TestA\nok  \tnot a package line\n"),
        ("cargo test", "running 2 tests\ntest result: ok. 9 passed; 0 failed; 0 ignored\n"),
        ("cargo test", "running 2 tests\ntest a ... ok\n"),
        ("mvn test", "[INFO]  T E S T S\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n"
         * 2 + "[INFO]  T E S T S\n"),
        ("gradle test", "> Task :test\n    9 tests completed, 0 failed\n"),
        ("ctest", "1: 100% tests passed, 0 tests failed out of 9\n"),
        ("prove t", "t/a.t .. ok\n"),
        ("npx vitest run --reporter=tap", "1..3\nok 1 - a\nok 2 - b\n"),
        ("npx vitest run --reporter=tap", "1..2\nok 1 - a\nBail out! no\nok 2 - b\n"),
        ("npx vitest run --reporter=junit", '<testsuite><testcase name="a"/>'),
    ],
)  # fmt: skip
def test_what_a_test_prints_and_a_cut_off_run_are_no_summary(line, text):
    (found,) = runs(line, text, 1)
    assert found.span is None


@pytest.mark.parametrize(
    "line",
    [
        "Tests:       3 passed, 3 total",
        "      Tests  3 passed (3)",
        "  3 passing (1ms)",
        "# pass 3",
        "ok      example.com/a   0.1s",
        "--- PASS: TestA (0.00s)",
        "test result: ok. 3 passed; 0 failed; 0 ignored",
        "running 3 tests",
        "BUILD SUCCESSFUL in 3s",
        "> Task :test",
        "[INFO] BUILD SUCCESS",
        "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0",
        "100% tests passed, 0 tests failed out of 3",
        "Result: PASS",
        "Files=3, Tests=8,  0 wallclock secs",
        "1..3",
        "not ok 1 - adds",
        "AdderTest > adds() PASSED",
        "<testsuite>",
    ],
)
def test_an_echo_that_looks_like_a_part_of_a_summary_is_doubtful(line):
    text = output("cargo-nocapture")
    assert not run(f"echo '{line}'; cargo test", text).is_certain
    assert run("echo '--- all tests ---'; cargo test; echo exit $?", text).is_certain


def test_a_test_s_own_words_in_front_of_the_summary_do_not_count():
    spoken = "running 2 tests\ntest result: ok. 9 passed; 0 failed; 0 ignored; 0 measured\n"
    text = spoken + "test a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\n"
    text += "test c ... ok\n\nfailures:\n    b\n\n"
    text += "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n"
    found = run("cargo test", text, 101)
    assert figures(found) == (1, 1, 0)
    assert (found.passing, found.failing) == (("a",), ("b",))


def test_a_mocha_failure_s_message_is_no_summary():
    text = "\n\n  1 passing (5ms)\n  1 failing\n\n  1) sum\n       adds:\n     no\n"
    text += "\n  9 passing (1ms)\n"
    assert figures(run("npx mocha", text, 1)) == (1, 1, 0)


def test_a_test_that_was_not_announced_is_not_counted():
    text = "=== RUN   TestA\n--- PASS: TestFake (0.00s)\nno end--- PASS: TestA (0.00s)\nPASS\n"
    found = run("go test -v", text + "ok  \texample.com/a\t0.1s\n")
    assert (found.passed, found.passing) == (1, ("TestA",))


def test_tabs_that_a_screen_turned_to_blanks_are_read():
    text = "--- FAIL: TestA (0.00s)\nFAIL\nFAIL    example.com/a   0.01s\n"
    text += "ok      example.com/b   (cached)\nFAIL"
    assert run("go test ./...", text, 1).failed == 1


def test_a_package_that_fails_without_a_failing_test_counts():
    text = "panic: test timed out after 1s\nFAIL\texample.com/a\t1.0s\nFAIL\n"
    found = run("go test ./...", text, 1)
    assert (found.failed, found.failing) == (1, ("example.com/a",))


def test_events_of_packages_that_run_at_once_are_told_apart():
    events = [
        '{"Action":"start","Package":"a"}',
        '{"Action":"start","Package":"b"}',
        '{"Action":"run","Package":"a","Test":"TestX"}',
        '{"Action":"run","Package":"b","Test":"TestX"}',
        '{"Action":"output","Package":"a","Test":"TestX","Output":"{\\"Action\\":\\"fail\\"}\\n"}',
        '{"Action":"pass","Package":"a","Test":"TestX"}',
        '{"Action":"fail","Package":"b","Test":"TestX"}',
        '{"Action":"pass","Package":"a"}',
        '{"Action":"fail","Package":"b"}',
    ]
    whole = run("go test -json ./...", "\n".join(events), 1)
    assert figures(whole) == (1, 1, 0)
    cut = run("go test -json ./...", "\n".join(events[:-1]), 1)
    assert (cut.is_finished, cut.span) == (False, None)


@pytest.mark.parametrize(
    ("line", "name", "failed"),
    [
        ("cargo test 2>&1 | tail -5", "cargo", None),
        ("go test ./... | tail -2", "go", None),
        ("go test ./... | tail -1", "go-cached", 0),
        ("mvn test | tail -5", "maven", None),
        ("cargo test zzz | tail -5", "cargo-none", None),
        ("cargo test | tail -3", "cargo-nocapture", 0),
    ],
)
def test_the_end_of_what_adds_up_tells_only_whether_something_failed(line, name, failed):
    found = run(line, output(name), 0)
    assert (found.passed, found.failed, found.doubt) == (None, failed, "")
    assert found.gap


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("go test ./... | grep ok", "go-cached"),
        ("cargo test | grep 'test result'", "cargo"),
        ("npx mocha | grep passing", "mocha"),
        ("npx jest | head -5", "jest"),
        ("for i in 1 2; do cargo test; done", "cargo"),
        ("go test ./a; go test ./b", "go-cached"),
    ],
)
def test_what_is_sifted_or_cannot_be_told_apart_is_doubtful(line, name):
    found = runs(line, output(name), 0)
    assert found
    assert not any(each.is_certain for each in found)


def test_a_recording_that_cuts_off_what_adds_up_is_doubtful():
    cut = call(
        "bash",
        {"command": "cargo test"},
        result=ToolResult(text=output("cargo"), is_truncated=True),
    )
    assert [each.is_certain for each in runs_of(view(agent("", cut)))] == [False]


def test_several_runs_of_one_line_are_told_apart_by_their_summaries():
    text = "\n\n  1 passing (5ms)\n\n\n\n  2 passing (5ms)\n\n"
    assert [each.passed for each in runs("npx mocha a; npx mocha b", text)] == [1, 2]


@pytest.mark.parametrize("line", ["mvn -q test", "go test ./... > /dev/null", "gradle -q test"])
def test_an_exit_code_that_may_mean_that_no_test_ran_says_nothing(line):
    found = run(line, "", 0)
    assert (found.failed, found.ran_tests) == (None, None)
    assert found.gap


REPORT = output("pytest-junit")
TEXT = "=== 1 failed, 1 passed, 1 skipped in 0.10s ===\n"


def test_a_report_behind_the_runner_s_own_summary_names_every_test():
    found = run("pytest --junitxml=r.xml; cat r.xml", TEXT + REPORT, 1)
    assert (figures(found), found.doubt) == ((1, 1, 1), "")
    assert (found.passing, found.failing) == (("py.test_a.test_x",), ("py.test_a.test_y",))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("pytest --junitxml=r.xml > /dev/null; cat r.xml", REPORT),
        ("pytest --junitxml=r.xml; cat r.xml", "=== 9 passed in 0.10s ===\n" + REPORT),
        ("pytest --junitxml=r.xml; cp x r.xml; cat r.xml", REPORT),
        ("pytest -q >/dev/null && cat r.xml", REPORT),
        ("mvn -q test; cat target/surefire-reports/TEST-A.xml", REPORT),
    ],
)
def test_a_report_that_may_be_another_s_is_no_certain_evidence(line, text):
    assert not [each for each in runs(line, text) if each.is_certain and each.span is not None]
    assert runs("cat r.xml", text) == []


def test_what_a_report_quotes_is_no_summary():
    quoted = '<testsuites><testsuite><testcase name="a"><system-out>\n=== 9 passed in 0.1s ===\n'
    quoted += "</system-out><failure/></testcase></testsuite></testsuites>"
    found = run("pytest --junitxml=r.xml > /dev/null && cat r.xml", quoted)
    assert figures(found) == (0, 1, 0)


@pytest.mark.parametrize(
    "line", ["npx jest -u", "npx vitest run --update", "go test ./... -update"]
)
def test_a_run_that_records_anew_may_change_files(line):
    assert effect(commands(line)[0]).is_opaque
    assert not effect(commands(line.rpartition(" ")[0])[0]).is_opaque
