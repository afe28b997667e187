"""Files that a run has to leave, of which it is told not even the name."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.asked import Human, Judge
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.file_changed import FileChanged
from ckpt_tui.core.linting.finding import Brief, Finding, Rule
from ckpt_tui.core.linting.matchers import wanted
from ckpt_tui.core.linting.phrases import captured_in
from ckpt_tui.core.match import Equals, Glob, Has, Match
from ckpt_tui.core.trace import Change

_QUOTED_FILE: Final = r"[`\"'“]([\w][\w ./-]*\.[A-Za-z]\w{0,4}|/[\w ./-]+\.[A-Za-z]\w{0,4})[`\"'”]"


def pathed(checklist: Checklist, brief: Brief | None) -> Iterator[Finding]:
    """Files of a list that the task does not name; nothing where the task is not known."""
    if brief is None:
        return
    for point in checklist.checkpoints:
        if not point.enabled:
            continue
        for path in dict.fromkeys(_paths(point, brief)):
            name = path.rstrip("/").rpartition("/")[2]
            if name and not set(name) & set("*?[") and not brief.names(name):
                detail = (
                    f"neither the task's text nor its files name {path!r}, so a run can only guess"
                    " it; name it there, or accept any place"
                )
                yield Finding(rule=Rule.UNNAMED_PATH, checkpoint=point.id, detail=detail)


def _paths(point: Checkpoint, brief: Brief) -> Iterator[str]:
    """What is asked for by its path: by a check, or by the words of a question."""
    for check in wanted(point.check):
        match check:
            case File(exists=True):
                yield from _named(check.path)
            case FileChanged() if _is_known(check, brief):
                yield from _named(check.path)
            case Judge() | Human():
                yield from captured_in(_QUOTED_FILE, check.question)
            case _:
                pass


def _is_known(check: FileChanged, brief: Brief) -> bool:
    """Whether the files are known among which a change has to be, or it is a new one."""
    return bool(brief.files) or check.change == (Change.CREATE,)


def _named(match: Match | None) -> Iterator[str]:
    match match:
        case Equals(value=str(path)) | Has(text=path) | Glob(pattern=path):
            yield path
        case _:
            pass
