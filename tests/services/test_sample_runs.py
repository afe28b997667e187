"""Runs are loaded once and decided as far as there is time."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from ckpt_tui.core.trace import Trace
from ckpt_tui.ports import Sample, TraceLibrary
from ckpt_tui.services.manuscript import Manuscript
from ckpt_tui.services.sample_runs import SampleRuns
from ckpt_tui.wiring import open_workbench

ROOT = Path(__file__).resolve().parents[2]
TASK = "task_042"
AT_ONCE, LONG = 0.01, 60.0


class Gated:
    """A library over another that loads nothing until it is let."""

    def __init__(self, library: TraceLibrary) -> None:
        self.samples = library.samples
        self.find = library.find
        self.gate = Event()
        self.loaded: list[str] = []
        self._library = library

    def load(self, sample: Sample, *, base: Path | None = None) -> Trace:
        self.loaded.append(sample.label)
        assert self.gate.wait(LONG)
        return self._library.load(sample, base=base)


@pytest.fixture
def library() -> Gated:
    return Gated(open_workbench(ROOT).library)


@pytest.fixture
def runs(library: Gated) -> SampleRuns:
    return SampleRuns(TASK, replace(open_workbench(ROOT), library=library))


@pytest.fixture
def checklist():
    return Manuscript(TASK, open_workbench(ROOT)).checklist


async def test_a_run_is_loaded_once_however_often_one_stops_waiting_for_it(
    runs: SampleRuns, library: Gated, checklist
) -> None:
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(runs.load(0, checklist), AT_ONCE)
    library.gate.set()
    await runs.load(0, checklist)
    assert runs.trace(0) is not None
    assert len(library.loaded) == 1


async def test_what_takes_longer_than_a_moment_is_not_waited_for_but_goes_on(
    runs: SampleRuns, library: Gated, checklist
) -> None:
    await runs.prepare(checklist, [1, 0], AT_ONCE)
    assert runs.trace(1) is None
    library.gate.set()
    await runs.prepare(checklist, [1, 0], LONG)
    assert runs.is_decided(checklist, 0)
    assert runs.is_decided(checklist, 1)
    assert library.loaded == [runs.samples[run].label for run in (1, 0)]
