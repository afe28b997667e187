"""The checklist's text while it is being written: edits, undo, save, and what others changed."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.edits import Edit, applied
from ckpt_tui.core.history import History
from ckpt_tui.errors import ChecklistError, ConflictError, StoreError, UsageError
from ckpt_tui.ports import SharedFiles, VersionInfo, WorkingCopy
from ckpt_tui.services.recovery import Recovery, recovered
from ckpt_tui.services.sharing import shared_files
from ckpt_tui.services.workbench import Workbench

_MERGE_ATTEMPTS = 3
_UNREADABLE = "with what it includes it would read otherwise once sealed; take odd signs out"


class Draft(Struct, frozen=True, kw_only=True, eq=False):
    """A text and the model it parses to."""

    text: str
    checklist: Checklist


class Manuscript:
    """One task's working copy in memory.

    The truth is the text; an edit splices one block of it and is taken only if the new text
    parses to the intended model.
    """

    def __init__(self, task: str, workbench: Workbench, *, instead: str | None = None) -> None:
        """Read the working copy; raises StoreError or ChecklistError where it cannot be used.

        `instead` is the text to begin with where it cannot: a copy of what stands on disk is then
        kept in a file of its own, as `kept_aside` names it.
        """
        self.task = task
        self._workbench = workbench
        self._base, self.kept_aside = _begun(task, workbench, is_used=instead is None)
        text = self._base.text if instead is None else instead
        self._shared: SharedFiles = shared_files(workbench, task, text)
        self._history = History(present=self._parsed(text))
        self._written_ids = _own_ids(self.checklist)
        self._unkept = ""

    @property
    def unkept(self) -> str:
        """Why the last change would not survive a crash; empty where the journal has it."""
        return self._unkept

    @property
    def text(self) -> str:
        return self._history.present.text

    @property
    def checklist(self) -> Checklist:
        return self._history.present.checklist

    @property
    def base(self) -> WorkingCopy:
        """The working copy as last read or written."""
        return self._base

    @property
    def folders(self) -> frozenset[Path]:
        """The folders in which others may change what is edited here."""
        found = (file.folder for file in self._shared.values() if file.folder is not None)
        return frozenset([self._workbench.store.folder(self.task), *found])

    @property
    def is_dirty(self) -> bool:
        """Whether the text differs from the working copy on disk, as far as it is known."""
        return self.text != self._base.text

    @property
    def can_undo(self) -> bool:
        return bool(self._history.past)

    @property
    def can_redo(self) -> bool:
        return bool(self._history.future)

    @property
    def history(self) -> History[Draft]:
        """The present and what there is to undo and redo, a value; `turn_to` takes it."""
        return self._history

    def edit(self, edits: Sequence[Edit], *, burst: str | None = None) -> None:
        """Apply edits as one undoable change; edits of one burst are undone together.

        Raises ChecklistError where the result would break a rule; then nothing changed.
        """
        text = self._workbench.format.spliced(self.text, edits, self._shared)
        checklist = self.checklist
        for edit in edits:
            checklist = applied(checklist, edit)
        self._push(Draft(text=text, checklist=checklist), burst)

    def pause(self) -> None:
        """End the burst: what is typed next is undone on its own."""
        self._history = self._history.paused()

    def undo(self) -> None:
        """One step back; raises ChecklistError where shared files no longer allow it."""
        self.turn_to(self._history.undone())

    def redo(self) -> None:
        """One step forward; raises ChecklistError where shared files no longer allow it."""
        self.turn_to(self._history.redone())

    def turn_to(self, history: History[Draft]) -> None:
        """Go to another moment; raises ChecklistError where shared files no longer allow it."""
        before, draft = self.text, history.present
        if draft.checklist.included:
            # The shared files may be others than when this text was written.
            history = replace(history, present=self._parsed(draft.text))
        self._history = history
        self._record(before)

    def restore(self, text: str) -> None:
        """Take a recovered text as an undoable change; raises ChecklistError."""
        self._push(self._parsed(text), None)

    def absorb(self) -> bool:
        """Take in what someone else wrote, into the working copy or a shared file.

        False where nobody did. Raises ConflictError where both sides changed the same thing and
        ChecklistError where a shared file cannot be used any more: then nothing changed here, and
        the files are as the other side left them.
        """
        theirs = self._workbench.store.working(self.task)
        shared = {
            **self._shared,
            **shared_files(self._workbench, self.task, self.text, theirs.text),
        }
        if theirs.digest != self._base.digest:
            form = self._workbench.format
            merged = form.merged(self._base.text, self.text, theirs.text, shared)
            draft = self._drafted(merged, shared)
            written = _own_ids(self._drafted(theirs.text, shared).checklist)
            self._shared, self._base, self._written_ids = shared, theirs, written
            if merged == self.text:
                self._history = replace(self._history, present=draft)
            else:
                self._push(draft, None)
            return True
        if shared == self._shared:
            return False
        draft = self._drafted(self.text, shared)
        self._shared, self._history = shared, replace(self._history, present=draft)
        return True

    def take_theirs(self) -> None:
        """After a clash: what is on disk becomes the text; undo brings back one's own.

        Raises ChecklistError where it cannot be used.
        """
        theirs = self._workbench.store.working(self.task)
        shared = self._shared_now(theirs.text)
        draft = self._drafted(theirs.text, shared)
        self._shared, self._base, self._written_ids = shared, theirs, _own_ids(draft.checklist)
        self._push(draft, None)

    def keep_mine(self) -> str:
        """After a clash: one's own text stays; undo brings back what is on disk.

        Where that cannot be used, or is gone, the next writing replaces it: a copy is kept in a
        file whose name is returned, empty otherwise. Raises StoreError where none can be made.
        """
        mine = self.text
        try:
            self.take_theirs()
        except (ChecklistError, StoreError):
            aside = self._workbench.store.put_aside(self.task)
            self._base = replace(self._base, text="", digest=aside.digest)
            return aside.kept
        self._push(self._parsed(mine), None)
        return ""

    def write(self) -> Sequence[str]:
        """Write the working copy, merged with what others wrote there meanwhile.

        Raises ConflictError or StoreError; the file on disk is then as it was, and the text
        stays here and in the journal. What could not be noted beside a file that was written is
        returned, a sentence each.
        """
        deleted = self._write() if self.is_dirty else frozenset[str]()
        unnoted = _unnoted(self.task, self._workbench, deleted)
        try:
            self._workbench.journal.clear(self.task)
        except StoreError as error:
            unnoted.append(str(error))
        return unnoted

    def _write(self) -> frozenset[str]:
        """The ids that were deleted here: whatever stood in the base and stands no more."""
        store, attempts = self._workbench.store, _MERGE_ATTEMPTS
        while True:
            try:
                written = store.write_working(self.task, self.text, base=self._base.digest)
                break
            except ConflictError:
                attempts -= 1
                if not attempts or not self._taken_in():
                    raise
        before, self._written_ids = self._written_ids, _own_ids(self.checklist)
        self._base = written
        return before - self._written_ids

    def _taken_in(self) -> bool:
        """As `absorb`; what stands on disk and cannot be used is a clash, too."""
        try:
            return self.absorb()
        except (ChecklistError, StoreError) as error:
            raise ConflictError(str(error)) from error

    def written_ids(self) -> frozenset[str]:
        """Ids of the working copy as last read or written, without those of shared files."""
        return self._written_ids

    def recovery(self) -> Recovery | None:
        """Unsaved work of a session that ended without writing it; None where there is none."""
        entry = self._workbench.journal.recover(self.task)
        return None if entry is None else recovered(entry, self.text, self._base)

    def forget_recovery(self) -> None:
        """Drop the unsaved work of an earlier session; raises StoreError."""
        self._workbench.journal.clear(self.task)

    def save(self, message: str) -> VersionInfo:
        """Write the working copy and seal it, with why this version exists.

        Raises UsageError without a reason, ChecklistError where the list may not be sealed.
        """
        if not message.strip():
            raise UsageError("a version needs a message that says why it exists")
        self._sealable()
        unnoted = self.write()
        version = self._workbench.store.seal(self.task, self._sealable(), message)
        return replace(version, warnings=(*version.warnings, *unnoted))

    def _sealable(self) -> str:
        return _sealable(self._workbench, self.task, self.text, self._base.origin)

    def _parsed(self, text: str) -> Draft:
        if not self._shared.keys() >= set(self._workbench.format.includes(text)):
            self._shared = {**self._shared_now(text), **self._shared}
        return self._drafted(text, self._shared)

    def _shared_now(self, *texts: str) -> SharedFiles:
        """The shared files of texts as they are on disk, and the others as they were."""
        return {**self._shared, **shared_files(self._workbench, self.task, *texts)}

    def _drafted(self, text: str, shared: SharedFiles) -> Draft:
        checklist = self._workbench.format.drafted(text, self._base.origin, shared)
        return Draft(text=text, checklist=checklist)

    def _push(self, draft: Draft, burst: str | None) -> None:
        before = self.text
        self._history = self._history.pushed(draft, burst)
        self._record(before)

    def _record(self, before: str) -> None:
        if before == self.text:
            return
        journal, base = self._workbench.journal, self._base.digest or ""
        try:
            journal.record(self.task, base=base, before=before, after=self.text)
        except StoreError as error:
            # The change is made; only a crash would lose it.
            self._unkept = str(error)
        else:
            self._unkept = ""


def _begun(task: str, workbench: Workbench, *, is_used: bool) -> tuple[WorkingCopy, str]:
    """The working copy, or, where it is not used, an empty one and the name of its copy."""
    if is_used:
        return workbench.store.working(task), ""
    aside = workbench.store.put_aside(task)
    return WorkingCopy(text="", digest=aside.digest, origin=aside.origin), aside.kept


def _unnoted(task: str, workbench: Workbench, deleted: frozenset[str]) -> list[str]:
    """Remember what was deleted on purpose; where that fails, a sentence."""
    try:
        if deleted:
            workbench.deletions.note(task, deleted)
    except StoreError as error:
        names = ", ".join(sorted(deleted))
        return [f"not remembered that {names} was deleted on purpose: {error}"]
    return []


def _own_ids(checklist: Checklist) -> frozenset[str]:
    return frozenset(point.id for point in checklist.checkpoints if point.origin is None)


def _sealable(workbench: Workbench, task: str, text: str, origin: str) -> str:
    """The text with the shared files as they are on disk; raises ChecklistError."""
    form, shared = workbench.format, shared_files(workbench, task, text)
    checklist = form.parse(text, origin, shared)
    problems = form.sealing_problems(checklist)
    if problems:
        raise ChecklistError(problems[0], origin=origin)
    sealed = form.sealable(text, shared)
    if form.parse(sealed, origin) != checklist:
        raise ChecklistError(_UNREADABLE, origin=origin)
    return sealed
