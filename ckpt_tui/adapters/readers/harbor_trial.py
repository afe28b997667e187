"""Harbor's trial folders: a result, a trajectory or several, and the verifier's files."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.looks import is_file, is_folder
from ckpt_tui.adapters.readers.documents import mapping_of
from ckpt_tui.adapters.readers.harbor_names import FORMAT, RESULT, TRAJECTORY
from ckpt_tui.adapters.readers.source import peek
from ckpt_tui.core.trace import Json, RunRef, Trace
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Peeked, SourceKind

_TRIAL_KEYS: Final = frozenset({"task_name", "trial_name"})
_JOB_KEYS: Final = frozenset({"n_total_trials", "stats"})


class HarborTrialReader:
    """Reads a trial folder, or its result file; a job folder stands for its trials."""

    format = FORMAT

    def scan(self, found: Peeked, /) -> Iterator[RunRef] | None:
        """The trial, or the trials of a job, by name."""
        if found.kind is SourceKind.FOLDER:
            return self._scan_folder(found)
        if found.kind is SourceKind.OBJECT and found.keys >= _TRIAL_KEYS:
            return iter([self._ref(found.path, found.values)])
        if found.kind is SourceKind.OBJECT and found.keys >= _JOB_KEYS:
            return self._trials(peek(found.path.parent))
        return None

    def load(self, path: Path, run: str | None) -> Trace:
        """The trial; one without a trajectory has no steps and says so. Raises TraceError."""
        if run is not None:
            raise TraceError(f"{path}#{run}: a trial is one run; leave out #{run}")
        # Every file is shown to this reader, and most are no trials.
        from ckpt_tui.adapters.readers.harbor_run import trial  # noqa: PLC0415

        return trial(path if is_folder(path) else path.parent)

    def _scan_folder(self, folder: Peeked) -> Iterator[RunRef] | None:
        if RESULT in folder.keys:
            result = _peeked(folder.path / RESULT)
            if result is not None and result.keys >= _TRIAL_KEYS:
                return iter([self._ref(folder.path, result.values)])
            if result is not None and result.keys >= _JOB_KEYS:
                return self._trials(folder)
        if folder.keys >= {"agent", "verifier"} and is_file(folder.path / TRAJECTORY):
            return iter([self._ref(folder.path, {})])
        return None

    def _trials(self, job: Peeked) -> Iterator[RunRef]:
        for name in sorted(job.keys):
            path = job.path / name
            if is_folder(path) and not path.is_symlink():
                yield from self._scan_folder(peek(path)) or ()

    def _ref(self, path: Path, result: Mapping[str, Json]) -> RunRef:
        task = result.get("task_name")
        agent = mapping_of(result.get("agent_info")).get("name")
        return RunRef(
            path=str(path),
            format=self.format,
            task_id=task if isinstance(task, str) else None,
            agent=agent if isinstance(agent, str) else None,
        )


def _peeked(path: Path) -> Peeked | None:
    try:
        return peek(path)
    except TraceError:
        return None
