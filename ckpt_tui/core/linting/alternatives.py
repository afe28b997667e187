"""Routes that are none: two spellings of one name, or a way on which nothing is to be earned."""

from collections.abc import Iterator, Sequence
from itertools import combinations, takewhile
from typing import Final

from ckpt_tui.core.checklist import Checklist, Role
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.routes import routes_of, totals

# Among shorter words, many differ by a letter and mean it.
_TELLING: Final = 6
_SHORTEST: Final = 4
_SWAPPED: Final = 2


def unearned(checklist: Checklist) -> tuple[str, ...]:
    """The routes among several that hold invariants alone, and so no points."""
    routes = routes_of(checklist)
    earned = {
        point.route
        for point in checklist.checkpoints
        if point.enabled and point.role is Role.MILESTONE
    }
    return tuple(route for route in routes if len(routes) > 1 and route not in earned)


def idle_routes(checklist: Checklist) -> Iterator[Finding]:
    """The routes on which nothing is to be earned, with the route that may be meant."""
    for route in unearned(checklist):
        others = (other for other in routes_of(checklist) if other != route)
        near = next((other for other in others if _is_alike(_words(route), _words(other))), None)
        detail = f'the route "{route}" holds invariants alone and no points, and binds no run that'
        meant = "" if near is None else f'; did you mean "{near}"?'
        detail = f"{detail} scores more along another{meant or '; give it milestones'}"
        yield Finding(rule=Rule.IDLE_ROUTE, checkpoint=None, detail=detail)


def misnamed(checklist: Checklist) -> Iterator[Finding]:
    """Names of routes that are probably meant as one; unequal routes are told as such."""
    idle = unearned(checklist)
    points = {name: total for name, total in totals(checklist).items() if name not in idle}
    for one, other in combinations(points, 2):
        if points[one] == points[other] and _is_alike(_words(one), _words(other)):
            detail = (
                f'the routes "{one}" and "{other}" are spelled almost alike and count as two;'
                " give them one name, or names that tell them apart"
            )
            yield Finding(rule=Rule.LIKE_ROUTES, checkpoint=None, detail=detail)


def _words(name: str) -> Sequence[str]:
    return "".join(each if each.isalnum() else " " for each in name.lower()).split()


def _is_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    if "".join(one) == "".join(other):
        return True
    different = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]]
    return len(one) == len(other) and len(different) == 1 and _is_slip(*different[0])


def _is_slip(one: str, other: str) -> bool:
    """Whether a letter inside a word is another, missing or too much, or two changed places.

    Names that are numbered, or lettered by their last letter, differ on purpose.
    """
    head = _shared(one, other)
    tail = _shared(one[head:][::-1], other[head:][::-1])
    here, there = one[head : len(one) - tail], other[head : len(other) - tail]
    if any(map(str.isdecimal, here + there)):
        return False
    if len(here) == len(there) == _SWAPPED:
        return here == there[::-1] and len(one) >= _SHORTEST
    is_inside = bool(head and tail) and max(len(one), len(other)) >= _TELLING
    return is_inside and max(len(here), len(there)) == 1


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
