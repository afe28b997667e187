"""The trace library over files: sample traces of a workspace, and recordings anywhere."""

from collections.abc import Iterator, Sequence
from glob import glob
from os.path import lexists, normpath
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from ckpt_tui.adapters import traces_toml
from ckpt_tui.adapters.environments import FolderFiles, PatchEnvironment
from ckpt_tui.adapters.looks import is_folder, is_there
from ckpt_tui.adapters.readers import detect
from ckpt_tui.adapters.readers.source import read_bytes
from ckpt_tui.adapters.readers.submissions import environment_in
from ckpt_tui.adapters.recorded_files import FileSet, RecordedEnvironment
from ckpt_tui.adapters.trace_labels import label_of, told_apart
from ckpt_tui.adapters.traces_toml import ListedTrace
from ckpt_tui.adapters.workspace import TRACES_NAME, checked_task
from ckpt_tui.core.trace import FinalEnvironment, RunRef, Trace
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import Sample, SampleList

_DIFF_NAMES: Final = (".patch", ".diff")
_ARCHIVE_NAMES: Final = (".tar", ".tar.gz", ".tgz")
_LIST_NAMES: Final = (".sha256", "sha256sums")


class FileTraceLibrary:
    """Finds recordings by their content and opens them with the reader that knows them.

    Paths in what it returns are relative to the workspace where they lie inside it.
    """

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace.resolve()
        self._bases: dict[Path, FolderFiles] = {}

    def samples(self, task: str) -> SampleList:
        """The traces that `traces.toml` lists, in its order; without it, all there are, by name.

        Raises TraceError for a list that is wrong itself; a listed file that is missing or
        unknown keeps its place and says so when it is loaded.
        """
        folder = self._workspace / TRACES_NAME / checked_task(task)
        listing = folder / traces_toml.NAME
        # Whatever stands there in its place, what it lists must not be mixed with the rest.
        if lexists(listing):
            listed = traces_toml.read_listed(listing)
            return SampleList(samples=told_apart(folder.name, tuple(self._listed(folder, listed))))
        return self._found(folder) if lexists(folder) else SampleList(samples=())

    def scan(self, path: str) -> Sequence[RunRef]:
        """The runs at `path`, or the one that `path#run` names; raises TraceError."""
        return [sample.ref for sample in self._at(path).samples]

    def find(self, pattern: str) -> SampleList:
        """The runs that a path, `path#run` or else a glob names, sorted by path.

        Raises TraceError when nothing matches and when no reader knows a match.
        """
        if not pattern:
            raise TraceError("an empty path names no recording; name a file, a folder or a glob")
        matches = [pattern]
        if not is_there(self._split(pattern)[0]):
            matches = _matches(pattern) or _matches(str(self._workspace / pattern))
        if not matches:
            raise TraceError(f"{pattern}: there is no such recording, and no file matches it")
        found = [self._at(path) for path in matches]
        return SampleList(
            samples=tuple(sample for each in found for sample in each.samples),
            skipped=tuple(name for each in found for name in each.skipped),
        )

    def _at(self, path: str) -> SampleList:
        place, run = self._split(path)
        survey = detect.found_at(place)
        refs = [self._shown(ref) for ref in survey.runs]
        chosen = [ref for ref in refs if run is None or ref.run == run]
        if not chosen:
            names = ", ".join(ref.run for ref in refs if ref.run is not None) or "one run"
            raise TraceError(f"{path}: there is no run {run!r}; the recording holds {names}")
        return SampleList(
            samples=tuple(Sample(ref=ref, label=ref.name) for ref in chosen),
            skipped=tuple(str(unknown) for unknown in survey.unknown),
        )

    def load(self, sample: Sample, *, base: Path | None = None) -> Trace:
        """The trace, with what the sample says where the recording lacks it."""
        if sample.problem is not None:
            raise TraceError(sample.problem)
        trace = detect.load(sample.ref, self._workspace / sample.ref.path)
        base = base if base and is_folder(base) else None
        if sample.environment is not None:
            trace = replace(trace, environment=self._environment(Path(sample.environment), base))
        elif isinstance(trace.environment, PatchEnvironment) and base is not None:
            trace = replace(trace, environment=trace.environment.over(base))
        return _judged(self._broken_down(trace, sample), sample)

    def _environment(self, path: Path, base: Path | None) -> FinalEnvironment:
        if not is_folder(path) and path.name.lower().endswith(_DIFF_NAMES):
            return environment_in(path, base)
        return RecordedEnvironment(_files(path), base=None if base is None else self._base(base))

    def _base(self, folder: Path) -> FolderFiles:
        """The files that runs began with, listed and read once for all of them."""
        if folder not in self._bases:
            self._bases[folder] = FolderFiles(folder)
        return self._bases[folder]

    def _broken_down(self, trace: Trace, sample: Sample) -> Trace:
        """The trace with the report that the sample names, where it has none of its own."""
        if sample.breakdown is None:
            return trace
        path = Path(sample.breakdown)
        if trace.outcome.breakdown is not None:
            odd = f"traces.toml names {path.name}, the recording's own breakdown counts"
            return replace(trace, warnings=(*trace.warnings, odd))
        is_inside = path.is_relative_to(self._workspace)
        source = path.relative_to(self._workspace).as_posix() if is_inside else str(path)
        from ckpt_tui.adapters.readers.breakdowns import breakdown_of  # noqa: PLC0415 (a rare need)

        found = breakdown_of(read_bytes(path), source, trace.task_id or sample.ref.run or "")
        return replace(trace, outcome=replace(trace.outcome, breakdown=found))

    def _split(self, path: str) -> tuple[Path, str | None]:
        """A path and the run after its `#`; a `#` that belongs to a file's name is none."""
        whole = self._placed(path)
        name, mark, run = path.rpartition("#")
        if is_there(whole) or not mark:
            return whole, None
        return self._placed(name), run

    def _placed(self, path: str) -> Path:
        inside = self._workspace / path
        return inside if is_there(inside) and not is_there(Path(path)) else Path(path)

    def _shown(self, ref: RunRef) -> RunRef:
        path = _without_detours(Path(ref.path).absolute())
        if path.is_relative_to(self._workspace):
            return replace(ref, path=path.relative_to(self._workspace).as_posix())
        return replace(ref, path=str(path))

    def _listed(self, folder: Path, listed: Sequence[ListedTrace]) -> Iterator[Sample]:
        seen: set[str] = set()
        for entry in listed:
            plain = normpath(entry.path)
            if plain in seen:
                raise TraceError(f"{entry.place}: {entry.path} is listed twice; keep one of them")
            seen.add(plain)
            yield from self._entry(folder, entry)

    def _entry(self, folder: Path, entry: ListedTrace) -> Iterator[Sample]:
        """The runs of one entry; one that cannot be read stands for itself, with the reason."""
        try:
            environment = _existing(folder, entry.environment, entry, "environment")
            breakdown = _existing(folder, entry.breakdown, entry, "breakdown")
            runs = self._runs(folder, entry)
        except TraceError as error:
            environment = breakdown = None
            runs, problem = [self._unread(folder, entry)], str(error)
        else:
            problem = None
        for ref in runs:
            label = entry.label or label_of(folder, self._workspace / ref.path)
            yield Sample(
                ref=ref if entry.trial is None else replace(ref, trial=entry.trial),
                label=label if len(runs) == 1 else f"{label}#{ref.run}",
                role=entry.role,
                agent_version=entry.agent_version,
                trial=entry.trial,
                passed=entry.passed,
                breakdown=None if breakdown is None else str(breakdown),
                environment=None if environment is None else str(environment),
                problem=problem,
            )

    def _unread(self, folder: Path, entry: ListedTrace) -> RunRef:
        return self._shown(RunRef(path=str(folder / entry.path), format="unknown"))

    def _runs(self, folder: Path, entry: ListedTrace) -> Sequence[RunRef]:
        name, mark, run = entry.path.rpartition("#")
        if mark and not is_there(folder / entry.path):
            _existing(folder, name, entry, "path")
            return self.scan(f"{folder / name}#{run}")
        _existing(folder, entry.path, entry, "path")
        return self.scan(str(folder / entry.path))

    def _found(self, folder: Path) -> SampleList:
        survey = detect.survey(folder)
        refs = [self._shown(ref) for ref in survey.runs]
        named = [Sample(ref=ref, label=self._name(folder, ref)) for ref in refs]
        return SampleList(
            samples=told_apart(folder.name, named),
            skipped=tuple(path.relative_to(folder).as_posix() for path in survey.unknown),
        )

    def _name(self, folder: Path, ref: RunRef) -> str:
        label = label_of(folder, self._workspace / ref.path)
        return label if ref.run is None else f"{label}#{ref.run}"


