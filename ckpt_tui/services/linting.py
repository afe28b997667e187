"""What is odd about a task's working copy, with its sample runs as witnesses."""

from collections.abc import Sequence

from msgspec import Struct

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.controls import ControlRun
from ckpt_tui.core.linting.finding import Brief, Finding
from ckpt_tui.core.linting.findings import findings
from ckpt_tui.ports import Sample
from ckpt_tui.services.checklists import Edition, current_edition
from ckpt_tui.services.scoring import UnreadRun, score_samples
from ckpt_tui.services.workbench import Workbench


class Linted(Struct, frozen=True, kw_only=True):
    """The findings of one task's list.

    Attributes:
        unread: runs that are no witnesses, a sentence each.
        skipped: names of files that no reader knows.
    """

    task: str
    found: Sequence[Finding]
    unread: Sequence[str]
    skipped: Sequence[str]


def lint(workbench: Workbench, task: str) -> Linted:
    """Look at a working copy; raises ChecklistError, StoreError or TraceError."""
    edition = current_edition(workbench, task, working=True)
    samples = workbench.library.samples(task)
    runs, unread = _tried(workbench, task, edition, samples.samples)
    brief = _brief(workbench, task, edition.checklist)
    found = findings(edition.checklist, stages=workbench.stages, brief=brief, runs=runs)
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
) -> tuple[list[ControlRun], list[str]]:
    """Every sample run, scored, and why some could not be."""
    runs: list[ControlRun] = []
    unread: list[str] = []
    for run in score_samples(workbench, task, edition, samples, with_digests=False):
        if isinstance(run, UnreadRun):
            unread.append(run.problem)
            continue
        label, role, passed = run.sample.label, run.sample.role, run.outcome.passed
        runs.append(ControlRun(label=label, role=role, passed=passed, score=run.score))
    return runs, unread
