"""The alternative ways through a task, of which a run goes one."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.toml_value import number


def routes_of(checklist: Checklist) -> tuple[str, ...]:
    """Names of the routes of the enabled checkpoints, as the list first names them."""
    named = (point.route for point in checklist.checkpoints if point.enabled)
    return tuple(dict.fromkeys(name for name in named if name is not None))


def is_along(point: Checkpoint, route: str | None) -> bool:
    """Whether a run that goes a route is held to a checkpoint; None for the one way of a list."""
    return point.route is None or point.route == route


def along(checklist: Checklist, route: str | None) -> Checklist:
    """The list that a run is held to on a route: without the checkpoints of the others."""
    points = tuple(point for point in checklist.checkpoints if is_along(point, route))
    return replace(checklist, checkpoints=points)


def totals(checklist: Checklist) -> Mapping[str, Fraction]:
    """The points of each route's own enabled checkpoints."""
    found = dict.fromkeys(routes_of(checklist), Fraction(0))
    for point in checklist.checkpoints:
        if point.enabled and point.route is not None:
            found[point.route] += point.points
    return found


def imbalance(checklist: Checklist) -> str | None:
    """That the routes do not carry equal points, with what each carries; None where they do."""
    found = totals(checklist)
    if len(set(found.values())) <= 1:
        return None
    told = ", ".join(f'"{name}" {number(points)}' for name, points in found.items())
    return f"the routes carry unequal points ({told}); give each of them the same total"
