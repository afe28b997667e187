"""Hand-written checklists over other people's recordings decide as a reader of them would."""

from collections import Counter
from pathlib import Path

import pytest

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.scoring import Score
from ckpt_tui.core.verdict import Status
from ckpt_tui.ports import Sample
from ckpt_tui.services.scoring import scored_trace

LISTS = sorted((Path(__file__).parent / "real_lists").glob("*.toml"))


def parsed(path: Path) -> Checklist:
    return TomlFormat().parse(path.read_text(encoding="utf-8"), path.name)


def scored(checklist: Checklist, shared_traces: Path) -> Score:
    library = FileTraceLibrary(shared_traces)
    [run] = library.scan(str(shared_traces / str(checklist.meta["recording"])))
    return scored_trace(checklist, library.load(Sample(ref=run, label=run.name)))


def statuses(score: Score) -> dict[str, Status]:
    return {item.checkpoint.id: item.verdict.status for item in score.checkpoints}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_verdict_is_the_one_that_a_reader_of_the_recording_gives(path, shared_traces):
    checklist = parsed(path)
    assert statuses(scored(checklist, shared_traces)) == checklist.meta["verdicts"]


def test_nine_cells_in_ten_are_decided_over_five_recordings_of_each_of_two_formats(shared_traces):
    recordings = Counter(path.stem.partition("-")[0] for path in LISTS)
    assert (recordings["mini"], recordings["openhands"]) == (5, 5)
    is_open = [
        status.is_open
        for path in LISTS
        for status in statuses(scored(parsed(path), shared_traces)).values()
    ]
    assert is_open.count(False) / len(is_open) >= 0.9
