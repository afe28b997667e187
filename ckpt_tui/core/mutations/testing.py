"""Every mutant of one run for one checkpoint."""

from collections.abc import Iterator

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.counting import least
from ckpt_tui.core.checks.ending import AtMost
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.mutations.echoes import echoes, empty_files, replacements
from ckpt_tui.core.mutations.fabricated import fabrications, inventions
from ckpt_tui.core.mutations.forbidden import insertions
from ckpt_tui.core.mutations.removals import (
    all_dropped,
    cuts,
    drops,
    refusals,
    reorders,
    restored,
    stripped,
)
from ckpt_tui.core.mutations.tried import Tried
from ckpt_tui.core.verdict import Verdict
from ckpt_tui.core.view import TraceView


def mutants(point: Checkpoint, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """Change a run that a checkpoint passes by this verdict, and see whether it still does."""
    check = point.check
    yield from cuts(point, view, verdict)
    yield from insertions(check, view)
    yield from inventions(check, view)
    if is_negative(check):
        return
    yield from refusals(point, view, verdict)
    yield from drops(point, view, verdict)
    left, found = stripped(point, view, verdict)
    yield from all_dropped(left, found)
    yield from fabrications(point, left, verdict)
    yield from restored(point, view, verdict)
    yield from reorders(point, view, verdict)
    yield from replacements(check, view, verdict)
    yield from empty_files(check, view, verdict)
    yield from echoes(check, view, verdict)


def is_negative(check: Check) -> bool:
    """Whether a check passes where something is not there, so that taking away proves nothing."""
    match check:
        case Never() | Not() | AtMost() | OnlyAfter() | Claims() | File(exists=False):
            return True
        case ToolCalled(count=count) | Ran(count=count):
            return least(count) is None
        case AllOf(checks=inner) | AnyOf(checks=inner):
            return bool(inner) and all(map(is_negative, inner))
        case _:
            return False
