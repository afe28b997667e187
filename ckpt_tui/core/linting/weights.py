"""Points, criticals, routes and the order of what is required."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist, Checkpoint, Role
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.linting.alternatives import unearned
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.routes import along, imbalance, routes_of

_MOST_CRITICAL: Final = Fraction(1, 3)
_HALF: Final = Fraction(1, 2)
# What points usually add up to, and how far off a sum is that means one of these.
_USUAL: Final = (Fraction(1), Fraction(10), Fraction(100))
_NEAR: Final = Fraction(1, 10)
_FEW: Final = 3


def weighed(checklist: Checklist) -> Iterator[Finding]:
    """What is odd about the weights of a list."""
    yield from _lone(routes_of(checklist))
    checklist = _earning(checklist)
    routes = routes_of(checklist)
    uneven = imbalance(checklist)
    if uneven is not None:
        yield Finding(rule=Rule.UNEQUAL_ROUTES, checkpoint=None, detail=uneven)
    ways = [along(checklist, route) for route in routes or (None,)]
    yield from dict.fromkeys(finding for way in ways for finding in _of_one_way(way))
    counted = [point for point in checklist.checkpoints if point.enabled]
    yield from _forward(counted)
    yield from _one_sided(counted, routes)


def _earning(checklist: Checklist) -> Checklist:
    """The list without the routes that carry no points, which are told as such."""
    idle = unearned(checklist)
    points = tuple(point for point in checklist.checkpoints if point.route not in idle)
    return replace(checklist, checkpoints=points)


def _lone(routes: Sequence[str]) -> Iterator[Finding]:
    if len(routes) == 1:
        detail = f'"{routes[0]}" is the only route, so that nothing is an alternative to it'
        yield Finding(
            rule=Rule.LONE_ROUTE, checkpoint=None, detail=f"{detail}; write another or take it out"
        )


def _of_one_way(checklist: Checklist) -> Iterator[Finding]:
    """What is odd about the weights that a run is held to on one route."""
    milestones = [
        point for point in checklist.checkpoints if point.enabled and point.role is Role.MILESTONE
    ]
    yield from _points([point for point in milestones if not isinstance(point.check, Claims)])
    yield from _criticals(milestones)


def _points(milestones: list[Checkpoint]) -> Iterator[Finding]:
    total = sum((point.points for point in milestones), Fraction(0))
    for point in milestones:
        if len(milestones) >= _FEW and point.points > _HALF * total:
            share = f"{float(point.points):g} of {float(total):g} points"
            detail = f"it carries {share}, more than all others together; split it"
            yield Finding(rule=Rule.POINTS, checkpoint=point.id, detail=detail)
    usual = next((usual for usual in _USUAL if 0 < abs(total - usual) <= _NEAR * usual), None)
    is_share = any(point.points.denominator > 1 for point in milestones)
    if usual is not None and (is_share or usual == _USUAL[-1]):
        detail = f"the points add up to {float(total):g}, close to {float(usual):g} and not it"
        yield Finding(rule=Rule.POINTS, checkpoint=None, detail=f"{detail}; mend one of them")


def _criticals(milestones: list[Checkpoint]) -> Iterator[Finding]:
    critical = sum(point.critical for point in milestones)
    if critical > 1 and critical > _MOST_CRITICAL * len(milestones):
        detail = (
            f"{critical} of {len(milestones)} milestones are critical, so that most failures make"
            " the score 0 and it says no more than the bit; leave at most a third"
        )
        yield Finding(rule=Rule.CRITICALS, checkpoint=None, detail=detail)


def _forward(counted: list[Checkpoint]) -> Iterator[Finding]:
    places = {point.id: place for place, point in enumerate(counted)}
    for place, point in enumerate(counted):
        for name in point.requires or ():
            if places.get(name, -1) > place:
                detail = f'it requires "{name}", which stands behind it; move one of them'
                yield Finding(rule=Rule.REQUIRES, checkpoint=point.id, detail=detail)


def _one_sided(counted: list[Checkpoint], routes: Sequence[str]) -> Iterator[Finding]:
    """What is for every run and needs something of one route only: the others get it for less."""
    route_of = {point.id: point.route for point in counted}
    for point in counted:
        needed = {route_of.get(name) for name in point.requires or ()} - {None}
        missing = [route for route in routes if route not in needed]
        if point.route is None and needed and missing:
            detail = (
                f'it requires something of another route and nothing of "{missing[0]}", where it'
                " then needs less; require something of each route"
            )
            yield Finding(rule=Rule.REQUIRES, checkpoint=point.id, detail=detail)
