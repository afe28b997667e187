"""What is said of a list as it is sealed, by the sample runs that could be tried soon enough."""

from collections.abc import Iterator, Sequence
from typing import Final

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.controls import Control, ControlRun, controls
from ckpt_tui.core.linting.idle import idle

_NAMED: Final = 3


def warning(
    checklist: Checklist,
    marked: Sequence[ControlRun] | None,
    others: Sequence[ControlRun] | None,
) -> str | None:
    """What speaks against a list, in one line; None where nothing does.

    `marked` are the runs with a role, `others` those without; None where they took too long.
    """
    clauses = list(_clauses(checklist, marked, others))
    return "; ".join([*clauses, "see `ckpt-tui test`"]) if clauses else None


def _clauses(
    checklist: Checklist,
    marked: Sequence[ControlRun] | None,
    others: Sequence[ControlRun] | None,
) -> Iterator[str]:
    if marked is None:
        yield "control runs take too long to be tried here"
    elif failed := controls(checklist, marked).failed:
        yield f"control runs fail: {_listed([_label(control) for control in failed])}"
    tried = () if marked is None or others is None else (*marked, *others)
    found = idle(checklist, tried)
    names = list(dict.fromkeys(it.checkpoint for it in found if it.checkpoint is not None))
    if names:
        yield f"tell no runs apart: {_listed(names)}"
    if marked is not None and others is None:
        yield "the runs without a role take too long to be tried here"


def _label(control: Control) -> str:
    return f"{control.label} ({control.role})" if control.role else control.label


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"
