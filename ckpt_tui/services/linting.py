"""What is odd about a task's working copy, with its sample runs as witnesses."""

from collections.abc import Sequence

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.linting.finding import Brief, Finding
from ckpt_tui.core.linting.findings import findings
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError
from ckpt_tui.services.checklists import current_edition
from ckpt_tui.services.scoring import environment_folder
from ckpt_tui.services.workbench import Workbench


class Linted(Struct, frozen=True, kw_only=True):
    """What was found in one list.

    Attributes:
        unread: why sample runs were left out, one sentence each.
    """

    task: str
    found: Sequence[Finding]
    unread: Sequence[str]


def lint(workbench: Workbench, task: str) -> Linted:
    """Look at a working copy; raises ChecklistError, StoreError or TraceError."""
    checklist = current_edition(workbench, task, working=True).checklist
    verdicts, unread = _tried(workbench, task, checklist)
    found = findings(checklist, brief=_brief(workbench, task, checklist), verdicts=verdicts)
    return Linted(task=task, found=found, unread=unread)


def _brief(workbench: Workbench, task: str, checklist: Checklist) -> Brief | None:
    name, root = checklist.instructions, checklist.environment.root
    text = None if name is None else workbench.store.task_text(task, name)
    if text is None:
        return None
    files = frozenset[str]() if root is None else workbench.store.file_names(task, root)
    return Brief(text=text, files=files)


def _tried(
    workbench: Workbench, task: str, checklist: Checklist
) -> tuple[dict[str, list[Verdict]], list[str]]:
    """The verdicts of every sample run by checkpoint, and why some runs have none."""
    base = environment_folder(workbench, task, checklist)
    points = [point for point in checklist.checkpoints if point.enabled]
    verdicts: dict[str, list[Verdict]] = {point.id: [] for point in points}
    unread: list[str] = []
    for sample in workbench.library.samples(task).samples:
        try:
            trace = workbench.library.load(sample, base=base)
        except TraceError as error:
            unread.append(str(error))
            continue
        view = TraceView(trace=trace, workdir=checklist.workdir)
        for point in points:
            verdicts[point.id].append(decided(point.check, view))
    return verdicts, unread
