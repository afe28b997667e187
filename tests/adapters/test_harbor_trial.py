"""Harbor trials: the verdict as it is meant, the trajectories there are, the gaps where none is."""

import json

import pytest

from ckpt_tui.adapters.readers import detect
from ckpt_tui.adapters.readers.harbor_trial import HarborTrialReader
from ckpt_tui.core.trace import GapKind, RunStatus
from ckpt_tui.errors import TraceError
from tests.adapters.agreeing import assert_columns_tell_the_steps

READER = HarborTrialReader()
RESULT = {
    "task_name": "tidy-csv",
    "trial_name": "tidy-csv__aB3xY9z",
    "config": {},
    "agent_info": {
        "name": "demo",
        "version": "unknown",
        "model_info": {"name": "m", "provider": "p"},
    },
    "started_at": "2026-02-01T10:00:00Z",
    "finished_at": "2026-02-01T10:21:00Z",
    "agent_execution": {
        "started_at": "2026-02-01T10:01:00Z",
        "finished_at": "2026-02-01T10:20:00Z",
    },
}


def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def trajectory(*messages):
    steps = [
        {"step_id": number, "source": "agent", "message": text}
        for number, text in enumerate(messages, 1)
    ]
    agent = {"name": "demo", "version": "1.0"}
    return {"schema_version": "ATIF-v1.7", "agent": agent, "steps": steps}


def trial(folder, *, result=None, verifier=None, steps=("Working.", "Done.")):
    folder.mkdir(parents=True, exist_ok=True)
    put(folder / "result.json", {**RESULT, **(result or {})})
    for name, content in (verifier or {}).items():
        put(folder / "verifier" / name, content)
    if steps:
        put(folder / "agent" / "trajectory.json", trajectory(*steps))
    return folder


def outcome(folder, **parts):
    return READER.load(trial(folder, **parts), None).outcome


def rewards(**given):
    return {"verifier_result": {"rewards": given}}


@pytest.mark.parametrize(
    ("result", "verifier", "passed", "value"),
    [
        (rewards(reward=1.0), {}, True, 1.0),
        (rewards(reward=0.33), {}, False, 0.33),
        (rewards(reward=0), {}, False, 0.0),
        (rewards(reward=1, format=0, content=0), {}, True, 1.0),
        (rewards(format=1, content=1), {}, None, None),
        (rewards(score=0.5), {}, None, 0.5),
        (rewards(reward="high"), {}, None, None),
        (rewards(reward=None, format=1), {}, None, None),
        ({"verifier_result": None}, {"reward.txt": "1"}, None, None),
        ({}, {"reward.txt": "1\n"}, True, 1.0),
        ({}, {"reward.txt": "0.5"}, False, 0.5),
        ({}, {"reward.txt": ""}, None, None),
        ({}, {"reward.txt": "nan"}, None, None),
        ({}, {"reward.txt": "NaN"}, None, None),
        ({}, {"reward.txt": "inf"}, None, None),
        ({}, {"reward.txt": "1", "reward.json": {"reward": 0}}, False, 0.0),
        ({}, {"reward.txt": "1", "reward.json": ""}, None, None),
        ({}, {"reward.json": {"reward": float("nan")}}, None, None),
        ({}, {"reward.json": 1}, True, 1.0),
        ({}, {}, None, None),
    ],
)
def test_the_verdict_is_what_the_reward_means(result, verifier, passed, value, tmp_path):
    found = outcome(tmp_path / "t", result=result, verifier=verifier)
    assert (found.passed, found.value) == (passed, value)
    assert bool(found.reason) == (passed is None)


