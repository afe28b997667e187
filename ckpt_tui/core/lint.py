"""What may be written down but not sealed."""

from collections.abc import Iterator

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.logic import AnyOf
from ckpt_tui.core.checks.text import Speaker, Text


def sealing_problems(checklist: Checklist) -> tuple[str, ...]:
    """What keeps a checklist from being sealed, one sentence each, in the order of the list."""
    return tuple(
        f'checkpoint "{point.id}", check: it rests on the agent\'s own words alone, so it may '
        "carry no points; set points = 0 or check what happened"
        for point in checklist.checkpoints
        if point.enabled and point.points and rests_on_words(point.check)
    )


def rests_on_words(check: Check) -> bool:
    """Whether something that the agent wrote can decide a check with nothing else."""
    if isinstance(check, Text):
        return check.by is Speaker.AGENT
    inner = list(check.children())
    if isinstance(check, AnyOf):
        return any(map(rests_on_words, inner))
    return bool(inner) and all(map(rests_on_words, inner))


def inner_checks(check: Check) -> Iterator[Check]:
    """Every check inside a check, outermost first, without itself."""
    for child in check.children():
        yield child
        yield from inner_checks(child)
