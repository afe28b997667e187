"""Whether the order of agent versions hangs on the points: worked figures, and what is said."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from ckpt_tui.cli.main import run
from ckpt_tui.core.sensitivity import Measured, Pair, Share, evened, pairs
from tests.core.test_scoring import listed, milestone, scored
from tests.tui.driver import copied_workspace


def closed(value: str) -> Share:
    return Share(*[Fraction(value)] * 3)


def measured(version: str, given: str, equal: str, task: str = "t") -> Measured:
    return Measured(task=task, version=version, given=closed(given), equal=closed(equal))


def only(*runs: Measured) -> Pair:
    [pair] = pairs(runs)
    return pair


def test_the_order_of_means_turns_round_when_the_weights_alone_made_it() -> None:
    pair = only(
        measured("1.0", ".9", ".4"), measured("1.0", ".3", ".4"),
        measured("1.1", ".5", ".5"),
    )  # fmt: skip
    assert (pair.names, pair.runs) == (("1.0", "1.1"), (2, 1))
    assert pair.given == (Fraction(3, 5), Fraction(1, 2))
    assert pair.equal == (Fraction(2, 5), Fraction(1, 2))
    assert (pair.turns, pair.is_open) == (True, False)


def test_the_one_ahead_comes_first_and_a_tie_turns_nothing() -> None:
    pair = only(measured("1.0", ".2", ".2"), measured("1.1", ".3", ".4"))
    assert (pair.names, pair.turns) == (("1.1", "1.0"), False)
    assert not only(measured("1.0", ".3", ".2"), measured("1.1", ".3", ".4")).turns
    assert not only(measured("1.0", ".4", ".3"), measured("1.1", ".3", ".3")).turns


def test_only_tasks_that_both_did_count_and_each_counts_once() -> None:
    pair = only(
        measured("a", "1", "1", "easy"), measured("a", "1", "1", "easy"),
        measured("a", "0", "1/2", "hard"), measured("a", "1", "1", "alone"),
        measured("b", "1/2", "1/2", "easy"), measured("b", "1/4", "1/4", "hard"),
    )  # fmt: skip
    assert (pair.runs, pair.given) == ((3, 2), (Fraction(1, 2), Fraction(3, 8)))
    assert list(pairs([measured("a", "1", "1", "x"), measured("b", "1", "1", "y")])) == []


@pytest.mark.parametrize(("high", "turns", "is_open"), [(".5", True, False), (".8", True, True)])
def test_what_open_verdicts_can_change_is_marked_so(
    high: str, *, turns: bool, is_open: bool
) -> None:
    low = Share(Fraction(2, 5), Fraction(2, 5), Fraction(high))
    opened = Measured(task="t", version="b", given=low, equal=closed(".7"))
    pair = only(measured("a", ".6", ".6"), opened)
    assert (pair.turns, pair.is_open) == (turns, is_open)


def test_equal_points_are_given_to_those_that_carry_some() -> None:
    checklist = evened(listed(milestone("a", "0.5"), milestone("b", "7"), milestone("c", "0")))
    assert [point.points for point in checklist.checkpoints] == [1, 1, 0]
    assert scored(checklist, a="pass", b="fail", c="fail").progress == Fraction(1, 2)


TWO = """[[trace]]
path = "never-reproduces/trajectory.json"
role = "bad"
agent_version = "1.0"
environment = "never-reproduces/environment"
[[trace]]
path = "half-converted/trajectory.json"
agent_version = "1.1"
environment = "half-converted/environment"
[[trace]]
path = "oracle/trajectory.json"
role = "oracle"
agent_version = "1.0"
environment = "oracle/environment"
"""


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (
            "0.90",
            (
                "equal points would put 1.0 ahead of 1.1: mean progress .80 to .60, where now it is"
                " .49 to .74 (runs: 1 and 1, few enough for chance)"
            ),
        ),
        (
            "0.15",
            "equal points would leave the order of agent versions as it is (1.0 ahead of 1.1)",
        ),
    ],
)
def test_score_says_in_one_sentence_what_equal_points_would_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], points: str, sentence: str
) -> None:
    workspace = copied_workspace(tmp_path)
    listing = workspace / "checklists/task_042/checklist.toml"
    text = listing.read_text().replace("points = 0.15", f"points = {points}", 1)
    listing.write_text(text.replace('gate = "linear"', 'gate = "none"', 1))
    (workspace / "sample_traces/task_042/traces.toml").write_text(TWO)
    assert run(["-C", str(workspace), "score", "--working"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == sentence
    assert run(["-C", str(workspace), "score", "--working", "--json"]) == 0
    documents = json.loads(capsys.readouterr().out)
    assert [each["progress_equal_points"] for each in documents] == [0.8, 0.6, 1]


def test_without_two_versions_nothing_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = copied_workspace(tmp_path)
    (workspace / "sample_traces/task_042/traces.toml").write_text(TWO.replace("1.1", "1.0"))
    assert run(["-C", str(workspace), "score"]) == 0
    assert "equal points" not in capsys.readouterr().out