@pytest.mark.parametrize(
    ("exception", "valid", "status", "passed"),
    [
        ("AgentTimeoutError", None, RunStatus.TIMEOUT, True),
        ("AgentTimeoutError", True, RunStatus.TIMEOUT, True),
        ("AgentTimeoutError", False, RunStatus.TIMEOUT, None),
        ("NonZeroAgentExitCodeError", None, RunStatus.AGENT_ERROR, True),
        ("EnvironmentStartTimeoutError", None, RunStatus.INFRA_ERROR, None),
        ("ApiRateLimitError", None, RunStatus.INFRA_ERROR, None),
        ("ApiRateLimitError", True, RunStatus.INFRA_ERROR, True),
        ("CancelledError", None, RunStatus.CANCELLED, True),
        ("ContextLengthExceededError", None, RunStatus.LIMIT, True),
        ("VerifierTimeoutError", None, RunStatus.COMPLETED, True),
        (None, None, RunStatus.COMPLETED, True),
    ],
)
def test_an_exception_beside_a_reward_leaves_it_valid_unless_it_was_not_the_agents_own(
    exception, valid, status, passed, tmp_path
):
    info = {"exception_type": exception, "exception_message": "…"} if exception else None
    result = {**rewards(reward=1.0), "exception_info": info}
    if valid is not None:
        result["reward_valid"] = valid
    trace = READER.load(trial(tmp_path / "t", result=result), None)
    assert (trace.status, trace.outcome.passed) == (status, passed)
    assert trace.outcome.value == 1.0


def test_the_test_report_names_the_breakdown(tmp_path):
    tests = [
        {"name": "a", "status": "passed"}, {"name": "b", "status": "failed"},
        {"name": "c", "status": "skipped"}, {"status": "passed"}, "noise",
    ]  # fmt: skip
    report = {"results": {"tool": {"name": "pytest"}, "tests": tests}}
    found = outcome(tmp_path / "t", result=rewards(reward=0), verifier={"ctrf.json": report})
    assert [(test.name, test.grade) for test in found.breakdown.tests] == [
        ("a", "passed"), ("b", "failed"), ("c", "skipped")
    ]  # fmt: skip
    assert found.breakdown.problem == "verifier/ctrf.json has entries that cannot be read: 2."
    assert outcome(tmp_path / "u", result=rewards(reward=0)).breakdown is None


def test_a_report_in_junit_xml_is_read_where_there_is_no_other(tmp_path):
    report = '<testsuite name="s"><testcase classname="m" name="a"/></testsuite>'
    result = rewards(reward=1)
    found = outcome(tmp_path / "t", result=result, verifier={"junit.xml": report})
    [test] = found.breakdown.tests
    assert (test.group, test.name, test.grade) == ("s", "m.a", "passed")
    assert test.evidence.part == "file:verifier/junit.xml"
    both = {"junit.xml": report, "ctrf.json": {"results": {"tests": []}}}
    assert outcome(tmp_path / "u", result=result, verifier=both).breakdown.tests == ()


def test_the_breakdown_of_steps_is_named_by_its_step(tmp_path):
    folder = trial(tmp_path / "t", steps=())
    tests = [{"name": "a", "status": "passed", "suite": "s"}]
    for name in ("first", "second"):
        put(folder / "steps" / name / "agent" / "trajectory.json", trajectory("a"))
    put(folder / "steps" / "first" / "verifier" / "ctrf.json", {"results": {"tests": tests}})
    put(folder / "steps" / "second" / "verifier" / "ctrf.json", "")
    found = READER.load(folder, None).outcome.breakdown
    assert [(test.name, test.group) for test in found.tests] == [("first/a", "first/s")]
    assert found.groups == ("first/s",)
    assert found.parts == tuple(
        f"file:steps/{name}/verifier/ctrf.json" for name in ("first", "second")
    )
    assert found.problem == "steps/second/verifier/ctrf.json is empty."


def test_a_trial_without_a_trajectory_keeps_its_verdict_and_says_that_its_steps_are_unknown(
    tmp_path,
):
    folder = trial(tmp_path / "t", result=rewards(reward=1.0), steps=())
    trace = READER.load(folder, None)
    assert len(trace.steps) == len(trace.steps.calls) == 0
    assert trace.outcome.passed is True
    assert trace.report is None
    [gap] = trace.gaps
    assert (gap.kind, gap.first, gap.last) == (GapKind.RECORD, 0, None)
    assert trace.warnings == (gap.detail,)


