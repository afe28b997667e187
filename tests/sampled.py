"""A sample task with its list, its recorded runs, and what the list makes of them."""

from functools import cached_property
from pathlib import Path

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.scoring import Score
from ckpt_tui.core.trace import Trace
from ckpt_tui.ports import Sample
from ckpt_tui.services.scoring import scored_trace

ROOT = Path(__file__).resolve().parents[1]


class SampleTask:
    """A task that the project ships; its runs go by the names of their folders."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def checklist(self) -> Checklist:
        path = ROOT / "checklists" / self.name / "checklist.toml"
        return TomlFormat().parse(path.read_text(encoding="utf-8"), path.name)

    @cached_property
    def samples(self) -> dict[str, Sample]:
        listed = FileTraceLibrary(ROOT).samples(self.name)
        assert listed.skipped == ()
        return {Path(sample.ref.path).parent.name: sample for sample in listed.samples}

    @cached_property
    def traces(self) -> dict[str, Trace]:
        base = ROOT / "checklists" / self.name / "environment"
        library = FileTraceLibrary(ROOT)
        return {run: library.load(sample, base=base) for run, sample in self.samples.items()}

    @cached_property
    def scores(self) -> dict[str, Score]:
        return {run: scored_trace(self.checklist, trace) for run, trace in self.traces.items()}


def summary(score: Score, trace: Trace) -> dict[str, object]:
    """What a golden file keeps of a scored run."""
    verdicts = {
        item.checkpoint.id: f"{item.verdict.status} {item.credit}" for item in score.checkpoints
    }
    return {
        "official": trace.outcome.passed,
        "score": None if score.score is None else float(score.score),
        "progress": float(score.progress),
        "raw": float(score.raw),
        "vetoed": score.vetoed,
        "first_failed": score.first_failed,
        "verdicts": verdicts,
    }
