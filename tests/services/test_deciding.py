"""Sample runs are decided once, cell by cell, and scored alike where their verdicts are."""

from pathlib import Path

import pytest

from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.services.sample_runs import Cell, enabled
from ckpt_tui.wiring import open_workbench
from tests.tui.driver import copied_workspace


@pytest.fixture
def session(tmp_path: Path) -> AuthoringSession:
    return AuthoringSession("task_042", open_workbench(copied_workspace(tmp_path)))


def numbers(score):
    earned = [item.credit for item in score.checkpoints]
    statuses = [item.verdict.status for item in score.checkpoints]
    figures = (score.raw, score.progress, score.bounds, score.score, score.vetoed, score.strict)
    return earned, statuses, figures, score.first_failed


async def decided(session: AuthoringSession) -> list[Cell]:
    runs = range(len(session.runs.samples))
    batches = session.runs.decide(session.manuscript.checklist, runs)
    return [cell async for batch in batches for cell in batch]


async def test_every_cell_is_decided_and_told_once(session: AuthoringSession):
    points = enabled(session.manuscript.checklist)
    cells = await decided(session)

    wanted = {(point.id, run) for point in points for run in range(len(session.runs.samples))}
    assert sorted((cell.checkpoint, cell.run) for cell in cells) == sorted(wanted)
    assert session.runs.table.decisions == len(wanted)
    assert await decided(session) == []


async def test_a_score_of_the_same_statuses_differs_in_words_only(session: AuthoringSession):
    checklist, runs = session.manuscript.checklist, range(len(session.runs.samples))
    before = [session.alike(run) for run in runs]
    assert not any(session.runs.is_decided(checklist, run) for run in runs)
    await decided(session)

    for run in runs:
        assert numbers(session.alike(run)) == numbers(session.score(run))
        assert numbers(session.alike(run)) != numbers(before[run])
        assert session.runs.is_decided(checklist, run)
