"""Whether the order of two agent versions hangs on the points that an author gave."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.scoring import Score


class Share(NamedTuple):
    """A progress, and the lowest and highest that open verdicts leave possible."""

    now: Fraction
    low: Fraction
    high: Fraction


class Measured(Struct, frozen=True, kw_only=True):
    """One run of an agent version: its progress by the list's points, and by equal ones."""

    task: str
    version: str
    given: Share
    equal: Share


class Pair(Struct, frozen=True, kw_only=True):
    """Two versions on the tasks that both did; means over tasks of the means of their runs.

    Attributes:
        names: the one that is ahead by the list's points first; of equals the first met.
        runs: how many of each.
        given: mean progress of each by the list's points.
        equal: the same where every milestone that carries points carries one.
        turns: equal points put the second strictly ahead.
        is_open: verdicts are open on which that may hang.
    """

    names: tuple[str, str]
    runs: tuple[int, int]
    given: tuple[Fraction, Fraction]
    equal: tuple[Fraction, Fraction]
    turns: bool
    is_open: bool


def evened(checklist: Checklist) -> Checklist:
    """The list with one point for every checkpoint that carries any."""
    points = tuple(
        replace(point, points=Fraction(bool(point.points))) for point in checklist.checkpoints
    )
    return replace(checklist, checkpoints=points)


def share(score: Score) -> Share:
    """The progress of a scored run."""
    return Share(score.progress, *score.reach)


def pairs(runs: Sequence[Measured]) -> Iterator[Pair]:
    """Every two versions that have a task in common, in the order in which they are met."""
    versions = dict.fromkeys(run.version for run in runs)
    by_version = {name: _by_task(runs, name) for name in versions}
    for one, other in combinations(versions, 2):
        tasks = by_version[one].keys() & by_version[other].keys()
        if tasks:
            sides = (by_version[one], by_version[other])
            yield _pair((one, other), [[side[task] for task in sorted(tasks)] for side in sides])


def _by_task(runs: Sequence[Measured], version: str) -> dict[str, list[Measured]]:
    found: dict[str, list[Measured]] = {}
    for run in runs:
        if run.version == version:
            found.setdefault(run.task, []).append(run)
    return found


def _pair(names: tuple[str, str], sides: Sequence[Sequence[Sequence[Measured]]]) -> Pair:
    """The pair; each side holds the runs of every common task."""
    given = [_mean([_mean([run.given for run in task]) for task in side]) for side in sides]
    equal = [_mean([_mean([run.equal for run in task]) for task in side]) for side in sides]
    first, second = (0, 1) if given[0].now >= given[1].now else (1, 0)
    ahead, behind = (given[first], equal[first]), (given[second], equal[second])
    turns = ahead[0].now > behind[0].now and ahead[1].now < behind[1].now
    is_kept = ahead[0].low >= behind[0].high and ahead[1].low >= behind[1].high
    is_turned = ahead[0].low > behind[0].high and ahead[1].high < behind[1].low
    return Pair(
        names=(names[first], names[second]),
        runs=(sum(map(len, sides[first])), sum(map(len, sides[second]))),
        given=(ahead[0].now, behind[0].now),
        equal=(ahead[1].now, behind[1].now),
        turns=turns,
        is_open=not (is_turned if turns else is_kept) and any(map(_is_open, (*given, *equal))),
    )


def _mean(shares: Sequence[Share]) -> Share:
    return Share(*(sum(column, Fraction(0)) / len(shares) for column in zip(*shares, strict=True)))


def _is_open(share: Share) -> bool:
    return share.low != share.high