def _judged(trace: Trace, sample: Sample) -> Trace:
    """The trace with the official word that the sample says, where it has none of its own."""
    told = sample.passed
    if told is None or told is trace.outcome.passed:
        return trace
    if trace.outcome.passed is None:
        return replace(trace, outcome=replace(trace.outcome, passed=told, reason=""))
    said, recorded = (str(word).lower() for word in (told, trace.outcome.passed))
    odd = f"traces.toml says passed = {said}, the recording says {recorded} and counts"
    return replace(trace, warnings=(*trace.warnings, odd))


def _without_detours(path: Path) -> Path:
    """The path without `..`, unless a link on the way makes that another file."""
    plain = Path(normpath(path))
    return plain if plain == path or (is_there(plain) and plain.samefile(path)) else path


def _matches(pattern: str) -> list[str]:
    return sorted(glob(pattern, recursive=True))  # noqa: PTH207 (a pattern may be absolute)


def _existing(folder: Path, name: str | None, entry: ListedTrace, key: str) -> Path | None:
    if name is None:
        return None
    if not is_there(folder / name):
        raise TraceError(
            f"{entry.place}: {key} {name!r} is not there; put it into {folder} or mend the path"
        )
    return folder / name


def _files(path: Path) -> FileSet:
    name = path.name.lower()
    if is_folder(path):
        return FolderFiles(path)
    if name.endswith(_ARCHIVE_NAMES):
        from ckpt_tui.adapters.packed_files import TarFiles  # noqa: PLC0415 (a rare need)

        return TarFiles(path)
    if name.endswith(_LIST_NAMES):
        from ckpt_tui.adapters.listed_files import ListedFiles  # noqa: PLC0415 (a rare need)

        return ListedFiles(path)
    kinds = "a folder, an archive (.tar, .tar.gz, .tgz), a diff (.patch, .diff)"
    raise TraceError(f"{path}: none of {kinds} or a list of digests (.sha256, sha256sums)")
