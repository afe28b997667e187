"""Checks that prove less than they seem to, or nothing."""

from collections.abc import Iterator

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.lint import inner_checks, refusal
from ckpt_tui.core.linting.finding import Brief, Finding, Rule
from ckpt_tui.core.linting.matchers import matchers
from ckpt_tui.core.match import Equals, Glob, Has


def shaped(checklist: Checklist, brief: Brief | None) -> Iterator[Finding]:
    """What is odd about the kinds of a list."""
    for point in checklist.checkpoints:
        if point.enabled:
            yield from _of(point, brief)


def _of(point: Checkpoint, brief: Brief | None) -> Iterator[Finding]:
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
    for check in (point.check, *inner_checks(point.check)):
        yield from (finding(*told) for told in _contradiction(check))
    if brief is not None:
        for path in _unnamed_paths(point.check, brief):
            detail = (
                f"neither the task's text nor its files name {path!r}, so a run can only guess it;"
                " name it there, or accept any place"
            )
            yield finding(Rule.UNNAMED_PATH, detail)


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


def _contradiction(check: Check) -> Iterator[tuple[Rule, str]]:
    if not isinstance(check, AllOf | AnyOf):
        return
    inner = check.checks
    opposites = any(isinstance(each, Not) and each.check in inner for each in inner)
    if opposites and isinstance(check, AllOf):
        yield Rule.IMPOSSIBLE, "all_of holds a check and its opposite; it can never pass"
    elif opposites:
        yield Rule.IMPOSSIBLE, "any_of holds a check and its opposite; it can never fail"
    if len(inner) == 1:
        yield Rule.VACUOUS, f"{check.kind} holds one check; write that check alone"


def _unnamed_paths(check: Check, brief: Brief) -> Iterator[str]:
    """Paths of files that have to be there, of which an agent is told not even the name."""
    for each in (check, *inner_checks(check)):
        if not isinstance(each, File) or not each.exists:
            continue
        for place in matchers(each):
            match place.match:
                case Equals(value=str(path)) | Has(text=path) | Glob(pattern=path) if (
                    place.field == "path"
                ):
                    name = path.rstrip("/").rpartition("/")[2]
                    if name and not set(name) & set("*?[") and not brief.names(name):
                        yield path
                case _:
                    pass
