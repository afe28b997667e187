"""What the services ask of the outside world."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.edits import Edit
from ckpt_tui.core.trace import Json, RunRef, Trace


class Clock(Protocol):
    """The only source of the time."""

    def now(self) -> str:
        """UTC, ISO 8601 to the second, ending in `Z`."""
        ...


class SharedFile(Struct, frozen=True, kw_only=True):
    """A file of checkpoints that checklists include, as read.

    Attributes:
        origin: its name for messages.
        folder: the folder that it lies in; None outside of the workspace.
        text: empty where it could not be read.
        problem: why it could not be read; None where it was.
    """

    origin: str
    folder: Path | None = None
    text: str = ""
    problem: str | None = None


SharedFiles: TypeAlias = Mapping[str, SharedFile]
"""Shared files by the paths that `include` names them with."""


class ChecklistFormat(Protocol):
    """Text of a checklist and its model. All directions are pure.

    Where `shared` is None, the text is that of a sealed version: it holds what it includes.
    """

    def includes(self, text: str, /) -> Sequence[str]:
        """The paths of the shared files that a text names, as far as it can be read."""
        ...

    def parse(self, text: str, origin: str, /, shared: SharedFiles | None = None) -> Checklist:
        """The model; raises ChecklistError with line, checkpoint, field and the nearest word."""
        ...

    def drafted(self, text: str, origin: str, /, shared: SharedFiles | None = None) -> Checklist:
        """As `parse`, for a text in the making: a pattern that RE2 refuses is let pass.

        Its check then decides `error`, and nothing that is typed has to be dropped on the way. So
        is a name that no check uses.
        """
        ...

    def spliced(
        self, text: str, edits: Sequence[Edit], /, shared: SharedFiles | None = None
    ) -> str:
        """The text after the edits; comments and untouched blocks stay byte for byte.

        Raises ChecklistError where the new text would not parse to the edited model, and where an
        edit changes what stands in a shared file.
        """
        ...

    def merged(
        self, base: str, mine: str, theirs: str, /, shared: SharedFiles | None = None
    ) -> str:
        """Both sides' changes of `base`; raises ConflictError naming checkpoint and field."""
        ...

    def sealable(self, text: str, shared: SharedFiles, /) -> str:
        """The text with what it includes behind it: it says the same for ever."""
        ...

    def unsealed(self, text: str, /) -> str:
        """The text of a sealed version as a working copy has it."""
        ...

    def sealing_problems(self, checklist: Checklist, /) -> Sequence[str]:
        """What keeps a list from being sealed, one sentence each; empty when nothing does."""
        ...

    def check(self, table: Mapping[str, object], /) -> Check:
        """A check from its plain table, as `tomllib` would read it; raises ChecklistError."""
        ...

    def table(self, check: Check, /) -> dict[str, object]:
        """The plain table of a check, defaults left out; `check(table(c)) == c`."""
        ...


class VersionInfo(Struct, frozen=True, kw_only=True):
    """A sealed version, without its text.

    Attributes:
        number: 1, 2, 3, …
        digest: of the checklist's text, `sha256:` and 64 hex digits.
        parent: digest of the version before, None for the first.
        time: UTC, ISO 8601; only shown, never compared: the chain of parents is the order.
        seal: digest of everything in the sealed file, message and parents included.
        warnings: what could not be confirmed when it was sealed just now, one sentence each.
    """

    number: int
    digest: str
    parent: str | None
    author: str
    time: str
    message: str
    seal: str = ""
    warnings: tuple[str, ...] = ()


class WorkingCopy(Struct, frozen=True, kw_only=True):
    """The working copy as read.

    Attributes:
        text: as on disk, line ends kept.
        digest: of the bytes on disk, so that a change is noticed whatever its time stamp; None
            where there is no file.
        origin: the file's name for messages.
        warnings: what could not be kept or confirmed when it was written just now.
    """

    text: str
    digest: str | None
    origin: str
    warnings: tuple[str, ...] = ()


class Aside(Struct, frozen=True, kw_only=True):
    """What stood in the place of a working copy.

    Attributes:
        origin: the name of that place, for messages.
        digest: of its bytes; None where there was no file.
        kept: name of the file that holds a copy of it now; empty where there was none.
    """

    origin: str
    digest: str | None
    kept: str


class ChecklistStore(Protocol):
    """Working copies and sealed versions of every task of a workspace."""

    def tasks(self) -> Sequence[str]:
        """Ids of the tasks that have a checklist, sorted."""
        ...

    def working(self, task: str) -> WorkingCopy:
        """Read the working copy; raises StoreError where it is missing or unreadable."""
        ...

    def write_working(self, task: str, text: str, *, base: str | None) -> WorkingCopy:
        """Replace the working copy, durably and atomically.

        `base` is the digest of what the text was made from (None for a new file). Raises
        ConflictError when the file on disk is another one by now, StoreError when the disk
        refuses; either way the file on disk is as it was.
        """
        ...

    def put_aside(self, task: str) -> Aside:
        """Keep a copy of what stands in the place of the working copy, whatever it is.

        So that it may be replaced. Raises StoreError where no copy can be made.
        """
        ...

    def versions(self, task: str) -> Sequence[VersionInfo]:
        """Every sealed version, oldest first; raises ChecklistError where one is damaged."""
        ...

    def version_text(self, task: str, number: int) -> str:
        """The checklist's text of a version, verified; raises ChecklistError if damaged."""
        ...

    def seal(self, task: str, text: str, message: str) -> VersionInfo:
        """Seal a text as the next version; the same text as the last version seals nothing.

        Returns the new version, or the last one where nothing changed.
        """
        ...

    def folder(self, task: str) -> Path:
        """The checklist's folder."""
        ...

    def task_text(self, task: str, name: str) -> str | None:
        """The file of a task's folder that says what the agent is asked to do.

        None where there is no such file; raises StoreError where it cannot be read or lies
        outside of the workspace.
        """
        ...

    def shared_file(self, task: str, path: str) -> SharedFile:
        """A file that a checklist includes, its path relative to the checklist's folder.

        Where it cannot be read, it says why.
        """
        ...

    def file_names(self, task: str, root: str) -> frozenset[str]:
        """Names of the files below a folder of a task, as many as can be looked at quickly.

        Raises StoreError for a folder outside of the workspace.
        """
        ...


