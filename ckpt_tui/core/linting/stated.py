"""What the list's own words say about its points, held against the points."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from ckpt_tui.core.checklist import Checklist, Checkpoint, Role
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.linting.phrases import captured_in, found_in, sentences
from ckpt_tui.core.trace import Json

_UNIT: Final = r"(?:points?|pts?\.?|credits?|marks?)"
_TOTAL: Final = (
    rf"(?i)(?:\bworth|\btotals?(?: score)?(?: is| of|:)|\bout of|\bsums? (?:up )?to|\badds? up to)"
    rf"(?: a total of)? (\d+(?:\.\d+)?) {_UNIT}\b"
    rf"|(\d+(?:\.\d+)?) {_UNIT},? (?:in total|altogether|overall)\b"
)
_COUNT: Final = (
    r"(?i)\b(?:there are|has|have|with) (\d+) checkpoints?\b|\b(\d+) checkpoints? in total\b"
)
_TOTAL_KEYS: Final = frozenset({"total", "total_points", "max_points", "max_score", "points"})
_WHOLE: Final = (
    rf"(?i)\b(?:full|all)(?: the)? {_UNIT}\b.*\b(?:grant|award|give|gave)"
    rf"|(?i)\b(?:grant|award|give|get)\w*\b.*\b(?:full|all)(?: the)? {_UNIT}\b"
)
_ONE_OF_THEM: Final = r"(?i)\b(?:last|final|any|either|one of the)\b.*\b(?:check\w*|item|step)\b"
_NUMBER: Final = r"(?:[0-9]+/)?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
# More than two digits of `p` are lines of a picture.
_OWN: Final = rf"(?:worth )?\+?(?:{_NUMBER} ?(?:points?|pts?\.?)|[0-9]{{1,2}} ?p)"
_IN_TITLE: Final = (
    rf"(?i)[(\[{{]\s*{_OWN}(?: each| in total| total| max)?\s*[)\]}}]"
    rf"|(?i)[(\[{{]\s*(?:points?|pts?)\s*[:=]\s*{_NUMBER}\s*[)\]}}]"
    rf"|(?i)^\s*{_OWN}(?:\s*[:|–—]|\s+-)"
    rf"|(?i)(?:[:;,|=]|[^0-9\s]\s*[–—]|[^0-9\s]\s+-|\bworth)\s*{_OWN}\.?\s*$"
)
# Letters are measured in points as well.
_TYPE: Final = (
    r"(?i)\b(?:fonts?|typefaces?|letters|sized?|spacing|spaced|margins?|headings?|bold|italics?|lines?"
    r"|Arial|Calibri|Helvetica|Times)\b"
)


def stated(checklist: Checklist) -> Iterator[Finding]:
    """What its words promise and it does not keep: totals, how many, all points for one."""
    counted = [point for point in checklist.checkpoints if point.enabled]
    milestones = [point for point in counted if point.role is Role.MILESTONE]
    total = sum((point.points for point in counted), Fraction(0))
    for said in dict.fromkeys(_totals(checklist)):
        if said != total:
            detail = f"it says {float(said):g} points in all, and they add up to {float(total):g}"
            yield _finding(Rule.TOTALS, f"{detail}; mend one of them")
    scored = [point for point in milestones if not isinstance(point.check, Claims)]
    for said in dict.fromkeys(_numbers(checklist, _COUNT)):
        if said not in (len(counted), len(milestones), len(scored)):
            detail = f"it speaks of {float(said):g} checkpoints, and there are {len(counted)}"
            yield _finding(Rule.TOTALS, f"{detail}; mend one of them")
    yield from _titled(counted)
    for sentence in _sentences(checklist):
        if found_in(_WHOLE, sentence) and found_in(_ONE_OF_THEM, sentence):
            detail = "it promises all points for one checkpoint, and each carries only its own"
            yield _finding(Rule.TOTALS, f"{detail}; drop the promise, or the other points")


def _titled(counted: Sequence[Checkpoint]) -> Iterator[Finding]:
    for point in counted:
        said = found_in(_IN_TITLE, point.title)
        if said and not found_in(_TYPE, point.title):
            detail = f"its title says points (“{said}”), which a change of `points` leaves behind"
            yield Finding(rule=Rule.POINTS, checkpoint=point.id, detail=f"{detail}; take them out")


def _finding(rule: Rule, detail: str) -> Finding:
    return Finding(rule=rule, checkpoint=None, detail=detail)


def _totals(checklist: Checklist) -> Iterator[Fraction]:
    for key, value in checklist.meta.items():
        if key in _TOTAL_KEYS and isinstance(value, int | float) and not isinstance(value, bool):
            yield Fraction(str(value))
    yield from _numbers(checklist, _TOTAL)


def _numbers(checklist: Checklist, pattern: str) -> Iterator[Fraction]:
    for sentence in _sentences(checklist):
        yield from map(Fraction, captured_in(pattern, sentence))


def _sentences(checklist: Checklist) -> Iterator[str]:
    """What is said about the list as a whole."""
    for text in (checklist.title, *_strings(dict(checklist.meta))):
        yield from (" ".join(sentence.split()) for sentence in sentences(text))


def _strings(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from _strings(each)
        case list():
            for each in value:
                yield from _strings(each)
        case _:
            pass
