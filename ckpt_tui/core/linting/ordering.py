"""Orders that say nothing: a guard that is met too late for all that it guards, or is it."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.asked import Judge
from ckpt_tui.core.checks.base import Check, inner_checks
from ckpt_tui.core.checks.claims import Claims
from ckpt_tui.core.checks.command import Command
from ckpt_tui.core.checks.communicates import Communicates
from ckpt_tui.core.checks.counting import least
from ckpt_tui.core.checks.ending import AtMost, OutcomeCheck
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.file_changed import FileChanged, Span
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.moments import EventCheck
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Before, InOrder, Never
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.checks.verifier_test import VerifierTest
from ckpt_tui.core.linting.finding import Rule

# Kinds about the run as a whole, or about what it leaves.
_AT_THE_END: Final = (AtMost, Command, File, Never, Not, OnlyAfter, OutcomeCheck, VerifierTest)
_LATE: Final = "is met at the end of the run only, behind all that happens in it"


def misordered(check: Check) -> Iterator[tuple[Rule, str]]:
    """What is wrong with an order, without looking into what it is made of."""
    match check:
        case Before(first=first, then=then) if first == then and _is_late(first):
            yield Rule.LONE_CHECK, "before holds the same check twice; write that check alone"
        case Before(first=first, then=then) if first == then:
            yield Rule.IMPOSSIBLE, "before wants a check to be met before itself; name another"
        case Before(first=first, then=then) if _is_too_late(first, then):
            yield Rule.IMPOSSIBLE, f"`first` of before {_LATE}; look for what shows it on the way"
        case InOrder(checks=checks) if any(_is_too_late(*pair) for pair in combinations(checks, 2)):
            detail = f"in_order has in front of the last what {_LATE}; put it last, or take it out"
            yield Rule.IMPOSSIBLE, detail
        case OnlyAfter(guard=guard, then=then) if guard == then and _is_late(guard):
            yield Rule.IMPOSSIBLE, "only_after guards a check with itself; it can never fail"
        case OnlyAfter(guard=guard, then=then) if guard == then:
            detail = "only_after guards a check with itself, so that it holds only where that never"
            yield Rule.IMPOSSIBLE, f"{detail} happens; name another guard, or write never"
        case OnlyAfter(guard=guard, then=then) if _is_too_late(guard, then):
            detail = f"the guard of only_after {_LATE}, so that it holds only where `then` never"
            yield Rule.IMPOSSIBLE, f"{detail} happens; look for what shows the guard on the way"
        case _:
            pass


def _is_too_late(first: Check, then: Check) -> bool:
    return _is_late(first) and _is_on_the_way(then)


def _is_late(check: Check) -> bool:
    """Whether the one moment at which it is met can only be the end of the run."""
    match check:
        case ToolCalled(count=count) | Ran(count=count):
            return count is not None and least(count) is None
        case FileChanged(scope=scope):
            return scope is Span.NET
        case Communicates(every=every):
            return every
        case Before(then=then):
            return _is_late(then)
        case AllOf(checks=inner) | InOrder(checks=inner) | AnyOf(checks=inner):
            # One is enough where all are waited for, unless it may drop out.
            waits = not isinstance(check, AnyOf)
            late = [each for each in inner if _is_late(each)]
            return bool(late) and (len(late) == len(inner) or (waits and any(map(_applies, late))))
        case _:
            return isinstance(check, _AT_THE_END)


def _is_on_the_way(check: Check) -> bool:
    """Whether the moments at which it is met are those of steps and calls."""
    match check:
        case EventCheck():
            return check.kind in KINDS and not _is_late(check)
        case AllOf(checks=inner) | AnyOf(checks=inner) | InOrder(checks=inner):
            return bool(inner) and all(map(_is_on_the_way, inner))
        case Before(then=then):
            return _is_on_the_way(then)
        case _:
            return False


def _applies(check: Check) -> bool:
    """Whether surely no run leaves it out as not applicable."""
    every = (check, *inner_checks(check))
    return not any(
        isinstance(each, Claims | Judge | VerifierTest) or each.kind not in KINDS for each in every
    )