class Sample(Struct, frozen=True, kw_only=True):
    """One trace of a task, as `traces.toml` or the folder lists it.

    Attributes:
        ref: where it is.
        label: short name for columns and the trace pane.
        role: good, bad, oracle, noop, claims-only, or None.
        passed: the official word where the recording lacks it.
        breakdown: absolute path of the official verifier's report where the recording lacks it.
        environment: absolute path of the recorded final environment where the recording lacks it.
        problem: why it cannot be loaded, found while listing; None where nothing is known.
    """

    ref: RunRef
    label: str
    role: str | None = None
    agent_version: str | None = None
    trial: int | None = None
    passed: bool | None = None
    breakdown: str | None = None
    environment: str | None = None
    problem: str | None = None


class SampleList(Struct, frozen=True, kw_only=True):
    """The traces of a task.

    Attributes:
        skipped: names of files that no reader knows.
    """

    samples: tuple[Sample, ...]
    skipped: tuple[str, ...] = ()


class TraceLibrary(Protocol):
    """Opens recordings of every known format."""

    def samples(self, task: str) -> SampleList:
        """The sample traces of a task, cheaply; raises TraceError for a wrong `traces.toml`."""
        ...

    def find(self, pattern: str) -> SampleList:
        """The runs that a path, a glob or `path#run` names, sorted by path.

        Raises TraceError when nothing matches, when no reader knows a match, and when a file has
        no such run.
        """
        ...

    def load(self, sample: Sample, *, base: Path | None = None) -> Trace:
        """Load one run; `base` is the task's initial environment, to tell net changes.

        Raises TraceError.
        """
        ...


class JournalEntry(Struct, frozen=True, kw_only=True):
    """Unsaved work of an earlier session.

    Attributes:
        base: digest of the working copy it was based on.
        text: the checklist's text after the last recorded change.
    """

    base: str
    text: str


class EditJournal(Protocol):
    """What was typed and not yet written, kept outside the repository against a crash."""

    def record(self, task: str, *, base: str, before: str, after: str) -> None:
        """Append one change of the text, durably; raises StoreError."""
        ...

    def recover(self, task: str) -> JournalEntry | None:
        """Unsaved work that no living session holds; a damaged tail is left out."""
        ...

    def elsewhere(self, task: str) -> Sequence[str]:
        """The other living sessions that hold unsaved work, each by a name the user can follow."""
        ...

    def clear(self, task: str) -> None:
        """Forget: the text is in the working copy, or the author dropped it."""
        ...


class DeletionLog(Protocol):
    """Which checkpoints were deleted on purpose, so that only lost ones are asked about."""

    def deleted(self, task: str) -> frozenset[str]:
        """Ids of checkpoints that an author deleted in the app, on this machine."""
        ...

    def note(self, task: str, identifiers: frozenset[str]) -> None:
        """Remember that an author deleted them; raises StoreError."""
        ...


class SourceKind(StrEnum):
    """What something on disk is, told from its content."""

    FOLDER = "a folder"
    OBJECT = "a JSON object"
    ARRAY = "a JSON array"
    LINES = "JSON lines"
    TEXT = "plain text"
    EMPTY = "an empty file"
    ZIP = "a zip archive"
    ZSTD = "a Zstandard archive"
    SQLITE = "an SQLite database"
    PARQUET = "a Parquet file"
    BINARY = "binary data"


class Peeked(Struct, frozen=True, kw_only=True, eq=False):
    """The beginning of something on disk, read once and shown to every reader.

    Attributes:
        path: as the user gave it.
        keys: of an object, as far as seen; names in a folder; empty otherwise.
        values: the small members of an object, parsed.
        lists: the first elements of an object's arrays, parsed, as far as seen.
        elements: the first elements of an array, or of JSON lines.
        is_whole: nothing was left out but large values; a part of a large file is not.
    """

    path: Path
    kind: SourceKind
    keys: frozenset[str] = frozenset()
    values: Mapping[str, Json]
    lists: Mapping[str, Sequence[Json]]
    elements: Sequence[Json] = ()
    is_whole: bool = True


class FolderWatch(Protocol):
    """Tells when something in a folder may have changed; a hint, never a proof."""

    def hints(self, *folders: Path) -> AsyncIterator[None]:
        """Yield after changes in the folders themselves, several at once as one; never ends."""
        ...


class TraceReader(Protocol):
    """Reads one format; internal until it has settled."""

    @property
    def format(self) -> str: ...

    def scan(self, found: Peeked, /) -> Iterator[RunRef] | None:
        """The runs there, cheaply; None where it is not of this format."""
        ...

    def load(self, path: Path, run: str | None) -> Trace:
        """Load one run; raises TraceError."""
        ...
