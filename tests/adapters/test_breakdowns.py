"""Reports of official verifiers: every test by name and set, and never more than was recorded."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.readers import detect
from ckpt_tui.adapters.readers.breakdown_ctrf import ctrf_breakdown
from ckpt_tui.adapters.readers.breakdown_junit import junit_breakdown
from ckpt_tui.adapters.readers.breakdown_swe_bench import swe_bench_breakdown
from ckpt_tui.adapters.readers.breakdown_tac import tac_breakdown
from ckpt_tui.adapters.readers.breakdown_tau import tau_breakdown
from ckpt_tui.adapters.readers.breakdown_terminal_bench import terminal_bench_breakdown
from ckpt_tui.adapters.readers.breakdowns import breakdown_of
from ckpt_tui.core.breakdown import Grade
from ckpt_tui.core.checks.verifier_test import VerifierTest
from ckpt_tui.core.match import Equals, Has
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError

CTRF = {
    "results": {
        "summary": {"tests": 4},
        "tests": [
            {"name": "a", "status": "passed", "suite": ["top", "inner"]},
            {"name": "b", "status": "FAILED", "filePath": "b.py"},
            {"name": "c", "status": "pending"},
            {"name": "d", "status": "other", "suite": ""},
        ],
    }
}
SWE = {
    "acme__app-1": {
        "resolved": False,
        "tests_status": {
            "FAIL_TO_PASS": {"success": ["a"], "failure": ["b"]},
            "PASS_TO_PASS": {"success": ["c", "d"], "failure": []},
            "FAIL_TO_FAIL": {"success": [], "failure": []},
        },
    },
    "acme__app-2": {"FAIL_TO_PASS": {"success": ["z"], "failure": []}},
    "acme__app-3": {"resolved": False, "patch_successfully_applied": False},
}
TB = {"parser_results": {"a[1]": "passed", "b": "failed", "c": "?", "d": None}, "is_resolved": True}
TB_RUN = {
    "results": [
        {"trial_name": "t.1", "task_id": "t", "parser_results": {"a": "passed"}},
        {"trial_name": "t.2", "task_id": "t", "parser_results": {"a": "failed"}},
        {"task_id": "u", "parser_results": None, "failure_mode": "parse_error"},
    ]
}  # fmt: skip
TAC = {
    "checkpoints": [
        {"total": 1, "result": True}, {"total": 2, "result": 1}, {"total": 2, "result": 2},
        {"total": 1, "result": False}, {"total": 0, "result": 0}, {"total": 1, "result": "1"},
    ],
    "final_score": {"total": 7, "result": 4},
}  # fmt: skip
TAU = {
    "reward": 0.0,
    "db_check": {"db_match": False, "db_reward": 0.0},
    "action_checks": [
        {"action": {"action_id": "7_0", "name": "book"}, "action_match": True, "action_reward": 1},
        {"action": {"action_id": "7_1", "name": "pay"}, "action_match": None},
    ],
    "env_assertions": [],
    "nl_assertions": None,
    "communicate_checks": [{"info": "1628", "met": True}],
    "reward_breakdown": {"DB": 0.0, "COMMUNICATE": 1.0},
}
TAU_1 = {"reward": 1.0, "info": {"r_outputs": 1.0, "outputs": {"1628": True, "17": False}}}

JUNIT = """<?xml version="1.0"?>
<testsuites name="all"><testsuite name="s" tests="9">
<testcase classname="m" name="a&lt;1&gt;"><system-out>&lt;failure/&gt;</system-out></testcase>
<testcase name="b"><failure message="x">no</failure></testcase>
<testcase name="c"><error/></testcase><testcase name="d"><skipped/></testcase>
<testsuite><testcase name="e"/><!-- <testcase name="no"/> --></testsuite>
</testsuite></testsuites>
"""

READERS = {
    "junit": lambda raw: junit_breakdown(raw, "r"),
    "ctrf": lambda raw: ctrf_breakdown(raw, "r"),
    "swe": lambda raw: swe_bench_breakdown(raw, "r", "acme__app-1"),
    "tb": lambda raw: terminal_bench_breakdown(raw, "r", "t.1"),
    "tac": lambda raw: tac_breakdown(raw, "r"),
    "tau": lambda raw: tau_breakdown(raw, "r", "s1"),
}
REPORTS = {
    "junit": JUNIT,
    "ctrf": CTRF,
    "swe": SWE,
    "tb": TB,
    "tac": TAC,
    "tau": {"reward_info": TAU},
}
GRADES = {"passed": "✓", "failed": "✗", "skipped": "–", "unknown": "?"}


def raw_of(value):
    return value.encode() if isinstance(value, str) else json.dumps(value, indent=1).encode()


def told(breakdown):
    """`set/name✓` of every test, and the problem."""
    names = [
        f"{test.group and test.group + '/'}{test.name}{GRADES[test.grade]}"
        for test in breakdown.tests
    ]
    return " ".join(names), breakdown.problem


def assert_quotes_stand_there(breakdown, raw):
    text = raw.decode()
    for test in breakdown.tests:
        place = test.evidence
        assert text[slice(*place.span)][:500] == place.quote
        assert place.part in breakdown.parts


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ctrf", "top > inner/a✓ b.py/b✗ c– d?"),
        ("swe", "FAIL_TO_PASS/a✓ FAIL_TO_PASS/b✗ PASS_TO_PASS/c✓ PASS_TO_PASS/d✓"),
        ("tb", "a[1]✓ b✗ c? d?"),
        ("junit", "s/m.a<1>✓ s/b✗ s/c✗ s/d– s/e✓"),
        (
            "tac",
            " ".join(f"checkpoints/checkpoint {it}" for it in ("1✓", "2✗", "3✓", "4✗", "5?", "6?")),
        ),
        (
            "tau",
            (
                "action_checks/book (7_0)✓ action_checks/pay (7_1)? communicate_checks/1628✓ "
                "db_check/db_match✗ reward_breakdown/DB✗ reward_breakdown/COMMUNICATE✓"
            ),
        ),
    ],
)
def test_every_report_is_read_by_name_and_set(name, expected):
    raw = raw_of(REPORTS[name])
    found = READERS[name](raw)
    assert told(found) == (expected, "")
    assert_quotes_stand_there(found, raw)
    assert told(breakdown_of(raw, "r", "acme__app-1")) == (expected, "")


def test_sets_without_a_test_are_named_and_sets_that_were_not_asked_are_not():
    assert READERS["swe"](raw_of(SWE)).groups == ("FAIL_TO_PASS", "PASS_TO_PASS", "FAIL_TO_FAIL")
    assert READERS["tau"](raw_of(REPORTS["tau"])).groups == (
        "action_checks", "env_assertions", "communicate_checks", "db_check", "reward_breakdown",
    )  # fmt: skip


def test_points_are_kept_where_they_are_recorded():
    points = [(test.earned, test.possible) for test in READERS["tac"](raw_of(TAC)).tests]
    assert points == [(1, 1), (1, 2), (2, 2), (0, 1), (0, 0), (None, 1)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (swe_bench_breakdown(raw_of(SWE), "r", "acme__app-2"), ("FAIL_TO_PASS/z✓", "")),
        (
            swe_bench_breakdown(raw_of(SWE), "r", "acme__app-3"),
            ("", "r lists no tests of acme__app-3."),
        ),
        (swe_bench_breakdown(raw_of(SWE), "r", "x"), ("", "r does not speak of x.")),
        (terminal_bench_breakdown(raw_of(TB_RUN), "r", "t.2"), ("a✗", "")),
        (terminal_bench_breakdown(raw_of(TB_RUN), "r", "t"), ("", "r lists 2 runs named t.")),
        (
            terminal_bench_breakdown(raw_of(TB_RUN), "r", "u"),
            ("", "r has no parser_results (parse_error)."),
        ),
        (tau_breakdown(raw_of(TAU_1), "r"), ("info/r_outputs✓ outputs/1628✓ outputs/17✗", "")),
        (
            tau_breakdown(raw_of([{"task_id": 3, "info": {"reward_info": TAU_1}}]), "r", "3"),
            ("info/r_outputs✓ outputs/1628✓ outputs/17✗", ""),
        ),
        (
            tau_breakdown(raw_of({"simulations": [{"id": "a"}, {"id": "b"}]}), "r", "c"),
            ("", "r lists 0 runs named c."),
        ),
        (
            tau_breakdown(raw_of({"simulations": [{"id": "a", "reward_info": None}]}), "r"),
            ("", "r records no reward_info."),
        ),
        (breakdown_of(raw_of({"x": SWE["acme__app-1"]}), "r", "other"), None),
        (breakdown_of(raw_of(SWE), "r", "acme__app-2"), ("FAIL_TO_PASS/z✓", "")),
        (breakdown_of(raw_of(TB_RUN), "r", "t.1"), ("a✓", "")),
        (breakdown_of(raw_of({"simulations": [{"reward_info": TAU_1}]}), "r", "x"), None),
    ],
)  # fmt: skip
def test_of_a_report_of_several_runs_one_is_read(found, expected):
    assert told(found) == (expected or (told(found)[0], ""))
    assert found.tests or found.problem


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "r is empty."),
        (b" \n", "r is empty."),
        (b"oops", "r holds no JSON object."),
        (b"\xff\xfe\x00", "r holds no JSON object."),
        (b"[]", "r has no list of tests."),
        (b"{}", "r has no list of tests."),
        (b'{"results": null}', "r has no list of tests."),
        (b'{"results": {"tests": "passed"}}', "r has no list of tests."),
        (b'{"results": {"tests": {"name": "a", "status": "passed"}}}', "r has no list of tests."),
        (b'{"results": {"tests": []', "r is cut off or damaged."),
        (b'{"results": {"tests": [1, {"name": 3}]}}', "r has entries that cannot be read: 2."),
        (b'{"results": {"summary": {"tests": 2}, "tests": []}}', "r counts 2 tests and lists 0."),
        (b'{"results": {"summary": {"tests": NaN}, "tests": []}}', ""),
        (b"[" * 200_000, "r is cut off or damaged."),
        (b'{"a":' * 200_000, "r is cut off or damaged."),
    ],
)  # fmt: skip
def test_what_is_no_report_is_said_in_a_sentence(raw, problem):
    assert told(ctrf_breakdown(raw, "r")) == ("", problem)


def test_odd_values_are_unknown_and_odd_names_stay():
    raw = (
        b'{"results": {"tests": [{"name": "\\ud800\\u0000", "status": NaN}, '
        b'{"name": "a", "status": "passed", "name": "b"}, {"name": "", "status": ["passed"]}]}}'
    )
    found = ctrf_breakdown(raw, "r")
    assert [(test.name, test.grade) for test in found.tests] == [
        ("\ud800\x00", Grade.UNKNOWN), ("b", Grade.PASSED), ("", Grade.UNKNOWN),
    ]  # fmt: skip
    assert not found.problem
    odd = {"checkpoints": [{"total": float("nan"), "result": 1}, {"total": 1, "result": 10**400}]}
    assert [test.grade for test in tac_breakdown(raw_of(odd), "r").tests] == [Grade.UNKNOWN] * 2


@pytest.mark.parametrize("name", ["ctrf", "swe", "tac", "tau"])
def test_a_list_of_another_type_is_a_problem_and_never_an_empty_set(name):
    def spoiled(value):
        if isinstance(value, dict):
            return {key: spoiled(it) for key, it in value.items()}
        return "oops" if isinstance(value, list) else value

    assert READERS[name](raw_of(spoiled(REPORTS[name]))).problem


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(REPORTS)), st.floats(0, 1))
def test_a_report_that_is_cut_off_says_so_and_invents_nothing(name, share):
    raw = raw_of(REPORTS[name])
    whole = READERS[name](raw)
    end = len(raw.rstrip())
    found = READERS[name](raw[: min(int(share * end), end - 1)])
    assert found.problem
    known = {(test.group, test.name): test.grade for test in whole.tests}
    for test in found.tests:
        assert test.grade in (known[test.group, test.name], Grade.UNKNOWN)


JSONS = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text("ab\ud800\x00", max_size=3),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["results", "tests", "name", "status", "parser_results", "checkpoints", "total",
             "result", "reward_info", "action_checks", "action", "info", "outputs", "simulations",
             "tests_status", "FAIL_TO_PASS", "success", "failure", "acme__app-1", "summary"]
        ),
        inner,
        max_size=3,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(list(READERS)), JSONS)
def test_no_json_is_too_odd_to_be_read(name, value):
    raw = f"<testsuite>{value}" if name == "junit" else json.dumps(value)
    raw = raw.encode("utf-8", "replace")
    found = READERS[name](raw)
    assert all(test.group in ("", *found.groups) for test in found.tests)
    assert_quotes_stand_there(found, raw)
    with suppress(TraceError):
        assert_quotes_stand_there(breakdown_of(raw, "r", "acme__app-1"), raw)


def test_ten_megabytes_are_read_whole():
    tests = [{"name": f"t{n}", "status": "passed", "message": "x" * 950} for n in range(10_000)]
    raw = json.dumps({"results": {"tests": tests}}).encode()
    assert len(raw) > 10_000_000 - 300_000
    found = ctrf_breakdown(raw, "r")
    assert len(found.tests) == 10_000
    assert not found.problem
    assert len(found.tests[-1].evidence.quote) == 500


def decided(trace, check):
    return check.decide(TraceView(trace=trace)).status


def test_shared_trials_are_decided_by_their_report(shared_traces):
    folder = shared_traces / "harbor_trial" / "assembled_job"
    [trial] = folder.glob("nginx-request-logging__*")
    trace = detect.load(detect.scan(trial)[0], trial)
    assert_quotes_stand_there(
        trace.outcome.breakdown, (trial / "verifier" / "ctrf.json").read_bytes()
    )
    tests = {test.name: test.grade for test in trace.outcome.breakdown.tests}
    assert sorted(tests.values()) == ["failed"] + ["passed"] * 7
    for name, grade in tests.items():
        expected = Status.PASS if grade is Grade.PASSED else Status.FAIL
        assert decided(trace, VerifierTest(name=Equals(name))) is expected
    assert decided(trace, VerifierTest(name=Has(""))) is Status.FAIL
    assert decided(trace, VerifierTest(name=Has(""), every=False)) is Status.PASS
    verdict = VerifierTest(name=Equals("nginx_installed")).decide(TraceView(trace=trace))
    assert verdict.status is Status.UNAVAILABLE
    assert "nearest: test_nginx_installed." in verdict.reason


def test_the_sets_of_shared_harness_reports_say_what_the_harness_concluded(shared_traces):
    seen = []
    for report in sorted((shared_traces / "swe_agent").rglob("*.report.json")):
        path = report.with_name(report.name.replace(".report.json", ".traj"))
        if not path.exists():
            continue
        trace = detect.load(detect.scan(path)[0], path)
        sets = [
            decided(trace, VerifierTest(group=name)) for name in ("FAIL_TO_PASS", "PASS_TO_PASS")
        ]
        assert (sets == [Status.PASS, Status.PASS]) is trace.outcome.passed, path.name
        assert_quotes_stand_there(trace.outcome.breakdown, report.read_bytes())
        seen.append(trace.outcome.passed)
    assert (seen.count(True), seen.count(False)) == (6, 3)


def test_shared_reports_of_other_verifiers_are_read(shared_traces):
    counts = {}
    for path in sorted(shared_traces.glob("terminal_bench_v1/*/*/results.json")):
        raw = path.read_bytes()
        found = breakdown_of(raw, "results.json", "")
        recorded = json.loads(raw)["parser_results"] or {}
        assert {test.name: str(test.grade) for test in found.tests} == recorded
        assert bool(found.problem) == (not recorded)
        assert_quotes_stand_there(found, raw)
        counts[path.parent.name] = len(found.tests)
    assert sorted(counts.values()) == [0, 2, 2, 4, 11]
    raw = (shared_traces / "the_agent_company/eval_finance-invoice-matching.json").read_bytes()
    found = breakdown_of(raw, "eval.json", "")
    assert [str(test.grade) for test in found.tests] == ["failed", "passed", "failed"]
    assert sum(test.earned for test in found.tests) == 3


def test_every_shared_reward_is_the_product_of_its_parts(shared_traces):
    simulations = 0
    for path in sorted((shared_traces / "tau2_bench").glob("*.json")):
        for simulation in json.loads(path.read_bytes()).get("simulations", []):
            raw = json.dumps(simulation).encode()
            found = tau_breakdown(raw, path.name)
            assert not found.problem
            assert_quotes_stand_there(found, raw)
            parts = [test for test in found.tests if test.group == "reward_breakdown"]
            passed = all(test.grade is Grade.PASSED for test in parts)
            assert passed is (simulation["reward_info"]["reward"] >= 1), simulation["id"]
            simulations += 1
    assert simulations == 52
