"""Scores of other people's labelled runs come out as they published them, to the printed digit."""

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import Struct

from ckpt_tui.core.checklist import Checklist, Checkpoint, Gate, Scoring
from ckpt_tui.core.checks.asked import Human
from ckpt_tui.core.gating import Decision, decision
from ckpt_tui.core.scoring import Credit, Score, score
from ckpt_tui.core.verdict import Status, Verdict

# Share of requirements credited under no gate, the leaky one, the transitive and the linear one.
DEVAI = {
    "MetaGPT": ("22.13", "6.56", "4.92", "3.55"),
    "GPT-Pilot": ("44.54", "28.96", "27.60", "21.86"),
    "OpenHands": ("42.90", "28.69", "25.96", "20.22"),
}


@pytest.fixture(scope="session")
def labelled(shared_traces: Path) -> Path:
    folder = shared_traces.parent / "labelled"
    if not folder.is_dir():
        pytest.skip("the folder of labelled runs is not on this machine")
    return folder


class Requirement(Struct, frozen=True):
    """One requirement of a task, as a person judged it."""

    id: str
    needs: tuple[str, ...]
    is_met: bool


def checklist(requirements: list[Requirement], gate: Gate) -> Checklist:
    """A list with one point a requirement."""
    points = tuple(
        Checkpoint(
            id=each.id,
            title=each.id,
            check=Human(question="Is it met?"),
            requires=each.needs if gate is Gate.REQUIRES else None,
        )
        for each in requirements
    )
    return Checklist(task="t", meta={}, scoring=Scoring(gate=gate), checkpoints=points)


def scored(requirements: list[Requirement], gate: Gate) -> Score:
    verdicts = {
        each.id: Verdict(status=Status.PASS if each.is_met else Status.FAIL, reason="Judged.")
        for each in requirements
    }
    return score(checklist(requirements, gate), verdicts)


def devai(folder: Path, agent: str) -> Iterator[list[Requirement]]:
    """The tasks of one agent with what people agreed on."""
    judged = folder / "devai" / "benchmark" / "judgment" / agent / "human_as_a_judge"
    for path in sorted(judged.glob("*.json")):
        yield [
            Requirement(
                f"r{each['requirement_id']}",
                tuple(f"r{need}" for need in each["prerequisites"]),
                each["satisfied"] is True,
            )
            for each in json.loads(path.read_text("utf-8"))["requirements"]
        ]


def credited(tasks: list[list[Requirement]], gate: Gate) -> int:
    """How many requirements are credited, over all tasks."""
    return sum(
        point.credit is Credit.CREDITED
        for task in tasks
        for point in scored(task, gate).checkpoints
    )


def leaky(tasks: list[list[Requirement]]) -> int:
    """The published gate, which looks one step back only; it is shown for the difference."""
    met = [{each.id for each in task if each.is_met} for task in tasks]
    return sum(
        each.is_met and met[number].issuperset(each.needs)
        for number, task in enumerate(tasks)
        for each in task
    )


def percent(share: Fraction) -> str:
    return f"{float(share * 100):.2f}"


@pytest.mark.parametrize("agent", DEVAI)
def test_the_gates_credit_as_much_of_devai_as_was_published(labelled: Path, agent: str) -> None:
    tasks = list(devai(labelled, agent))
    number = sum(map(len, tasks))
    counts = (
        credited(tasks, Gate.NONE),
        leaky(tasks),
        credited(tasks, Gate.REQUIRES),
        credited(tasks, Gate.LINEAR),
    )
    assert (len(tasks), number) == (55, 366)
    assert tuple(percent(Fraction(count, number)) for count in counts) == DEVAI[agent]


@pytest.mark.parametrize("agent", DEVAI)
def test_a_stricter_gate_credits_no_run_more(labelled: Path, agent: str) -> None:
    for task in devai(labelled, agent):
        shares = [scored(task, gate) for gate in (Gate.NONE, Gate.REQUIRES, Gate.LINEAR)]
        assert shares[0].progress >= shares[1].progress
        assert shares[0].progress >= shares[2].progress
        assert {share.raw for share in shares} == {shares[0].progress}
        assert all(share.bounds == (share.score, share.score) for share in shares)


@pytest.mark.parametrize(("agent", "published"), [("a", "40.18"), ("b", "43.19")])
def test_the_official_scores_of_the_agent_company_come_out(
    labelled: Path, agent: str, published: str
) -> None:
    """Half for the share of points, half for all of them, averaged over the tasks."""
    [path] = (labelled / "tac_runs").glob("*.csv")
    found: list[Fraction] = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            earned, total = int(row[f"points_{agent}"]), int(row["total_points"])
            points = [Requirement(f"p{n}", (), n < earned) for n in range(total)]
            result = scored(points, Gate.NONE)
            rules = checklist(points, Gate.NONE).scoring
            is_whole = decision(result, rules.bar) is Decision.PASS
            assert is_whole is (row[f"pass_{agent}"] == "1")
            assert f"{float(result.progress):.6f}" == row[f"frac_{agent}"]
            found.append((result.progress + is_whole) / 2)
    assert percent(sum(found, Fraction(0)) / len(found)) == published
