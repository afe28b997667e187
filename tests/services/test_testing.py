"""A list put to the test while its recordings change: nothing is taken for what it is not."""

from pathlib import Path

import pytest

from ckpt_tui.services.checklists import current_edition
from ckpt_tui.services.commands import CommandDesk
from ckpt_tui.services.testing import MutationTest, TriedRun, tried_runs
from ckpt_tui.wiring import open_workbench
from tests.tui.driver import copied_workspace

TASK = "task_042"
RECORDING = "sample_traces/task_042/decimal/trajectory.json"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def scored(workspace: Path) -> MutationTest:
    """The test of the one run that is in the workspace under that path, its controls held."""
    bench = open_workbench(workspace)
    edition = current_edition(bench, TASK, working=True)
    commands = CommandDesk(TASK, bench.commands)
    samples = [it for it in bench.library.samples(TASK).samples if it.ref.path == RECORDING]
    [run] = tried_runs(bench, edition, samples, commands)
    assert isinstance(run, TriedRun)
    return MutationTest(bench, edition, [run], commands)


def test_a_run_that_was_rewritten_meanwhile_is_not_changed_for_what_it_no_longer_passes(
    workspace: Path,
) -> None:
    test = scored(workspace)
    other = (workspace / RECORDING.replace("decimal", "noop")).read_bytes()
    (workspace / RECORDING).write_bytes(other)
    assert len(list(test.run())) == len(test)
    [left] = [it for it in test.unchanged() if "green" in it.checkpoints]
    assert (left.run, left.reason) == ("Decimal", "it was rewritten meanwhile")
    [green] = [it for it in test.tallies() if it.checkpoint == "green"]
    assert (green.applicable, green.runs) == (0, ())
    assert "rewritten" in green.untested


@pytest.mark.parametrize("text", ["{", None])
def test_a_run_that_is_gone_or_broken_meanwhile_is_a_problem_and_the_rest_is_told(
    workspace: Path, text: str | None
) -> None:
    test = scored(workspace)
    (workspace / RECORDING).unlink()
    if text is not None:
        (workspace / RECORDING).write_text(text)
    assert list(test.run()) == []
    [problem] = test.problems
    assert RECORDING in problem
    assert all(not it.applicable for it in test.tallies())
