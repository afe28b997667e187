"""Checks that prove less than they seem to, or nothing."""

from collections.abc import Iterator
from itertools import permutations

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.base import Check, inner_checks
from ckpt_tui.core.checks.calls import CallStatus
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.lint import refusal
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.linting.matchers import wanted
from ckpt_tui.core.linting.ordering import misordered
from ckpt_tui.core.linting.together import torn
from ckpt_tui.core.matching import holds


def shaped(checklist: Checklist) -> Iterator[Finding]:
    """What is odd about the kinds of a list."""
    for point in checklist.checkpoints:
        if point.enabled:
            yield from _of(point)


def _of(point: Checkpoint) -> Iterator[Finding]:
    def finding(rule: Rule, detail: str) -> Finding:
        return Finding(rule=rule, checkpoint=point.id, detail=detail)

    reason = refusal(point)
    if reason is not None:
        yield finding(Rule.OWN_WORDS, f"{reason}; it is refused when sealing")
    if point.points and _only_exists(point.check):
        detail = "it is met by a file of that name with anything in it; look into the file as well"
        yield finding(Rule.EXISTENCE, detail)
    elif point.points and _any_call(point.check):
        detail = "any such call meets it, whatever for; say what it was called with or answered"
        yield finding(Rule.EXISTENCE, detail)
    every = (point.check, *inner_checks(point.check))
    for told in dict.fromkeys(told for check in every for told in _of_check(check)):
        yield finding(*told)
    if point.points and any(_is_digest(check) for check in wanted(point.check)):
        detail = "a digest is met by one file only, byte for byte; look for what it has to hold"
        yield finding(Rule.BRITTLE, detail)


def _is_digest(check: Check) -> bool:
    return isinstance(check, File) and check.sha256 is not None


def _only_exists(check: Check) -> bool:
    match check:
        case File(exists=True, text=None, within=None, query=None, equals=None, sha256=None):
            return True
        case AllOf(checks=inner):
            return bool(inner) and all(map(_only_exists, inner))
        case AnyOf(checks=inner):
            return any(map(_only_exists, inner))
        case _:
            return False


def _any_call(check: Check) -> bool:
    match check:
        case ToolCalled(arguments=(), result=None, exit_code=None, count=None, actor=None):
            return True
        case AnyOf(checks=inner):
            return any(map(_any_call, inner))
        case _:
            return False


def _of_check(check: Check) -> Iterator[tuple[Rule, str]]:
    yield from _contradiction(check)
    yield from misordered(check)


def _contradiction(check: Check) -> Iterator[tuple[Rule, str]]:
    if isinstance(check, ToolCalled | Ran) and _is_wrong_end(check):
        yield Rule.IMPOSSIBLE, 'status = "ok" is exit code 0, which exit_code does not allow'
    if not isinstance(check, AllOf | AnyOf):
        return
    inner = check.checks
    opposites = any(isinstance(each, Not | Never) and each.check in inner for each in inner)
    opposites = opposites or any(map(_is_both_ways, permutations(inner, 2)))
    if opposites and isinstance(check, AllOf):
        yield Rule.IMPOSSIBLE, "all_of holds a check and its opposite; it can never pass"
    elif opposites:
        yield Rule.IMPOSSIBLE, "any_of holds a check and its opposite; it can never fail"
    elif isinstance(check, AllOf):
        for name in torn(check):
            detail = f"all_of asks two things of {name} that are never so at once"
            yield Rule.IMPOSSIBLE, f"{detail}; it can never pass"
    if len(inner) == 1:
        yield Rule.LONE_CHECK, f"{check.kind} holds one check; write that check alone"


def _is_both_ways(pair: tuple[Check, ...]) -> bool:
    """Whether the same file is to be there and not to be there."""
    match pair:
        case File(exists=True) as there, File(exists=False) as gone:
            return there.path == gone.path
        case _:
            return False


def _is_wrong_end(check: ToolCalled | Ran) -> bool:
    is_ok = check.status is CallStatus.OK
    return is_ok and check.exit_code is not None and not holds(check.exit_code, 0)
