"""Opening a task whose working copy cannot be used, while an earlier session left work on it."""

from msgspec import Struct

from ckpt_tui.errors import ChecklistError, CkptError, StoreError
from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.services.manuscript import Manuscript
from ckpt_tui.services.recovery import Recovery, difference
from ckpt_tui.services.sharing import shared_files
from ckpt_tui.services.workbench import Workbench

KEPT = "what an earlier session left unwritten is kept, and offered once this is mended"


class Stranded(Struct, frozen=True, kw_only=True):
    """Unwritten work of an earlier session, and why the working copy under it cannot be used."""

    task: str
    workbench: Workbench
    reason: str
    recovery: Recovery

    def taken_up(self) -> AuthoringSession:
        """Go on with that work; a copy of what stands on disk is kept.

        Raises StoreError where none can be made, or the sample runs cannot be used.
        """
        try:
            return AuthoringSession(self.task, self.workbench, instead=self.recovery.text)
        except CkptError as error:
            raise StoreError(f"{error} · {KEPT}") from error


def opened_session(task: str, workbench: Workbench) -> AuthoringSession | Stranded:
    """Open a task; raises StoreError, ChecklistError or TraceError.

    Where an earlier session left work that can be gone on with, what is wrong with the working
    copy comes with it; an error that is raised in spite of such work says that it is kept.
    """
    try:
        return AuthoringSession(task, workbench)
    except CkptError as error:
        stranded = _stranded(task, workbench, str(error))
        if stranded is None:
            raise
        if _is_usable(task, workbench) or not _can_go_on(stranded):
            raise StoreError(f"{error} · {KEPT}") from error
        return stranded


def has_work_left(task: str, workbench: Workbench) -> bool:
    """Whether an earlier session left unwritten work."""
    return workbench.journal.recover(task) is not None


def _stranded(task: str, workbench: Workbench, reason: str) -> Stranded | None:
    left = workbench.journal.recover(task)
    if left is None:
        return None
    named, before = _before(task, workbench)
    told = difference(before, left.text, named)
    recovery = Recovery(text=left.text, difference=told, is_outdated=False)
    return Stranded(task=task, workbench=workbench, reason=reason, recovery=recovery)


def _before(task: str, workbench: Workbench) -> tuple[str, str]:
    """Name and text of what the work can be held against: the last version where no file is."""
    store = workbench.store
    try:
        return "on disk", store.working(task).text
    except StoreError:
        pass
    try:
        last = store.versions(task)[-1].number
        return f"v{last}", workbench.format.unsealed(store.version_text(task, last))
    except (CkptError, IndexError):
        return "nothing", ""


def _is_usable(task: str, workbench: Workbench) -> bool:
    """Whether it is not the working copy that kept the task from being opened."""
    try:
        Manuscript(task, workbench)
    except (ChecklistError, StoreError):
        return False
    return True


def _can_go_on(stranded: Stranded) -> bool:
    workbench, text = stranded.workbench, stranded.recovery.text
    try:
        workbench.format.drafted(text, "", shared_files(workbench, stranded.task, text))
    except (ChecklistError, StoreError):
        return False
    return True
