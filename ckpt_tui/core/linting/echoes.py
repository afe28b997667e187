"""Answers that a run can print itself, and patterns that any answer fits."""

from collections.abc import Callable, Iterator
from typing import Final

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.communicates import Communicates
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.text import Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.linting.matchers import wanted
from ckpt_tui.core.match import Equals, Has, Match, Regex
from ckpt_tui.core.matching import find, problem
from ckpt_tui.core.text import encode

_SUMMARIES: Final = (
    b"5 passed", b"12 passed, 1 failed in 0.10s", b"OK", b"Ran 5 tests in 0.010s\n\nOK",
    b"FAILED", b"PASSED", b"Tests: 5 passed, 5 total", b"test result: ok. 5 passed; 0 failed",
    b"BUILD SUCCESS", b"--- PASS: TestX", b"100% tests passed",
)  # fmt: skip
_TO_ZERO: Final = bytes.maketrans(b"123456789", b"000000000")
# Only what says much less than any output would fit one of these.
_ANYTHING: Final = (b"x", b"hello world", b"0", b"-")


def echoed(checklist: Checklist) -> Iterator[Finding]:
    """What a run can meet by printing it, or by printing anything."""
    for point in checklist.checkpoints:
        if not point.enabled:
            continue
        found = (told for check in wanted(point.check) for told in _of(check))
        for rule, detail in dict.fromkeys(found):
            yield Finding(rule=rule, checkpoint=point.id, detail=detail)


def _of(check: Check) -> Iterator[tuple[Rule, str]]:
    name, match = _looked_for(check)
    if not isinstance(match, Regex | Has) or problem(match) is not None:
        return
    if all(map(_meets(match), _ANYTHING)):
        yield Rule.ANY_TEXT, f"any text fits the {name}; say what stands in the one that is meant"
        return
    if isinstance(check, Output | ToolCalled) and _is_summary(match):
        detail = (
            f"{name} looks for a test summary in any output, and a run may print one itself; use"
            " the kind `tests`, which reads runners only"
        )
        yield Rule.ECHO, detail
    elif isinstance(check, ToolCalled) and any(map(_meets(match), _given(check))):
        detail = "the call itself holds what its result is searched for, so a tool that repeats it"
        yield Rule.ECHO, f"{detail} meets it; look for what only the answer can hold"


def _looked_for(check: Check) -> tuple[str, Match | None]:
    """The field that looks into a text, and what it looks for there."""
    match check:
        case Output() | Communicates() | Text():
            return "match", check.match
        case ToolCalled():
            return "result", check.result
        case File():
            return "text", check.text
        case _:
            return "", None


def _meets(match: Match) -> Callable[[bytes], bool]:
    return lambda raw: find(match, raw) is not None


def _is_summary(match: Match) -> bool:
    match match:
        case Has(text=text):
            raw = encode(text)
            shape = _shape(raw) if any(map(str.isalpha, text)) else raw
            return bool(text) and any(raw in it or shape in _shape(it) for it in _SUMMARIES)
        case Regex():
            return any(map(_meets(match), _SUMMARIES)) and not any(map(_meets(match), _ANYTHING))
        case _:
            return False


def _shape(raw: bytes) -> bytes:
    """A text with every number as one 0."""
    shaped = raw.translate(_TO_ZERO)
    while b"00" in shaped:
        shaped = shaped.replace(b"00", b"0")
    return shaped


def _given(check: ToolCalled) -> Iterator[bytes]:
    """Texts that a call is asked to have among its arguments."""
    for _, match in check.arguments:
        match match:
            case Has(text=text) | Equals(value=str(text)):
                yield encode(text)
            case _:
                pass
