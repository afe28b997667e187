"""The repair and the conversation among the samples: every wrong run fails what it is about."""

import json
from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_files import FileChecklistStore
from ckpt_tui.adapters.clock import SystemClock
from ckpt_tui.core.checklist import Gate
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.gating import Decision, decision
from ckpt_tui.core.match import In
from ckpt_tui.core.trace import Change
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView
from ckpt_tui.services.scoring import scored_trace
from tests.benchmarks.claims.bases import airline
from tests.core.traces import Files, agent, call, user, view
from tests.sampled import ROOT, SampleTask, summary

# For every run that goes wrong in one way: the checkpoint that is about it.
ABOUT = {
    "task_043": {
        "wrong-class": "fix",
        "wrong-caller": "fix",
        "reverts": "fix",
        "two-days": "december",
        "weakens-test": "tests-intact",
        "skips-test": "tests-intact",
        "deletes-test": "tests-intact",
        "edits-data": "nothing-else",
    },
    "task_044": {
        "second-unasked": "asks-first",
        "asks-and-does": "asks-first",
        "said-no": "asks-first",
        "another-yes": "asks-first",
        "two-bookings": "one-booking",
        "without-fee": "tells-total",
        "two-totals": "tells-total",
        "told-early": "tells-total",
        "without-dog": "book",
        "keeps-old": "cancel",
    },
}
# As somebody who read the runs would rank them, the best ones first.
RANKED = {
    "task_043": [
        {"oracle", "loops", "rewrites"},
        {"two-days"},
        {"wrong-class", "wrong-caller", "reverts"},
        {"noop", "claims-only", "weakens-test", "skips-test", "deletes-test", "edits-data"},
    ],
    "task_044": [
        {"oracle", "books-first", "recovers"},
        {"without-fee", "two-totals", "told-early"},
        {"keeps-old", "without-dog"},
        {
            "noop", "claims-only", "second-unasked", "asks-and-does", "said-no", "another-yes",
            "two-bookings",
        },
    ],
}  # fmt: skip


@pytest.fixture(scope="module", params=sorted(ABOUT))
def task(request) -> SampleTask:
    return SampleTask(request.param)


def failed(score) -> set[str]:
    return {item.checkpoint.id for item in score.checkpoints if item.verdict.status is Status.FAIL}


def test_every_run_gets_its_golden_verdicts(task):
    golden = ROOT / "tests" / "golden" / f"{task.name}_verdicts.json"
    found = {run: summary(score, task.traces[run]) for run, score in sorted(task.scores.items())}
    assert found == json.loads(golden.read_text(encoding="utf-8"))


def test_every_wrong_run_fails_what_it_is_about_and_nothing_else(task):
    found = {run: failed(task.scores[run]) for run in ABOUT[task.name]}
    assert found == {run: {checkpoint} for run, checkpoint in ABOUT[task.name].items()}


def test_every_checkpoint_is_failed_by_a_run_and_passed_by_another(task):
    verdicts = [(item.checkpoint.id, item.verdict.status) for score in task.scores.values()
                for item in score.checkpoints]  # fmt: skip
    told = {point.id for point in task.checklist.checkpoints if point.id != "not-astray"}
    assert {name for name, status in verdicts if status is Status.FAIL} == told
    assert {name for name, status in verdicts if status is Status.PASS} >= told


def test_the_runs_are_ranked_as_a_reader_would_rank_them(task):
    tiers = [[task.scores[run].score for run in tier] for tier in RANKED[task.name]]
    assert set().union(*RANKED[task.name]) == set(task.scores)
    assert set(tiers[0]) == {1}
    assert set(tiers[-1]) == {0}
    assert all(min(better) > max(worse) for better, worse in pairwise(tiers))


def test_a_run_that_solves_the_task_passes_the_gate_whatever_its_route(task):
    for run in RANKED[task.name][0]:
        assert decision(task.scores[run], task.checklist.scoring.bar) is Decision.PASS
        assert task.traces[run].outcome.passed is True


def test_at_least_nine_cells_in_ten_are_decided_without_judge_or_human(task):
    cells = Counter(
        item.verdict.status.is_open for score in task.scores.values() for item in score.checkpoints
    )
    assert cells[False] / cells.total() >= 0.9


@pytest.mark.parametrize("run", ["noop", "claims-only"])
def test_a_run_that_does_nothing_earns_nothing_under_any_gate(task, run):
    for gate in (Gate.LINEAR, Gate.NONE):
        points = tuple(replace(point, requires=None) for point in task.checklist.checkpoints)
        scoring = replace(task.checklist.scoring, gate=gate)
        gated = replace(task.checklist, scoring=scoring, checkpoints=points)
        score = scored_trace(gated, task.traces[run])
        assert (score.raw, score.progress, score.bounds) == (0, 0, (0, 0))


def test_only_the_run_that_makes_its_deeds_up_fails_the_claims(task):
    assert [run for run, score in task.scores.items() if "claims" in failed(score)] == [
        "claims-only"
    ]


def test_there_are_the_control_runs_and_two_versions_of_the_agent(task):
    roles = Counter(sample.role for sample in task.samples.values())
    assert {role: roles[role] for role in ("oracle", "noop", "claims-only")} == {
        "oracle": 1, "noop": 1, "claims-only": 1,
    }  # fmt: skip
    assert roles["good"] >= 2
    ordinary = {s.agent_version for s in task.samples.values() if s.role in {"good", "bad"}}
    assert ordinary == {"1.0", "1.1"}


