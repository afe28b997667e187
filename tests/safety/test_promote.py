"""A step of a stranger's recording becomes a checkpoint: what is written is read back the same."""

from pathlib import Path

import pytest

from ckpt_tui.core.promote import drafts
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import CkptError
from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.wiring import open_workbench
from tests.hostile import PAYLOADS
from tests.safety.hostile_workspace import TASK, hostile_workspace


@pytest.mark.parametrize(
    "payload", [payload for _, payload in PAYLOADS], ids=[name for name, _ in PAYLOADS]
)
def test_a_hostile_step_is_promoted_written_and_read_back(tmp_path: Path, payload: str) -> None:
    workbench = open_workbench(hostile_workspace(tmp_path, [payload]))
    session = AuthoringSession(TASK, workbench)
    trace = workbench.library.load(session.runs.samples[0])
    view = TraceView(trace=trace, workdir=())
    found = [point for step in range(len(trace.steps)) for point in drafts(view, step)]
    assert found
    taken = 0
    for point in found:
        before = session.manuscript.text
        try:
            session.add(point, None)
        except CkptError:
            assert session.manuscript.text == before
            continue
        taken += 1
    session.manuscript.write()
    written = AuthoringSession(TASK, workbench).manuscript.checklist
    assert written == session.manuscript.checklist
    assert taken == len(found) or "\ud800" in payload
