"""Runs in the process of their own: loaded once, and kept."""

from pathlib import Path

from ckpt_tui.adapters.large_runs import is_large
from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.steps_search import steps_with
from ckpt_tui.core.trace import Trace
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.ports import Sample
from ckpt_tui.process_ports import SeenRun


class Runs:
    """What was read so far."""

    def __init__(self, workspace: Path) -> None:
        self._library = FileTraceLibrary(workspace)
        self._workspace = workspace
        self._traces: dict[tuple[Sample, Path | None], Trace] = {}
        self._views: dict[SeenRun, TraceView] = {}

    def read_ahead(self, task: str) -> None:
        """Read the first large sample, and what every search of it needs."""
        for sample in self._library.samples(task).samples:
            if is_large(self._workspace / sample.ref.path):
                _ = self._trace(sample, None).steps.calls
                return

    def decided(self, check: Check, run: SeenRun) -> Verdict:
        """The verdict; raises TraceError."""
        return decided(check, self._view(run))

    def steps_with(self, pattern: str, run: SeenRun) -> list[int]:
        """Every step with the pattern; raises PatternError and TraceError."""
        return steps_with(pattern, self._view(run).steps)

    def _view(self, run: SeenRun) -> TraceView:
        view = self._views.get(run)
        if view is None:
            trace = self._trace(run.sample, run.base)
            view = self._views[run] = TraceView(trace=trace, workdir=run.workdir)
        return view

    def _trace(self, sample: Sample, base: Path | None) -> Trace:
        # What a task began with is only held against recorded final files.
        key = sample, base if sample.environment else None
        trace = self._traces.get(key)
        if trace is None:
            trace = self._traces[key] = self._library.load(sample, base=base)
        return trace