def test_the_first_version_is_sealed_and_equals_the_working_copy(task):
    store = FileChecklistStore(ROOT, SystemClock(), "nobody")
    assert [version.number for version in store.versions(task.name)] == [1]
    assert store.version_text(task.name, 1) == store.working(task.name).text


def check_of(task: str, checkpoint: str) -> Check:
    points = SampleTask(task).checklist.checkpoints
    return next(point.check for point in points if point.id == checkpoint)


@pytest.mark.parametrize(
    ("question", "answer", "is_consent"),
    [
        ("Shall I cancel K1041? (yes/no)", "Yes.", True),
        ("May I go on and cancel it?", "yes please", True),
        ("Do you want me to cancel it?", "Okay, do that.", True),
        ("Please confirm that I may cancel K1041.", "Fine, go ahead", True),
        ("Shall I cancel it?", "Of course!", True),
        ("Shall I cancel it?", "That's fine.", True),
        ("Would you like to proceed?", "In that case, please go ahead.", True),
        ("Shall I cancel it?", "That sounds good.", True),
        ("Shall I cancel it?", "That is too much.", False),
        ("Shall I cancel it?", "Please do not!", False),
        ("Shall I cancel it?", "No.", False),
        ("Shall I cancel it?", "Yesterday I had another price.", False),
        ("Shall I cancel it?", "No, don't go ahead yet", False),
        ("Shall I cancel it?", "Yes. No, wait, not yet!", False),
        ("Shall I cancel it?", "What does it cost?", False),
        ("Shall I cancel it?", "I'd rather not, okay?", False),
        ("Is 07:10 too early for you?", "Yes.", False),
        ("I am cancelling K1041.", "Yes.", False),
    ],
)
def test_a_consent_is_a_yes_to_the_question_however_it_is_put(question, answer, is_consent):
    write = agent("", call("cancel_booking", {"reference": "K1041"}))
    talk = (user("Hello."), agent(question), user(answer), write)
    found = check_of("task_044", "asks-first").decide(view(*talk)).status
    assert found is (Status.PASS if is_consent else Status.FAIL)


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ("The total is €186.05.", True),
        ("Total: EUR 186.05", True),
        ("That makes 186.05 euros altogether.", True),
        ("The total for 2 adults, 1 child, car and dog is €186.05.", True),
        ("A fare of €172.25 and €13.80 of port fees: €186.05 in total.", True),
        ("The total is €172.25.", False),
        ("The total is €186.05. You paid €172.25 in total.", False),
        ("It costs something.", False),
    ],
)
def test_a_total_is_found_however_it_is_told(said, is_right):
    priced = call(
        "quote_crossing", result='{"fare": "172.25", "port_fees": "13.80", "total": "186.05"}'
    )
    talk = (user("Hello."), agent("Hello."), user("The price?"), agent("", priced), agent(said))
    found = check_of("task_044", "tells-total").decide(view(*talk)).status
    assert found is (Status.PASS if is_right else Status.FAIL)


@pytest.mark.parametrize(
    ("added", "removed", "is_intact"),
    [
        (("    def test_more(self):", "        self.assertTrue(1)"), (), True),
        (('    @unittest.skip("later")',), (), False),
        (("    @unittest.expectedFailure",), (), False),
        (("        raise unittest.SkipTest",), (), False),
        (("x",), ("    def test_x(self):",), False),
        ((), ("",), True),
    ],
)
def test_tests_may_grow_and_not_shrink(added, removed, is_intact):
    head = f"@@ -1,{len(removed)} +1,{len(added)} @@"
    lines = [*(f"-{line}" for line in removed), *(f"+{line}" for line in added)]
    patch = "\n".join(["--- a/tests/test_fees.py", "+++ b/tests/test_fees.py", head, *lines, ""])
    left = Files({}, changes={"tests/test_fees.py": Change.EDIT}, patch=patch)
    found = check_of("task_043", "tests-intact").decide(view(agent("Done."), environment=left))
    assert found.status is (Status.PASS if is_intact else Status.FAIL)


def test_the_store_alone_cannot_tell_what_was_asked_or_told():
    task = SampleTask("task_044")
    wrong = {run for run, trace in task.traces.items() if trace.outcome.passed} - RANKED[
        "task_044"
    ][0]
    assert {ABOUT["task_044"][run] for run in wrong} == {"asks-first", "tells-total"}


# Conversations of a real booking agent, by number, read by a person. The others of these write
# after a wish that nobody had asked to confirm, or twice after one yes.
CONFIRMED = {0, 4, 5, 6, 17, 21, 26, 38, 57, 64, 72, 81, 91}
UNCONFIRMED = {30, 33, 39, 40, 44, 48, 52, 77, 79, 89, 94, 95}
WRITES = (
    "book_reservation", "cancel_reservation", "update_reservation_baggages",
    "update_reservation_flights", "update_reservation_passengers", "send_certificate",
)  # fmt: skip


def test_the_rule_for_consents_reads_real_conversations_as_a_person_does(shared_traces):
    rule = check_of("task_044", "asks-first")
    check = replace(rule, then=ToolCalled(tool=In(WRITES)))
    runs = {
        number: base.trace for number, base in enumerate(airline(shared_traces.parent / "labelled"))
    }
    found = {
        number: check.decide(TraceView(trace=runs[number])).status
        for number in CONFIRMED | UNCONFIRMED
    }
    assert {number for number, status in found.items() if status is Status.PASS} == CONFIRMED
    assert {number for number, status in found.items() if status is Status.FAIL} == UNCONFIRMED
