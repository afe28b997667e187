"""The checklist's text while it is being written: edits, undo, save, and what others changed."""

from collections.abc import Sequence
from difflib import unified_diff

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.edits import Edit, applied
from ckpt_tui.core.history import History
from ckpt_tui.errors import ChecklistError, ConflictError
from ckpt_tui.ports import VersionInfo, WorkingCopy
from ckpt_tui.services.workbench import Workbench

_MERGE_ATTEMPTS = 3


class Draft(Struct, frozen=True, kw_only=True, eq=False):
    """A text and the model it parses to."""

    text: str
    checklist: Checklist


class Recovery(Struct, frozen=True, kw_only=True):
    """Unsaved work of an earlier session.

    Attributes:
        difference: from the working copy to it, as a unified diff.
        is_outdated: the working copy was changed since by someone else.
    """

    text: str
    difference: str
    is_outdated: bool


class Manuscript:
    """One task's working copy in memory.

    The truth is the text; an edit splices one block of it and is taken only if the new text
    parses to the intended model.
    """

    def __init__(self, task: str, workbench: Workbench) -> None:
        """Read the working copy; raises StoreError or ChecklistError where it cannot be used."""
        self.task = task
        self._workbench = workbench
        self._base = workbench.store.working(task)
        self._history = History(present=self._parsed(self._base.text))

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
    def is_dirty(self) -> bool:
        """Whether the text differs from the working copy on disk, as far as it is known."""
        return self.text != self._base.text

    @property
    def can_undo(self) -> bool:
        return bool(self._history.past)

    @property
    def can_redo(self) -> bool:
        return bool(self._history.future)

    def edit(self, edits: Sequence[Edit], *, burst: str | None = None) -> None:
        """Apply edits as one undoable change; edits of one burst are undone together.

        Raises ChecklistError where the result would break a rule; then nothing changed.
        """
        text = self._workbench.format.spliced(self.text, edits)
        checklist = self.checklist
        for edit in edits:
            checklist = applied(checklist, edit)
        self._push(Draft(text=text, checklist=checklist), burst)

    def pause(self) -> None:
        """End the burst: what is typed next is undone on its own."""
        self._history = self._history.paused()

    def undo(self) -> None:
        before = self.text
        self._history = self._history.undone()
        self._record(before)

    def redo(self) -> None:
        before = self.text
        self._history = self._history.redone()
        self._record(before)

    def restore(self, text: str) -> None:
        """Take a recovered text as an undoable change; raises ChecklistError."""
        self._push(self._parsed(text), None)

    def absorb(self) -> bool:
        """Merge what someone else wrote into the working copy; False where nobody did.

        Raises ConflictError where both sides changed the same thing: then nothing changed here,
        and the file is as the other side left it.
        """
        theirs = self._workbench.store.working(self.task)
        if theirs.digest == self._base.digest:
            return False
        merged = self._workbench.format.merged(self._base.text, self.text, theirs.text)
        draft = self._parsed(merged)
        self._base = theirs
        if merged != self.text:
            self._push(draft, None)
        return True

    def take_theirs(self) -> None:
        """After a clash: what is on disk becomes the text; undo brings back one's own.

        Raises ChecklistError where it cannot be used.
        """
        theirs = self._workbench.store.working(self.task)
        draft = self._parsed(theirs.text)
        self._base = theirs
        self._push(draft, None)

    def keep_mine(self) -> None:
        """After a clash: one's own text stays; undo brings back what is on disk."""
        mine = self._history.present
        self.take_theirs()
        self._push(mine, None)

    def write(self) -> None:
        """Write the working copy, merged with what others wrote there meanwhile.

        Raises ConflictError or StoreError; the file on disk is then as it was, and the text
        stays here and in the journal.
        """
        if self.is_dirty:
            self._write()
        self._workbench.journal.clear(self.task)

    def _write(self) -> None:
        for attempt in range(_MERGE_ATTEMPTS):
            try:
                written = self._workbench.store.write_working(
                    self.task, self.text, base=self._base.digest
                )
            except ConflictError:
                if attempt == _MERGE_ATTEMPTS - 1 or not self.absorb():
                    raise
            else:
                self._note_deletions()
                self._base = written
                return

    def _note_deletions(self) -> None:
        """Whatever stood in the base and stands no more was deleted here: others' are merged."""
        gone = self.written_ids() - _ids(self.checklist)
        if gone:
            self._workbench.deletions.note(self.task, gone)

    def written_ids(self) -> frozenset[str]:
        """Ids of the working copy as last read or written."""
        return _ids(self._workbench.format.drafted(self._base.text, self._base.origin))

    def recovery(self) -> Recovery | None:
        """Unsaved work of a session that ended without writing it; None where there is none."""
        entry = self._workbench.journal.recover(self.task)
        if entry is None or entry.text == self.text:
            return None
        lines = unified_diff(
            self.text.splitlines(), entry.text.splitlines(), "on disk", "unsaved", lineterm="", n=1
        )
        return Recovery(
            text=entry.text,
            difference="\n".join(lines),
            is_outdated=entry.base != self._base.digest,
        )

    def forget_recovery(self) -> None:
        """Drop the unsaved work of an earlier session; raises StoreError."""
        self._workbench.journal.clear(self.task)

    def save(self, message: str) -> VersionInfo:
        """Write the working copy and seal it; raises ChecklistError where it may not be sealed."""
        self._workbench.format.parse(self.text, self._base.origin)
        problems = self._workbench.format.sealing_problems(self.checklist)
        if problems:
            raise ChecklistError(problems[0], origin=self._base.origin)
        self.write()
        return self._workbench.store.seal(self.task, self.text, message)

    def _parsed(self, text: str) -> Draft:
        return Draft(text=text, checklist=self._workbench.format.drafted(text, self._base.origin))

    def _push(self, draft: Draft, burst: str | None) -> None:
        before = self.text
        self._history = self._history.pushed(draft, burst)
        self._record(before)

    def _record(self, before: str) -> None:
        if before != self.text:
            self._workbench.journal.record(
                self.task, base=self._base.digest, before=before, after=self.text
            )


def _ids(checklist: Checklist) -> frozenset[str]:
    return frozenset(point.id for point in checklist.checkpoints)
