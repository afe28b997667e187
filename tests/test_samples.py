"""The shipped samples under the shipped checklist: what every run earns, and why."""

import json
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_files import FileChecklistStore
from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.core.checklist import Checklist, Gate
from ckpt_tui.core.gating import Decision, decision
from ckpt_tui.core.scoring import Score
from ckpt_tui.core.trace import Trace
from ckpt_tui.core.verdict import Status
from ckpt_tui.ports import Sample
from ckpt_tui.services.scoring import scored_trace
from tests.sampled import ROOT, SampleTask, summary

TASK = "task_042"
GOLDEN = ROOT / "tests" / "golden" / "task_042_verdicts.json"


@pytest.fixture(scope="module")
def task() -> SampleTask:
    return SampleTask(TASK)


@pytest.fixture(scope="module")
def checklist(task) -> Checklist:
    return task.checklist


@pytest.fixture(scope="module")
def samples(task) -> dict[str, Sample]:
    return task.samples


@pytest.fixture(scope="module")
def traces(task) -> dict[str, Trace]:
    return task.traces


@pytest.fixture(scope="module")
def scores(task) -> dict[str, Score]:
    return task.scores


def test_every_run_gets_its_golden_verdicts(scores, traces):
    found = {run: summary(score, traces[run]) for run, score in sorted(scores.items())}
    assert found == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_at_least_nine_cells_in_ten_are_decided_without_judge_or_human(scores):
    cells = Counter(
        item.verdict.status.is_open for score in scores.values() for item in score.checkpoints
    )
    assert cells[False] / cells.total() >= 0.9


@pytest.mark.parametrize("gate", list(Gate))
@pytest.mark.parametrize("run", ["noop", "claims-only"])
def test_a_run_that_does_nothing_earns_nothing_under_any_gate(checklist, traces, run, gate):
    gated = replace(checklist, scoring=replace(checklist.scoring, gate=gate))
    score = scored_trace(gated, traces[run])
    assert (score.raw, score.progress, score.bounds) == (0, 0, (0, 0))


def test_weakening_the_tests_is_vetoed_by_the_critical_invariant_alone(scores):
    score = scores["weakens-tests"]
    vetoes = [
        item.checkpoint.id
        for item in score.checkpoints
        if item.checkpoint.critical and item.verdict.status is Status.FAIL
    ]
    assert vetoes == ["tests-intact"]
    assert score.vetoed
    assert score.score == 0
    assert score.raw > 0
    assert [run for run, other in scores.items() if other.vetoed] == ["weakens-tests"]


@pytest.mark.parametrize("run", ["decimal", "integers", "opaque-script", "oracle"])
def test_a_run_that_solves_the_task_scores_one_whatever_its_route(checklist, scores, traces, run):
    assert scores[run].score == 1
    assert decision(scores[run], checklist.scoring.bar) is Decision.PASS
    assert traces[run].outcome.passed is True


def test_stopped_runs_stop_at_different_checkpoints(scores):
    first_failed = {
        run: scores[run].first_failed
        for run in ["never-reproduces", "weakens-tests", "wrong-place", "half-converted", "nudge"]
    }
    assert first_failed == {
        "never-reproduces": "reproduce",
        "weakens-tests": "find-the-cause",
        "wrong-place": "fix",
        "half-converted": "green",
        "nudge": "march",
    }


def test_an_invented_test_run_is_no_test_run(scores, traces):
    report = traces["invented-run"].report
    assert report is not None
    assert "15 passed" in report.text
    assert scores["invented-run"].first_failed == "green"


def test_an_opaque_program_is_cleared_by_the_final_environment(scores):
    statuses = {
        item.checkpoint.id: item.verdict.status for item in scores["opaque-script"].checkpoints
    }
    assert statuses["tests-intact"] is Status.PASS
    assert statuses["fix"] is Status.PASS


def test_partial_credit_tells_apart_what_the_official_bit_does_not(scores, traces):
    failed = [run for run, trace in traces.items() if trace.outcome.passed is False]
    assert len({scores[run].progress for run in failed}) >= 5
    assert scores["half-converted"].progress == Fraction(55, 100)


def test_one_recording_prints_terminal_escapes_and_markup(traces):
    printed = "".join(
        call.result.text
        for step in traces["noisy-output"].steps
        for call in step.calls
        if call.result is not None
    )
    for payload in ["\x1b]52;c;", "\x1b]0;", "\x1b[2J", "\x1b[1;31m", "[@click=app.quit]", "[/x]"]:
        assert payload in printed


def test_there_are_the_control_runs_and_two_versions_of_the_agent(samples):
    assert len(samples) >= 10
    roles = Counter(sample.role for sample in samples.values())
    assert {role: roles[role] for role in ("oracle", "noop", "claims-only")} == {
        "oracle": 1, "noop": 1, "claims-only": 1,
    }  # fmt: skip
    ordinary = {s.agent_version for s in samples.values() if s.role in {"good", "bad"}}
    assert ordinary == {"1.0", "1.1"}


def test_the_first_version_is_sealed_and_equals_the_working_copy():
    store = FileChecklistStore(ROOT, SystemClock(), "nobody")
    versions = store.versions(TASK)
    assert versions[0].number == 1
    assert store.version_text(TASK, versions[-1].number) == store.working(TASK).text
