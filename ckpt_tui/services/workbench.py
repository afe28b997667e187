"""The ports that every use case works with."""

from msgspec import Struct

from ckpt_tui.core.stages import STAGES
from ckpt_tui.ports import (
    ChecklistFormat,
    ChecklistStore,
    DeletionLog,
    EditJournal,
    FolderWatch,
    TraceLibrary,
)
from ckpt_tui.process_ports import Executor, Spread, Within
from ckpt_tui.services.commands import CommandTools


class Workbench(Struct, frozen=True, kw_only=True):
    """One workspace, opened.

    Attributes:
        name: the workspace's folder as the user would write it.
        stages: the vocabulary of stages that its tasks share.
        executor: where large runs are worked on; None where that is this process.
    """

    name: str
    format: ChecklistFormat
    store: ChecklistStore
    library: TraceLibrary
    journal: EditJournal
    deletions: DeletionLog
    watch: FolderWatch
    commands: CommandTools
    spread: Spread
    within: Within
    stages: tuple[str, ...] = STAGES
    executor: Executor | None = None
