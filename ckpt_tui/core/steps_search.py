"""The steps that a pattern is found in, and the next of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.trace import Field, Steps


def steps_with(pattern: str, steps: Steps) -> list[int]:
    """Every step with the pattern in any of its parts, sorted; raises PatternError."""
    wanted = compiled(pattern)
    found: set[int] = set()
    for field in Field:
        rows = (hit.row for hit in wanted.rows(steps.column(field)))
        if field in (Field.MESSAGE, Field.REASONING):
            found.update(rows)
        else:
            found.update(steps.calls.steps[row] for row in rows)
    return sorted(found)


def next_of(found: Sequence[int], start: int, direction: int) -> int | None:
    """The nearest after (1) or before (-1) `start`, round the end; None where there is none."""
    if not found:
        return None
    if direction > 0:
        return found[bisect_right(found, start) % len(found)]
    return found[bisect_left(found, start) - 1]
