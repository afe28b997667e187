"""Which text of a task's checklist a command works with."""

from collections.abc import Sequence

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.digest import text_digest
from ckpt_tui.core.former_ids import used_ids
from ckpt_tui.errors import ChecklistError, UsageError
from ckpt_tui.ports import VersionInfo
from ckpt_tui.services.sharing import moved_on, shared_files
from ckpt_tui.services.workbench import Workbench


class Edition(Struct, frozen=True, kw_only=True):
    """A checklist with the version it comes from.

    Attributes:
        version: the sealed version it is, or was made from; None when none is sealed.
        digest: of the text, `sha256:` and 64 hex digits.
        is_working: it is the working copy, not a sealed version.
        lost: ids of the last version that the working copy lacks; empty for a sealed version.
        moved: shared files that changed after the last version; empty for a sealed version.
    """

    checklist: Checklist
    text: str
    version: int | None
    digest: str
    is_working: bool
    lost: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """`v3`, `v3+` for a working copy made from it, `unsealed` where nothing is sealed."""
        if self.version is None:
            return "unsealed"
        return f"v{self.version}{'+' if self.is_working else ''}"


def current_edition(workbench: Workbench, task: str, *, working: bool = False) -> Edition:
    """The last sealed version, or the working copy when asked for or when nothing is sealed.

    Raises ChecklistError or StoreError.
    """
    versions = workbench.store.versions(task)
    if versions and not working:
        return sealed_edition(workbench, task, versions[-1])
    return working_edition(workbench, task, versions[-1] if versions else None)


def sealed_edition(workbench: Workbench, task: str, version: VersionInfo) -> Edition:
    """A sealed version; raises ChecklistError where it is damaged."""
    text = workbench.store.version_text(task, version.number)
    origin = f"checklists/{task} v{version.number}"
    return Edition(
        checklist=workbench.format.parse(text, origin),
        text=text,
        version=version.number,
        digest=version.digest,
        is_working=False,
    )


def working_edition(workbench: Workbench, task: str, last: VersionInfo | None) -> Edition:
    """The working copy, and which checkpoints of the last version it lost.

    Raises ChecklistError for one that was copied from another task and still names it.
    """
    copy = workbench.store.working(task)
    shared = shared_files(workbench, task, copy.text)
    checklist = workbench.format.parse(copy.text, copy.origin, shared)
    if checklist.task != task:
        reason = f'it says "{checklist.task}", but lies in the folder of "{task}"; make them agree'
        raise ChecklistError(reason, origin=copy.origin, field="task")
    return Edition(
        checklist=checklist,
        text=copy.text,
        version=None if last is None else last.number,
        digest=text_digest(workbench.format.sealable(copy.text, shared)),
        is_working=True,
        lost=() if last is None else lost_checkpoints(workbench, task, last, checklist),
        moved=() if last is None else moved_files(workbench, task, last, checklist),
    )


def lost_checkpoints(
    workbench: Workbench, task: str, last: VersionInfo, checklist: Checklist
) -> tuple[str, ...]:
    """Ids of the last version that a checklist lacks and does not account for.

    It accounts for those in `retired` and `was`; those that somebody deleted in the app on this
    machine are no loss either.
    """
    sealed = sealed_edition(workbench, task, last).checklist
    kept = used_ids(checklist) | workbench.deletions.deleted(task)
    return tuple(point.id for point in sealed.checkpoints if point.id not in kept)


def moved_files(
    workbench: Workbench, task: str, last: VersionInfo, checklist: Checklist
) -> tuple[str, ...]:
    """The shared files of a checklist that changed after a version was sealed."""
    if not checklist.included:
        return ()
    return moved_on(sealed_edition(workbench, task, last).checklist, checklist)


def sealed_ids(workbench: Workbench, task: str) -> frozenset[str]:
    """Ids of the checkpoints of every sealed version; raises ChecklistError for a damaged one."""
    found: set[str] = set()
    for version in workbench.store.versions(task):
        text = workbench.store.version_text(task, version.number)
        checklist = workbench.format.drafted(text, f"checklists/{task} v{version.number}")
        found.update(point.id for point in checklist.checkpoints)
    return frozenset(found)


def loss_of(lost: Sequence[str], version: int | None) -> str:
    """The sentence about ids that a working copy lacks, with what to do."""
    return (
        f"the working copy lacks {', '.join(lost)} of v{version}; bring them back, or put their "
        "ids into `retired`, or into `was` of the checkpoints that took their place"
    )


def move_of(moved: Sequence[str], version: int | None) -> str:
    """The sentence about shared files that changed after a version, with what to do."""
    return (
        f"{', '.join(moved)} changed since v{version} was sealed, which keeps what it included; "
        "seal the list again to take the change in"
    )


def version_named(workbench: Workbench, task: str, name: str) -> VersionInfo:
    """The version that `3`, `v3` or `v0003` names; raises UsageError where there is none."""
    versions = workbench.store.versions(task)
    digits = name.removeprefix("v")
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None  # noqa: PLR2004 (no list has a billion versions)
    found = next((version for version in versions if version.number == number), None)
    if not versions:
        # Where there is no such task at all, that is what is said.
        workbench.store.working(task)
    if found is None:
        known = f"v1 to v{versions[-1].number}" if versions else "none: nothing is sealed yet"
        raise UsageError(f"{task} has no version {name!r}; there are {known}")
    return found
