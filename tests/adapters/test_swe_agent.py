"""SWE-agent trajectories of every era, and the harness's word beside them."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.adapters.readers.source import peek
from ckpt_tui.adapters.readers.swe_agent import SweAgentReader
from ckpt_tui.adapters.readers.swe_agent_actions import call_of
from ckpt_tui.core.trace import GapKind, RunStatus, StepKind, ToolClass
from ckpt_tui.errors import TraceError
from tests.adapters.telling import told

FIXTURES = Path(__file__).parent / "fixtures" / "swe_agent"
READER = SweAgentReader()


def trace_of(path):
    (ref,) = READER.scan(peek(path))
    return READER.load(path, ref.run)


@pytest.mark.parametrize("name", ["acme__app-1", "acme__app-2", "simple"])
def test_every_era_is_read_as_its_golden_file_says(name, snapshot):
    assert told(trace_of(FIXTURES / f"{name}.traj")) == snapshot


def test_the_cost_is_the_runs_own_and_not_the_batchs():
    assert trace_of(FIXTURES / "acme__app-1.traj").usage.dollars == 0.4


def test_an_edit_that_was_reverted_is_an_error_and_so_changed_nothing():
    trace = trace_of(FIXTURES / "acme__app-1.traj")
    edits = [step.calls[0] for step in map(trace.steps.__getitem__, range(3, 5))]
    assert [call.result.is_error for call in edits] == [True, None]
    assert [edit.path for call in edits for edit in call.edits] == ["/repo/app.py"] * 2


def test_a_report_in_the_logs_of_a_submission_is_found(tmp_path):
    (tmp_path / "trajs").mkdir()
    (tmp_path / "logs" / "acme__app-1").mkdir(parents=True)
    path = tmp_path / "trajs" / "acme__app-1.traj"
    shutil.copy(FIXTURES / "acme__app-1.traj", path)
    assert trace_of(path).outcome.passed is None
    place = tmp_path / "logs" / "acme__app-1" / "report.json"
    shutil.copy(FIXTURES / "acme__app-1.report.json", place)
    assert trace_of(path).outcome.passed is False


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        ("{broken", "acme__app-1.report.json cannot be read"),
        ("{}", "acme__app-1.report.json does not speak of acme__app-1"),
        ('{"acme__app-1": {"patch_is_None": true}}', "no patch was handed in"),
        ('{"acme__app-1": {"patch_successfully_applied": false}}', "the patch did not apply"),
        ('{"acme__app-1": {"resolved": null, "tests_status": []}}', "the report has no verdict"),
    ],
)
def test_a_report_without_a_verdict_leaves_the_outcome_unknown(report, reason, tmp_path):
    path = tmp_path / "acme__app-1.traj"
    shutil.copy(FIXTURES / "acme__app-1.traj", path)
    (tmp_path / "acme__app-1.report.json").write_text(report)
    outcome = trace_of(path).outcome
    assert (outcome.passed, outcome.reason) == (None, reason)


@pytest.mark.parametrize(
    ("exit_status", "status", "submitted"),
    [
        ("submitted", RunStatus.COMPLETED, True),
        ("submitted (exit_cost)", RunStatus.LIMIT, True),
        ("exit_context", RunStatus.LIMIT, False),
        ("exit_format", RunStatus.AGENT_ERROR, False),
        ("exit_command_timeout", RunStatus.TIMEOUT, False),
        ("exit_error", RunStatus.INFRA_ERROR, False),
        ("early_exit", RunStatus.UNKNOWN, False),
        (None, RunStatus.UNKNOWN, None),
    ],
)
def test_the_exit_status_tells_end_and_submission_apart(exit_status, status, submitted, tmp_path):
    document = json.loads((FIXTURES / "acme__app-1.traj").read_bytes())
    document["info"]["exit_status"] = exit_status
    path = tmp_path / "x.traj"
    path.write_text(json.dumps(document))
    trace = trace_of(path)
    assert (trace.status, trace.submitted) == (status, submitted)
    assert (trace.report is not None) == (exit_status == "submitted")
    # a run without a recorded end was killed, or the recording was
    assert [gap.kind for gap in trace.gaps] == ([] if exit_status else [GapKind.CUT_OFF])


@pytest.mark.parametrize(
    ("action", "name", "arguments"),
    [
        ('open "a b.py" 12', "open", {"path": "a b.py", "line_number": 12}),
        ('search_dir "x y" src', "search_dir", {"search_term": "x y", "dir": "src"}),
        ("find_file x", "find_file", {"file_name": "x"}),
        ("open 'a", "open", {"": "'a"}),
        ("open a | head", "bash", {"command": "open a | head"}),
        ("cd x && ls\n", "bash", {"command": "cd x && ls"}),
        ("submit", "submit", {}),
        ("edit 3:4\na\nend_of_edit\n", "edit",
         {"start_line": 3, "end_line": 4, "replacement_text": "a"}),
        ("edit 'a' 'b' replace-all", "edit",
         {"search": "a", "replace": "b", "replace-all": "replace-all"}),
        ("str_replace_editor view /a --view_range 1 20", "str_replace_editor",
         {"command": "view", "path": "/a", "view_range": "1 20"}),
    ],
)  # fmt: skip
def test_an_action_is_the_command_of_a_tool_or_the_shells(action, name, arguments):
    call = call_of(action)
    assert call is not None
    assert (call.name, call.arguments) == (name, arguments)


@given(st.sampled_from(["edit ", "open ", "insert ", "str_replace_editor ", ""]), st.text())
def test_no_action_is_too_odd_to_be_read(command, rest):
    call = call_of(command + rest)
    assert call is None or call.build(None).name


SUMMARY = {
    "resolved_ids": ["acme__app-1"],
    "unresolved_ids": ["acme__app-2"],
    "empty_patch_ids": ["acme__app-3"],
    "error_ids": ["acme__app-4"],
    "submitted_ids": ["acme__app-5"],
}
LEADERBOARD = {
    "resolved": ["acme__app-1"],
    "applied": ["acme__app-1", "acme__app-2"],
    "no_generation": ["acme__app-3"],
    "install_fail": ["acme__app-4"],
    "generated": ["acme__app-5"],
}


@pytest.mark.parametrize("summary", [SUMMARY, LEADERBOARD], ids=["harness", "leaderboard"])
@pytest.mark.parametrize("number", range(1, 6))
def test_a_summary_of_a_whole_run_tells_the_outcome_without_tests(number, summary, tmp_path):
    expected = {1: True, 2: False, 3: False}.get(number)
    path = tmp_path / "trajs" / f"acme__app-{number}.traj"
    for place in (path, tmp_path / "results" / "results.json"):
        place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIXTURES / "acme__app-2.traj", path)
    (tmp_path / "results" / "results.json").write_text(json.dumps(summary))
    outcome = trace_of(path).outcome
    assert (outcome.passed, outcome.breakdown) == (expected, None)
    assert bool(outcome.reason) == (number > 2)


def test_a_report_that_is_cut_off_still_names_the_tests_before_the_cut(tmp_path):
    path = tmp_path / "acme__app-1.traj"
    shutil.copy(FIXTURES / "acme__app-1.traj", path)
    whole = (FIXTURES / "acme__app-1.report.json").read_text()
    report = whole[: whole.index("PASS_TO_PASS")]
    (tmp_path / "acme__app-1.report.json").write_text(report)
    outcome = trace_of(path).outcome
    assert outcome.passed is None
    assert [test.name for test in outcome.breakdown.tests] == ["test_total", "test_empty"]
    assert outcome.breakdown.problem == "acme__app-1.report.json is cut off or damaged."


@pytest.mark.parametrize("name", ["acme__app-1", "acme__app-2", "simple"])
def test_any_beginning_of_a_file_is_read_or_refused_in_a_sentence(name, tmp_path):
    whole = (FIXTURES / f"{name}.traj").read_bytes()
    path = tmp_path / f"{name}.traj"
    seen = 0
    for size in range(0, len(whole) - 3, 29):
        path.write_bytes(whole[:size])
        if READER.scan(peek(path)) is None:
            continue
        trace = trace_of(path)
        assert [gap.kind for gap in trace.gaps][-1:] == [GapKind.CUT_OFF]
        assert len(trace.steps.calls) >= seen - 1
        seen = len(trace.steps.calls)
    assert seen > 0


def test_a_file_that_is_no_object_any_more_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "x.traj"
    path.write_text("[]")
    assert READER.scan(peek(path)) is None
    with pytest.raises(TraceError, match="expected a JSON object"):
        READER.load(path, None)


def index_of(shared_traces):
    lines = (shared_traces / "INDEX.jsonl").read_text().splitlines()
    entries = map(json.loads, lines)
    return {entry["file"]: entry for entry in entries if entry["file"].startswith("swe_agent/")}


def test_every_shared_trajectory_has_the_steps_and_the_outcome_that_the_index_says(shared_traces):
    index = index_of(shared_traces)
    assert len(index) == 24
    calls = answered = 0
    for name, entry in index.items():
        trace = trace_of(shared_traces / name)
        steps = [trace.steps[n] for n in range(len(trace.steps))]
        assert sum(isinstance(step.native, int) for step in steps) == int(entry["steps"]), name
        assert [step.kind for step in steps[:2]] == [StepKind.SYSTEM, StepKind.USER], name
        word = {"success": True, "failure": False}.get(entry["outcome"].split()[0])
        assert trace.outcome.passed is word, name
        assert (word is not None) == (trace.outcome.breakdown is not None), name
        calls += len(trace.steps.calls)
        answered += sum(trace.steps.calls.answered)
    assert calls == answered == 347


def test_every_shared_edit_names_its_file_or_was_refused(shared_traces):
    for name in index_of(shared_traces):
        trace = trace_of(shared_traces / name)
        for number in range(len(trace.steps)):
            for call in trace.steps[number].calls:
                if call.tool_class is ToolClass.EDIT and not call.edits:
                    assert call.result is not None
                    assert call.result.is_error, (name, number)
