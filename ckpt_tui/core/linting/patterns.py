"""What is matched against: literals that will not come again, and RE2's own ways."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.linting.anchors import fits_no_text
from ckpt_tui.core.linting.contradictions import cannot_all_hold, values_of
from ckpt_tui.core.linting.finding import Brief, Finding, Rule
from ckpt_tui.core.linting.matchers import Place, matchers
from ckpt_tui.core.linting.phrases import found_in
from ckpt_tui.core.match import AtLeast, Equals, Glob, Has, In, Regex
from ckpt_tui.core.matching import problem

# What changes from run to run or from machine to machine, by what it is.
_BRITTLE: Final = (
    ("a temporary path", r"(?:^|[\s\"'=(])/(?:tmp|var/folders|private/tmp)/\w"),
    ("a home folder", r"(?:^|[\s\"'=(])(?:/(?:home|Users)/\w+|/root)/\w|~/\w"),
    ("a time stamp", r"\b20\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d"),
    ("a memory address", r"\b0x[0-9a-f]{6,}\b"),
    ("a duration", r"\bin \d+\.\d+ ?s\b"),
    ("a commit", r"\b(?:[0-9]+[a-f]|[a-f]+[0-9])[0-9a-f]{5,38}\b"),
    ("a line number", r"\.\w{1,4}:\d{2,}:"),
)
_DAY: Final = r"\b(?:19|20)\d\d-[01]\d-[0-3]\d\b"
_ANSWERS: Final = frozenset({"match", "result"})
_WHOLE_TEXTS: Final = frozenset({"match", "result", "text"})
# Asked of a whole text, a value as long as this is a copy of it.
_LONG: Final = 80


def matched(checklist: Checklist, brief: Brief | None) -> Iterator[Finding]:
    """What is odd about the matchers of a list."""
    known = "" if brief is None else brief.text
    for point in checklist.checkpoints:
        if not point.enabled:
            continue
        found = (finding for place in matchers(point.check) for finding in _of(place, known))
        for rule, detail in dict.fromkeys(found):
            yield Finding(rule=rule, checkpoint=point.id, detail=detail)


def _of(place: Place, known: str) -> Iterator[tuple[Rule, str]]:
    for text in _literals(place):
        what = next((what for what, pattern in _BRITTLE if found_in(pattern, text)), None)
        if what is None and _is_day(place, text, known):
            what = "a day"
        if what is not None:
            detail = f"{place.field} names {what} ({text[:60]!r}), which the next run may not have"
            yield Rule.BRITTLE, f"{detail}; match what stays"
    if _is_copy(place):
        detail = f"{place.field} is equal to one whole text only, to its last space"
        yield Rule.BRITTLE, f"{detail}; match the lines that count"
    if isinstance(place.match, Regex) and problem(place.match) is None:
        yield from _pattern(place, place.match.pattern)
    if cannot_all_hold((place.match,), values_of(place.field)):
        yield Rule.IMPOSSIBLE, f"no value can be what {place.field} asks for; it can never hold"
    if _always_holds(place):
        yield Rule.IMPOSSIBLE, "any number of calls is what count asks for; it can never fail"


def _literals(place: Place) -> Iterator[str]:
    match place.match:
        case Equals(value=str(text)) | Has(text=text) | Glob(pattern=text):
            yield text
        case In(values=values):
            yield from (value for value in values if isinstance(value, str))
        case Regex(pattern=pattern):
            yield pattern.replace("\\", "")
        case _:
            pass


def _is_day(place: Place, text: str, known: str) -> bool:
    """Whether an answer is to name a day that the task does not."""
    day = found_in(_DAY, text) if place.field in _ANSWERS else ""
    return bool(day) and day not in known


def _is_copy(place: Place) -> bool:
    match place.match:
        case Equals(value=str(text)) if place.field in _WHOLE_TEXTS:
            return len(text) > _LONG or "\n" in text.strip()
        case _:
            return False


def _pattern(place: Place, pattern: str) -> Iterator[tuple[Rule, str]]:
    if fits_no_text(pattern):
        detail = (
            f"the pattern of {place.field} fits no text: it asks for more in front of the text's"
            " beginning, or behind its end; write (?m) in front where lines are meant"
        )
        yield Rule.IMPOSSIBLE, detail
    elif place.field not in ("path", "tool", "name"):
        yield from _dialect(place, pattern)


def _dialect(place: Place, pattern: str) -> Iterator[tuple[Rule, str]]:
    is_many_lines = "(?m" in pattern or "(?sm" in pattern or "(?im" in pattern or "(?ms" in pattern
    bare = pattern.replace("\\\\", "").replace("\\$", "")
    reads_output = isinstance(place.check, Output) or place.field == "result"
    if bare.endswith("$") and not is_many_lines and reads_output:
        detail = (
            f"the `$` of {place.field} is the very end of the text, behind its last line end;"
            " write (?m) in front for the end of a line"
        )
        yield Rule.DIALECT, detail
    if any(ord(char) > 127 for char in pattern) and any(  # noqa: PLR2004 (the end of ASCII)
        word in pattern for word in (r"\w", r"\b", r"\W", r"\B")
    ):
        detail = rf"{place.field}: `\w` and `\b` know ASCII letters only; write \pL for any letter"
        yield Rule.DIALECT, detail


def _always_holds(place: Place) -> bool:
    match place.check, place.match:
        case ToolCalled(count=count) | Ran(count=count), AtLeast(bound=least):
            return least <= 0 and place.match is count
        case _:
            return False
