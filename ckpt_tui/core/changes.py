"""Which files a run changed, and when: through edit tools, patches and shell lines."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.call_shapes import plain_shape
from ckpt_tui.core.calm_calls import calm_calls, folder_of
from ckpt_tui.core.changes_shell import (
    LineChange,
    Where,
    folder_after,
    is_calm,
    line_changes,
    only_opaque,
)
from ckpt_tui.core.position import Position
from ckpt_tui.core.recorded_paths import plain_path
from ckpt_tui.core.trace import CallTable, Change, Field, FileEdit, ToolClass, Trace
from ckpt_tui.core.unified_diff import diff_edits
from ckpt_tui.core.view import TraceView


class FileChange(Struct, frozen=True, kw_only=True):
    """One change of one file.

    Attributes:
        path: as a checklist names it: the working folder stripped.
        change: None where the recording does not say whether the file was there before.
        removed: lines taken away; None where the recording does not say.
        added: lines put in; None where the recording does not say.
        is_tree: everything below `path` as well, as far as there is something.
        doubt: why it may not have happened; empty where it did.
    """

    position: Position
    path: str
    change: Change | None
    removed: tuple[str, ...] | None = None
    added: tuple[str, ...] | None = None
    is_tree: bool = False
    doubt: str = ""

    @property
    def is_certain(self) -> bool:
        return not self.doubt


class OpaqueWrite(Struct, frozen=True, kw_only=True):
    """A call that could have changed any file; `program` names what it ran."""

    position: Position
    program: str


class _Changes(Struct, frozen=True):
    seen: tuple[FileChange, ...]
    opaque: tuple[OpaqueWrite, ...]


def file_changes(view: TraceView) -> tuple[FileChange, ...]:
    """Every change that the recording shows, in order; certain ones and doubtful ones."""
    return _changes(view).seen


def opaque_writes(view: TraceView) -> tuple[OpaqueWrite, ...]:
    """Every call that ran a program of which nobody can tell what it changed, in order."""
    return _changes(view).opaque


def net_changes(view: TraceView) -> Mapping[str, Change] | None:
    """What the run left changed, by path; None where the recording cannot tell."""
    environment = view.trace.environment
    return None if environment is None else environment.changes


def net_edits(view: TraceView) -> Mapping[str, FileEdit]:
    """The recorded patch by path; empty where none was recorded."""
    return view.kept(net_edits, lambda: _net_edits(view))


def _net_edits(view: TraceView) -> Mapping[str, FileEdit]:
    environment = view.trace.environment
    edits = () if environment is None else diff_edits(environment.patch)
    return {plain_path(edit.path, view.workdir): edit for edit in edits}


def _changes(view: TraceView) -> _Changes:
    return view.kept(_changes, lambda: _Walk(view).changes())


class _Walk:
    """One pass over the calls of a run, with what is known so far of each file."""

    def __init__(self, view: TraceView) -> None:
        self._view = view
        self._table = view.calls
        self._arguments = view.column(Field.ARGUMENTS)
        self._copied = view.trace.steps.copied
        self._seen: list[FileChange] = []
        self._opaque: list[OpaqueWrite] = []
        self._exists = _Existence(view)
        # Arguments of shell calls that change nothing, so that none is decoded twice.
        self._calm: set[bytes] = set()
        self._opaque_shapes: dict[bytes, str] = {}
        self._where = Where.start(_keeps_folder(view.trace))
        # Calm rows whose `cd` is not reckoned with yet.
        self._passed: list[range] = []

    def changes(self) -> _Changes:
        for row in self._telling_rows():
            if self._table.classes[row] is ToolClass.SHELL:
                self._shell(row)
            else:
                self._tool(row)
        return _Changes(tuple(self._seen), tuple(self._opaque))

    def _telling_rows(self) -> Iterator[int]:
        """Every call that may have changed something; shell calls that only look are passed."""
        table, copied, calm = self._table, self._copied, calm_calls(self._arguments)
        classes, steps = table.classes, table.steps
        writing = [row for row, kind in enumerate(classes) if kind in _WRITING]
        passing, none_left = range(0), range(len(table), len(table))
        for row in writing:
            if row >= passing.stop:
                self._passed.append(passing)
                passing = next((found for found in calm if row < found.stop), none_left)
            is_calm = row >= passing.start and classes[row] is ToolClass.SHELL
            if not is_calm and steps[row] not in copied:
                yield row

    def _position(self, row: int) -> Position:
        return Position(self._table.steps[row], self._table.numbers[row])

    def _tool(self, row: int) -> None:
        edits = self._table.edits(row)
        if edits:
            self._edited(row, edits)
        elif _could_write(self._table, row):
            self._unseen(row, self._table.names[row])

    def _unseen(self, row: int, program: str) -> None:
        self._opaque.append(OpaqueWrite(position=self._position(row), program=program))

    def _edited(self, row: int, edits: Sequence[FileEdit]) -> None:
        if self._table.errors[row]:
            return
        doubt = "" if self._table.answered[row] else "no answer to the call was recorded"
        for edit in edits:
            is_spelled = bool(edit.removed or edit.added)
            self._add(
                FileChange(
                    position=self._position(row),
                    path=plain_path(edit.path, self._view.workdir),
                    change=edit.change,
                    removed=_removed(edit, is_spelled=is_spelled),
                    added=edit.added if is_spelled else None,
                    doubt=doubt,
                )
            )

    def _shell(self, row: int) -> None:
        raw = self._arguments.raw(row)
        if raw in self._calm:
            return
        shape = plain_shape(raw)
        program = self._opaque_shapes.get(shape)
        if program is not None:
            self._unseen(row, program)
            return
        line = self._table.line(row)
        if line is None:
            self._unseen(row, self._table.names[row])
        elif is_calm(line):
            self._calm.add(raw)
        elif (program := only_opaque(line)) is not None:
            self._unseen(row, program)
            if line.startswith(f"{program} ") and shape:
                self._opaque_shapes[shape] = program
        else:
            self._line(row, line)

    def _line(self, row: int, line: str) -> None:
        """A line whose changes hang on what came back from it."""
        self._follow()
        position, result = self._position(row), self._view.result(row)
        found = line_changes(line, result, self._where)
        for change in found.changes:
            self._add(self._placed(position, change))
        if found.opaque:
            self._unseen(row, found.opaque)
        self._where = folder_after(line, result, self._where)

    def _follow(self) -> None:
        """Go where the calls went that were passed over."""
        table, results = self._table, self._view.column(Field.RESULT)
        for row in chain.from_iterable(self._passed):
            folder = folder_of(self._arguments.raw(row))
            is_run = table.classes[row] is ToolClass.SHELL and table.steps[row] not in self._copied
            if folder and is_run:
                failed = b"cd: " in results.raw(row)
                self._where = self._where.moved(None if failed else folder)
        self._passed.clear()

    def _placed(self, position: Position, change: LineChange) -> FileChange:
        return FileChange(
            position=position,
            path=plain_path(change.path, self._view.workdir),
            change=change.change,
            removed=change.removed,
            added=change.added,
            is_tree=change.is_tree,
            doubt=change.doubt,
        )

    def _add(self, change: FileChange) -> None:
        known = self._exists.resolved(change)
        if known is not None:
            self._seen.append(known)
            self._exists.note(known)


class _Existence:
    """Which files are known to be there, or not, at the present moment of the run."""

    def __init__(self, view: TraceView) -> None:
        environment = view.trace.environment
        self._net = net_changes(view)
        self._final = frozenset[str]() if environment is None else frozenset(environment.paths)
        self._is_complete = environment is not None and environment.is_complete
        self._now: dict[str, bool | None] = {}

    def resolved(self, change: FileChange) -> FileChange | None:
        """The change with what is known filled in; None for one that changed nothing."""
        exists = self._before(change.path)
        if exists is None:
            return change
        if change.change is None:
            kind = Change.EDIT if exists else Change.CREATE
            removed = change.removed if exists else ()
            return replace(change, change=kind, removed=removed)
        if change.change is Change.CREATE and change.doubt.startswith("`touch`"):
            return None if exists else replace(change, doubt="")
        return change

    def note(self, change: FileChange) -> None:
        is_there = change.change is not Change.DELETE
        self._now[change.path] = is_there if change.is_certain else None

    def _before(self, path: str) -> bool | None:
        if path in self._now:
            return self._now[path]
        if self._net is None:
            return None
        if path in self._net:
            return self._net[path] is not Change.CREATE
        if path in self._final:
            return True
        return False if self._is_complete and not path.startswith("/") else None


_WRITING = frozenset({ToolClass.SHELL, ToolClass.EDIT, ToolClass.OTHER})


def _could_write(table: CallTable, row: int) -> bool:
    """Whether a call may have changed files that it does not spell out.

    An edit tool that reports an error changed nothing; a tool of no known class runs code if
    its name says so.
    """
    if table.classes[row] is ToolClass.EDIT:
        return not table.errors[row]
    name = table.names[row].lower()
    return any(word in name for word in ("python", "jupyter", "notebook", "exec", "code"))


def _removed(edit: FileEdit, *, is_spelled: bool) -> tuple[str, ...] | None:
    if edit.change is Change.CREATE:
        return ()
    return edit.removed if is_spelled and edit.change is not None else edit.removed or None


def _keeps_folder(trace: Trace) -> bool | None:
    """Whether a shell call begins where the one before it ended; None where that is unknown."""
    names = f"{trace.format} {trace.agent or ''}".lower()
    if any(name in names for name in ("mini", "codex", "gemini")):
        return False
    if any(name in names for name in ("swe-agent", "openhands", "claude", "terminus")):
        return True
    return None


def changes_after(view: TraceView, position: Position) -> tuple[FileChange | None, str | None]:
    """The first certain change behind a moment, and why there may be others, or None.

    Files outside of the working folder do not count, where it is known.
    """
    seen = [
        change
        for change in file_changes(view)
        if change.position > position and not (view.workdir and change.path.startswith("/"))
    ]
    certain = next((change for change in seen if change.is_certain), None)
    doubts = [f"{change.path} at step {change.position.step}, {change.doubt}" for change in seen]
    opaque = [
        f"`{write.program}` at step {write.position.step} could have"
        for write in opaque_writes(view)
        if write.position > position
    ]
    return certain, next(iter((*doubts, *opaque)), None)