def test_facts_of_the_trial_are_read(tmp_path):
    agent_result = {
        "n_input_tokens": 1200,
        "n_cache_tokens": 800,
        "n_output_tokens": 0,
        "cost_usd": 0.5,
    }
    trace = READER.load(trial(tmp_path / "t", result={"agent_result": agent_result}), None)
    assert (trace.format, trace.task_id, trace.agent, trace.model) == (
        "harbor-trial",
        "tidy-csv",
        "demo",
        "m",
    )
    assert trace.agent_version == "1.0"
    assert (trace.usage.input, trace.usage.output, trace.usage.cached) == (1200, None, 800)
    assert trace.seconds == 19 * 60
    assert trace.report.text == "Done."


def test_collected_artifacts_are_a_final_environment_that_is_not_complete(tmp_path):
    folder = trial(tmp_path / "t")
    put(folder / "artifacts" / "out" / "a.csv", "1,2\n")
    assert READER.load(folder, None).environment is None
    put(folder / "artifacts" / "manifest.json", [{"source": "/app/out", "destination": "out"}])
    environment = READER.load(folder, None).environment
    assert (environment.paths, environment.is_complete) == (("out/a.csv",), False)
    assert environment.read("out/a.csv") == b"1,2\n"


def test_a_trial_in_steps_is_one_run_in_their_order(tmp_path):
    parts = [
        {"step_name": "second", "verifier_result": {"rewards": {"reward": 1.0}}},
        {"step_name": "first", "verifier_result": {"rewards": {"reward": 0.5}}},
        {"step_name": "third", "verifier_result": None},
    ]
    result = {"step_results": parts, **rewards(reward=0.5)}
    folder = trial(tmp_path / "t", result=result, steps=())
    put(folder / "steps" / "first" / "agent" / "trajectory.json", trajectory("a"))
    put(folder / "steps" / "second" / "agent" / "trajectory.json", trajectory("b", "c"))
    put(folder / "steps" / "third" / "agent" / "log.txt", "")
    trace = READER.load(folder, None)
    assert [trace.steps[index].message for index in range(3)] == ["b", "c", "a"]
    assert trace.outcome.passed is False
    assert dict(trace.outcome.values) == {"reward": 0.5, "second/reward": 1.0, "first/reward": 0.5}
    [gap] = trace.gaps
    assert (gap.first, gap.last) == (3, None)
    assert trace.report is None


def test_a_job_stands_for_its_trials_by_name(tmp_path):
    job = tmp_path / "job"
    for name in ("b__2222222", "a__1111111"):
        trial(job / name)
    put(job / "result.json", {"n_total_trials": 2, "stats": {}})
    for opened in (job, job / "result.json"):
        refs = detect.scan(opened)
        assert [ref.path for ref in refs] == [str(job / "a__1111111"), str(job / "b__2222222")]
    [ref] = detect.scan(job / "a__1111111" / "result.json")
    assert (ref.format, ref.task_id, ref.agent) == ("harbor-trial", "tidy-csv", "demo")
    assert len(detect.load(ref, job / "a__1111111" / "result.json").steps) == 2


def test_a_trial_that_died_before_its_result_was_written_opens(tmp_path):
    folder = trial(tmp_path / "t", verifier={"reward.txt": "1"})
    (folder / "result.json").unlink()
    [ref] = detect.scan(folder)
    assert detect.load(ref, folder).outcome.passed is True


def test_a_damaged_result_is_refused_in_a_sentence(tmp_path):
    folder = trial(tmp_path / "t")
    put(folder / "result.json", '{"task_name": "x", "trial_name": "y", "verif')
    with pytest.raises(TraceError, match=r"result\.json: damaged JSON"):
        READER.load(folder, None)


def test_all_shared_trials_have_their_indexed_outcome(shared_traces):
    lines = (shared_traces / "INDEX.jsonl").read_text().splitlines()
    entries = [
        entry for entry in map(json.loads, lines) if entry["file"].startswith("harbor_trial/")
    ]
    steps = []
    for entry in entries:
        folder = (shared_traces / entry["file"]).parent
        [ref] = detect.scan(folder)
        trace = detect.load(ref, folder)
        assert trace.outcome.passed is (entry["outcome"] != "failure")
        assert trace.outcome.breakdown.tests
        assert_columns_tell_the_steps(trace)
        steps.append(len(trace.steps))
    assert sorted(steps) == [0, 0, 14, 18, 19, 25, 60]
    assert len(detect.scan(shared_traces / "harbor_trial")) == 7
