"""The reward of tau2-bench and tau-bench, taken apart into the checks that made it.

https://github.com/sierra-research/tau2-bench
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers.breakdown_report import (
    breakdown_of_report,
    finite,
    grade_of,
    grade_of_points,
    left_out,
    no_list,
    spot_evidence,
    the_one,
    unreadable,
)
from ckpt_tui.adapters.readers.documents import mapping_of
from ckpt_tui.adapters.readers.json_places import NOWHERE, Spot, document
from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.trace import Json

_REWARD: Final = "reward_info"


class _Kind(Struct, frozen=True):
    """How the checks of one list are written: what is checked, whether it was met, its points."""

    subject: str
    mark: str
    points: str = ""


_LISTS: Final = {
    "action_checks": _Kind("action", "action_match", "action_reward"),
    "env_assertions": _Kind("env_assertion", "met", "reward"),
    "communicate_checks": _Kind("info", "met"),
    "nl_assertions": _Kind("nl_assertion", "met"),
}


def tau_breakdown(raw: bytes, source: str, simulation: str = "") -> Breakdown:
    """The checks of a simulation's file, or of the one simulation of a results file.

    `simulation` is its id, or the id of a task that was run once.
    """
    report = document(raw)
    about, problem = _simulation(report, source, simulation)
    found = reward_breakdown(_reward(about), source)
    problems = (unreadable(source, report), problem, found.problem)
    return breakdown_of_report(source, found.tests, groups=found.groups, problems=problems)


def reward_breakdown(reward: Spot, source: str) -> Breakdown:
    """The checks of one `reward_info`, in sets named after its members.

    An action is named `NAME (ID)`, an assertion of the environment by its function, everything
    else by its text, a part of the reward by its basis. Checks outside the reward's basis are
    graded as well and did not count for the reward.
    """
    members = reward.members()
    tests: list[GradedTest] = []
    problems: list[str | None] = []
    for group, kind in _LISTS.items():
        spot = members.get(group, NOWHERE)
        entries = spot.elements()
        read = [test for it in entries if (test := _checked(*it, kind, source, group)) is not None]
        tests += read
        problems.append(left_out(source, len(entries) - len(read)))
        problems.append(None if spot.value is None else no_list(source, group, spot))
    tests += [*_database(members, source), *_parts(members, source), *_first(members, source)]
    groups = [group for group in _LISTS if members.get(group, NOWHERE).is_array]
    missing = None if tests or groups else f"{source} records no {_REWARD}."
    return breakdown_of_report(source, tests, groups=groups, problems=(missing, *problems))


def _reward(about: Spot) -> Spot:
    """The reward of a simulation, where the first tau-bench kept it too, or the reward itself."""
    places = (about.member(_REWARD), about.member("info", _REWARD))
    return next((place for place in places if place is not NOWHERE), about)


def _simulation(report: Spot, source: str, name: str) -> tuple[Spot, str | None]:
    """The simulation, or why there is none."""
    members = report.members()
    listed = members.get("simulations", report)
    return the_one(source, listed, ("id", "task_id"), name) if listed.is_array else (report, None)


def _checked(entry: Json, spot: Spot, kind: _Kind, source: str, group: str) -> GradedTest | None:
    check = mapping_of(entry)
    name = _name(check.get(kind.subject))
    if not name:
        return None
    earned = finite(check.get(kind.points))
    return GradedTest(
        name=name,
        grade=grade_of(check.get(kind.mark)),
        group=group,
        earned=earned,
        possible=None if earned is None else 1.0,
        evidence=spot_evidence(source, spot),
    )


def _name(subject: Json) -> str:
    if isinstance(subject, str):
        return subject
    known = mapping_of(subject)
    names = [known.get(key) for key in ("name", "func_name")]
    name = next((name for name in names if isinstance(name, str)), "")
    identifier = known.get("action_id")
    return f"{name} ({identifier})" if name and isinstance(identifier, str) else name


def _database(members: Mapping[str, Spot], source: str) -> Iterator[GradedTest]:
    """Whether the database was left as it should have been."""
    spot = members.get("db_check", NOWHERE)
    if check := mapping_of(spot.value):
        earned = finite(check.get("db_reward"))
        yield GradedTest(
            name="db_match",
            grade=grade_of(check.get("db_match")),
            group="db_check",
            earned=earned,
            possible=None if earned is None else 1.0,
            evidence=spot_evidence(source, spot),
        )


def _parts(members: Mapping[str, Spot], source: str) -> Iterator[GradedTest]:
    """The parts whose product is the reward."""
    group = "reward_breakdown"
    for name, spot in members.get(group, NOWHERE).members().items():
        yield _pointed(name, spot, source, group)


def _first(members: Mapping[str, Spot], source: str) -> Iterator[GradedTest]:
    """What the first tau-bench recorded: the database, or each output that was asked for."""
    info = members.get("info", NOWHERE).members()
    for name in ("r_actions", "r_outputs"):
        if name in info:
            yield _pointed(name, info[name], source, "info")
    for name, spot in info.get("outputs", NOWHERE).members().items():
        evidence = spot_evidence(source, spot)
        yield GradedTest(name=name, grade=grade_of(spot.value), group="outputs", evidence=evidence)


def _pointed(name: str, spot: Spot, source: str, group: str) -> GradedTest:
    mark = spot.value
    if isinstance(mark, bool):
        mark = float(mark)
    earned = finite(mark)
    return GradedTest(
        name=name,
        grade=grade_of_points(earned, 1.0) if earned is not None else Grade.UNKNOWN,
        group=group,
        earned=earned,
        possible=None if earned is None else 1.0,
        evidence=spot_evidence(source, spot),
    )
