"""The rules that no single value shows: between fields of a checkpoint, and between checkpoints."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ckpt_tui.adapters.checklist_toml.problems import Problem, nearest
from ckpt_tui.core.checklist import Checkpoint, Gate, Role
from ckpt_tui.core.checks.base import Check, inner_checks
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.ending import OutcomeCheck


def default_role(check: Check) -> Role:
    """The role of a checkpoint that names none."""
    outside = check.is_invariant or isinstance(check, Claims)
    return Role.INVARIANT if outside else Role.MILESTONE


def default_points(role: Role) -> Fraction:
    """The points of a checkpoint that names none."""
    return Fraction(1 if role is Role.MILESTONE else 0)


def contradictions(point: Checkpoint, *, has_points: bool) -> Iterator[Problem]:
    """What is wrong between the fields of one checkpoint."""
    if isinstance(point.check, Claims) and point.role is Role.MILESTONE:
        yield Problem("must be invariant: claims stand outside the gate", path=("role",))
    elif any(isinstance(check, Claims) for check in inner_checks(point.check)):
        yield Problem('"claims" stands alone, not inside another check', path=("check",))
    if isinstance(point.check, Claims) and point.route is not None:
        yield Problem("the report is held to the trace whichever route counts", path=("route",))
    if not point.points:
        return
    path = ("points",) if has_points else ("check",)
    if point.role is Role.INVARIANT:
        reason = f"must be 0, not {point.points}: an invariant carries no points"
        yield Problem(reason, path=("points",))
    elif any(
        isinstance(check, OutcomeCheck) for check in (point.check, *inner_checks(point.check))
    ):
        reason = "a check that reads the official outcome carries no points; write points = 0"
        yield Problem(reason, path=path)


def disagreements(points: Sequence[Checkpoint | None], gate: Gate) -> Iterator[Problem]:
    """What is wrong between checkpoints; None stands for one that could not be read."""
    if not points:
        yield Problem("a checklist needs at least one [[checkpoint]]")
        return
    repeated = list(_repeated_ids(points))
    yield from repeated
    yield from _second_claims(points)
    known = [point for point in points if point is not None]
    if repeated or len(known) < len(points):
        return
    if gate is Gate.REQUIRES:
        yield from _requirements(known)
    else:
        yield from _unwanted_requirements(known, gate)
    if not any(point.points for point in known if point.enabled):
        yield Problem("no enabled milestone carries points, so there is nothing to score")


def reused_ids(points: Sequence[Checkpoint | None], retired: Sequence[str]) -> Iterator[Problem]:
    """Ids that stood for something before; None stands for a checkpoint that cannot be read."""
    owners: dict[str, str] = {}
    for index, name in enumerate(retired):
        if name in owners:
            yield Problem(f'"{name}" is in the list already', path=("retired", index))
        owners[name] = "retired"
    known = [(place, point) for place, point in enumerate(points) if point is not None]
    for place, point in known:
        if point.id in owners:
            reason = f'"{point.id}" is retired, and ids are never used again; take another'
            yield Problem(reason, path=("id",), checkpoint=place)
    owners |= {point.id: f"the id of checkpoint {place + 1}" for place, point in known}
    for place, point in known:
        for index, name in enumerate(point.was):
            if name in owners:
                reason = f'"{name}" cannot be a former id: it is {owners[name]}'
                yield Problem(reason, path=("was", index), checkpoint=place)
            owners.setdefault(name, f'a former id of "{point.id}" already')


def _repeated_ids(points: Sequence[Checkpoint | None]) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for place, point in enumerate(points):
        if point is None:
            continue
        if point.id in seen:
            reason = f'"{point.id}" is the id of checkpoint {seen[point.id] + 1} already'
            yield Problem(reason, path=("id",), checkpoint=place)
        seen.setdefault(point.id, place)


def _second_claims(points: Sequence[Checkpoint | None]) -> Iterator[Problem]:
    first: str | None = None
    for place, point in enumerate(points):
        if point is None or not isinstance(point.check, Claims):
            continue
        if first is not None:
            reason = f'a checklist has at most one "claims" checkpoint, and "{first}" is it'
            yield Problem(reason, path=("check", "kind"), checkpoint=place)
        first = first or point.id


def _unwanted_requirements(points: Sequence[Checkpoint], gate: Gate) -> Iterator[Problem]:
    for place, point in enumerate(points):
        if point.requires is not None:
            reason = f'needs gate = "requires"; the gate is "{gate}"'
            yield Problem(reason, path=("requires",), checkpoint=place)


def _requirements(points: Sequence[Checkpoint]) -> Iterator[Problem]:
    milestones = {point.id: point for point in points if point.role is Role.MILESTONE}
    for place, point in enumerate(points):
        if point.requires is None:
            if point.enabled and point.role is Role.MILESTONE:
                reason = 'is missing: under gate = "requires" a milestone without one writes []'
                yield Problem(reason, path=("requires",), checkpoint=place, is_late=True)
            continue
        if point.role is not Role.MILESTONE:
            reason = "an invariant stands outside the gate and requires nothing"
            yield Problem(reason, path=("requires",), checkpoint=place)
        for index, name in enumerate(point.requires):
            other = milestones.get(name)
            if other is None:
                reason = f'"{name}" is no milestone{nearest(name, milestones)}'
                yield Problem(reason, path=("requires", index), checkpoint=place)
            elif point.route is not None and other.route not in (None, point.route):
                reason = f'"{name}" is of route "{other.route}", which never counts with this one'
                yield Problem(reason, path=("requires", index), checkpoint=place)
    yield from _circles(points, milestones)


def _circles(
    points: Sequence[Checkpoint], milestones: Mapping[str, Checkpoint]
) -> Iterator[Problem]:
    """Each milestone that needs itself; found by taking away those whose needs are all met."""
    needs = {
        name: {other for other in point.requires or () if other in milestones}
        for name, point in milestones.items()
    }
    while free := {name for name, others in needs.items() if not others}:
        needs = {name: others - free for name, others in needs.items() if name not in free}
    for place, point in enumerate(points):
        if point.id in needs:
            others = ", ".join(sorted(needs[point.id]))
            reason = f"goes round in a circle: {point.id} waits for {others}, and so for itself"
            yield Problem(reason, path=("requires",), checkpoint=place)
            return
