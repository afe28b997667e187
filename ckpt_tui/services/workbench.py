"""The ports that every use case works with."""

from dataclasses import dataclass

from ckpt_tui.ports import (
    ChecklistFormat,
    ChecklistStore,
    DeletionLog,
    EditJournal,
    FolderWatch,
    TraceLibrary,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbench:
    """One workspace, opened.

    Attributes:
        name: the workspace's folder as the user would write it.
    """

    name: str
    format: ChecklistFormat
    store: ChecklistStore
    library: TraceLibrary
    journal: EditJournal
    deletions: DeletionLog
    watch: FolderWatch
