"""The next step that a pattern is found in."""

from bisect import bisect_left, bisect_right

from ckpt_tui.core.pattern import Pattern
from ckpt_tui.core.trace import Field, Steps


def step_matching(steps: Steps, pattern: Pattern, *, start: int, direction: int) -> int | None:
    """The nearest step after (1) or before (-1) `start`, round the end; None where none matches."""
    found = matching_steps(steps, pattern)
    if not found:
        return None
    if direction > 0:
        return found[bisect_right(found, start) % len(found)]
    return found[bisect_left(found, start) - 1]


def matching_steps(steps: Steps, pattern: Pattern) -> list[int]:
    """Every step with the pattern in any of its parts, sorted."""
    found: set[int] = set()
    for field in Field:
        rows = (hit.row for hit in pattern.rows(steps.column(field)))
        if field in (Field.MESSAGE, Field.REASONING):
            found.update(rows)
        else:
            found.update(steps.calls.steps[row] for row in rows)
    return sorted(found)
