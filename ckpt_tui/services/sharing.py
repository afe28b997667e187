"""The shared files that checklists include, as they are on disk by now."""

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.ports import SharedFile
from ckpt_tui.services.workbench import Workbench


def shared_files(workbench: Workbench, task: str, *texts: str) -> dict[str, SharedFile]:
    """What the texts of a task's list include, by path."""
    paths = sorted({path for text in texts for path in workbench.format.includes(text)})
    return {path: workbench.store.shared_file(task, path) for path in paths}


def moved_on(sealed: Checklist, working: Checklist) -> tuple[str, ...]:
    """The shared files that both include and that changed after the first was sealed."""
    pinned = {file.path: file.digest for file in sealed.included}
    return tuple(
        file.path for file in working.included if pinned.get(file.path, file.digest) != file.digest
    )
