"""What is odd about a task's working copy, with its sample runs as witnesses."""

from collections.abc import Sequence

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.linting.finding import Brief, Finding
from ckpt_tui.core.linting.findings import findings
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.ports import Sample
from ckpt_tui.services.checklists import Edition, current_edition
from ckpt_tui.services.scoring import UnreadRun, score_samples
from ckpt_tui.services.workbench import Workbench


class Linted(Struct, frozen=True, kw_only=True):
    """What was found in one list.

    Attributes:
        unread: why sample runs were left out, one sentence each.
        skipped: names of files among them that no reader knows.
    """

    task: str
    found: Sequence[Finding]
    unread: Sequence[str]
    skipped: Sequence[str]


def lint(workbench: Workbench, task: str) -> Linted:
    """Look at a working copy; raises ChecklistError, StoreError or TraceError."""
    edition = current_edition(workbench, task, working=True)
    samples = workbench.library.samples(task)
    verdicts, unread = _tried(workbench, task, edition, samples.samples)
    brief = _brief(workbench, task, edition.checklist)
    found = findings(edition.checklist, stages=workbench.stages, brief=brief, verdicts=verdicts)
    return Linted(task=task, found=found, unread=unread, skipped=samples.skipped)


def _brief(workbench: Workbench, task: str, checklist: Checklist) -> Brief | None:
    name, root = checklist.instructions, checklist.environment.root
    text = None if name is None else workbench.store.task_text(task, name)
    if text is None:
        return None
    files = frozenset[str]() if root is None else workbench.store.file_names(task, root)
    return Brief(text=text, files=files)


def _tried(
    workbench: Workbench, task: str, edition: Edition, samples: Sequence[Sample]
) -> tuple[dict[str, list[Verdict]], list[str]]:
    """The verdicts of every sample run by checkpoint, and why some runs have none."""
    verdicts: dict[str, list[Verdict]] = {}
    unread: list[str] = []
    for run in score_samples(workbench, task, edition, samples, with_digests=False):
        if isinstance(run, UnreadRun):
            unread.append(run.problem)
            continue
        for point in run.score.checkpoints:
            verdicts.setdefault(point.checkpoint.id, []).append(point.verdict)
    return verdicts, unread
