"""What the reports of all verifiers share: entries with evidence, and why one is not whole."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from msgspec.structs import replace

from ckpt_tui.adapters.readers.documents import number_of
from ckpt_tui.adapters.readers.json_places import NOWHERE, Spot
from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.trace import Json
from ckpt_tui.core.verdict import QUOTE_LIMIT, Evidence


def entry_evidence(source: str, text: str, span: tuple[int, int]) -> Evidence:
    """A span of a report in code points, as evidence."""
    quote = text[slice(*span)][:QUOTE_LIMIT]
    return Evidence(step=None, native=None, part=f"file:{source}", span=span, quote=quote)


def spot_evidence(source: str, spot: Spot) -> Evidence:
    """A value of a JSON report, as evidence; a member of an object with its key."""
    end = len(spot.text) if spot.end is None else spot.end
    start = spot.start if spot.key is None else spot.key
    return entry_evidence(source, spot.text, (start, end))


def grade_of(mark: Json) -> Grade:
    """The grade of a yes or no; UNKNOWN for anything else."""
    if isinstance(mark, bool):
        return Grade.PASSED if mark else Grade.FAILED
    return Grade.UNKNOWN


def grade_of_points(earned: float | None, possible: float) -> Grade:
    """Passed is who earned all there was; part of it is not a pass."""
    if earned is None or possible <= 0:
        return Grade.UNKNOWN
    return Grade.PASSED if earned >= possible else Grade.FAILED


def finite(value: Json) -> float | None:
    """A number; None for anything else, NaN and infinities too."""
    number = number_of(value)
    return number if number is not None and isfinite(number) else None


def breakdown_of_report(
    source: str,
    tests: Sequence[GradedTest],
    *,
    groups: Iterable[str] = (),
    problems: Iterable[str | None] = (),
) -> Breakdown:
    """The breakdown; `groups` are sets beyond those that hold a test, the first problem counts."""
    named = (*groups, *(test.group for test in tests if test.group))
    return Breakdown(
        tests=tuple(tests),
        groups=tuple(dict.fromkeys(named)),
        parts=(f"file:{source}",),
        problem=next(filter(None, problems), ""),
    )


def joined(parts: Sequence[tuple[str, Breakdown | None]]) -> Breakdown | None:
    """The breakdowns of the steps of one run; names and sets begin with the name of their step.

    None where no step has one.
    """
    found = [(f"{name}/" if name else "", part) for name, part in parts if part is not None]
    if not found:
        return None
    return Breakdown(
        tests=tuple(
            replace(test, name=prefix + test.name, group=test.group and prefix + test.group)
            for prefix, part in found
            for test in part.tests
        ),
        groups=tuple(prefix + group for prefix, part in found for group in part.groups),
        parts=tuple(name for _, part in found for name in part.parts),
        problem=next((part.problem for _, part in found if part.problem), ""),
    )


def unreadable(source: str, report: Spot) -> str | None:
    """Why a report as a whole cannot be trusted to be whole; None where it can."""
    if report.start == len(report.text):
        return f"{source} is empty."
    if not report.text.startswith(("{", "["), report.start):
        return f"{source} holds no JSON object."
    return None if report.is_whole else f"{source} is cut off or damaged."


def no_list(source: str, name: str, spot: Spot) -> str | None:
    """That there is no list where one belongs; None where there is."""
    return None if spot.is_array else f"{source} has no list of {name}."


def the_one(source: str, listed: Spot, keys: Sequence[str], name: str) -> tuple[Spot, str | None]:
    """The object in a list that has such a name under one of the keys, or why there is none.

    Without a name it is the only one.
    """
    objects = [(entry, spot) for entry, spot in listed.elements() if isinstance(entry, Mapping)]
    named = [spot for entry, spot in objects if name in [str(entry.get(key)) for key in keys]]
    found = named if name else [spot for _, spot in objects]
    if len(found) == 1:
        return found[0], None
    about = f" named {name}" if name else ""
    return NOWHERE, f"{source} lists {len(found)} runs{about}."


def left_out(source: str, number: int) -> str | None:
    """That entries could not be read as such; None where all could."""
    return f"{source} has entries that cannot be read: {number}." if number else None
