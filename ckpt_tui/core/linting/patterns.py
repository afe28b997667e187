"""What is matched against: literals that will not come again, echoes, and RE2's own ways."""

from collections.abc import Iterator
from math import inf
from typing import Final

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.linting.matchers import Place, matchers
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Every, Glob, Has, In, Regex
from ckpt_tui.core.pattern import PatternError, compiled
from ckpt_tui.core.text import TextColumn, encode

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
_HASH_FIELDS: Final = frozenset({"sha256"})
_SUMMARIES: Final = (
    b"5 passed", b"12 passed, 1 failed in 0.10s", b"OK", b"Ran 5 tests in 0.010s\n\nOK",
    b"FAILED", b"PASSED", b"Tests: 5 passed, 5 total", b"test result: ok. 5 passed; 0 failed",
    b"BUILD SUCCESS", b"--- PASS: TestX", b"100% tests passed",
)  # fmt: skip
# Only what says much less than any output would fit all of these.
_ANYTHING: Final = (b"", b"x", b"hello world", b"0")


def matched(checklist: Checklist) -> Iterator[Finding]:
    """What is odd about the matchers of a list."""
    for point in checklist.checkpoints:
        if not point.enabled:
            continue
        found = (finding for place in matchers(point.check) for finding in _of(place))
        for rule, detail in dict.fromkeys(found):
            yield Finding(rule=rule, checkpoint=point.id, detail=detail)


def _of(place: Place) -> Iterator[tuple[Rule, str]]:
    for text in _literals(place):
        what = next((what for what, pattern in _BRITTLE if _has(pattern, text)), None)
        if what is not None and place.field not in _HASH_FIELDS:
            detail = f"{place.field} names {what} ({text[:60]!r}), which the next run may not have"
            yield Rule.BRITTLE, f"{detail}; match what stays"
    if _is_echo(place):
        detail = (
            f"{place.field} looks for a test summary in any output, and a run may print one"
            " itself; use the kind `tests`, which reads runners only"
        )
        yield Rule.ECHO, detail
    yield from _dialect(place)
    if _never_holds(place):
        yield Rule.IMPOSSIBLE, f"no value can be what {place.field} asks for; it can never hold"


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


def _has(pattern: str, text: str) -> bool:
    return compiled(pattern).search(encode(text)) is not None


def _is_echo(place: Place) -> bool:
    is_output = isinstance(place.check, Output) and place.field == "match"
    is_result = isinstance(place.check, ToolCalled) and place.field == "result"
    if not (is_output or is_result):
        return False
    match place.match:
        case Has(text=text):
            needle = encode(text)
            return bool(needle) and any(needle in summary for summary in _SUMMARIES)
        case Regex(pattern=pattern):
            return _hits(pattern, _SUMMARIES) and not _hits(pattern, _ANYTHING)
        case _:
            return False


def _hits(pattern: str, texts: tuple[bytes, ...]) -> bool:
    try:
        return next(compiled(pattern).rows(TextColumn.of(texts)), None) is not None
    except PatternError:
        return False


def _dialect(place: Place) -> Iterator[tuple[Rule, str]]:
    if not isinstance(place.match, Regex) or place.field in ("path", "tool", "name"):
        return
    pattern = place.match.pattern
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


def _never_holds(place: Place) -> bool:
    if not isinstance(place.match, Every):
        return False
    inner = place.match.matches
    least = max((each.bound for each in inner if isinstance(each, AtLeast)), default=-inf)
    most = min((each.bound for each in inner if isinstance(each, AtMostValue)), default=inf)
    return least > most
