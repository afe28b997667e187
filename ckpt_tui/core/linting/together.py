"""Checks that are to be met together and ask of one value what it cannot be."""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checks.base import Check, When
from ckpt_tui.core.checks.calls import CallStatus
from ckpt_tui.core.checks.command import Command
from ckpt_tui.core.checks.ending import OutcomeCheck
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.checks.logic import AllOf, Not
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.linting.contradictions import Values, cannot_all_hold, values_of
from ckpt_tui.core.match import AtLeast, Equals, Match, NotMatch


class _Asked(Struct, frozen=True):
    """One value of a run, the same for whoever asks: what it is called, and of what it is."""

    name: str
    of: tuple[object, ...]
    values: Values = Values.ANY


def torn(check: AllOf) -> Iterator[str]:
    """The values of which several checks ask what no value is, by what each is called."""
    wanted: dict[_Asked, list[Match]] = defaultdict(list)
    for each in _members(check):
        for asked, match in _asked(each):
            wanted[asked].append(match)
    for asked, matches in wanted.items():
        is_alone = any(cannot_all_hold((match,), asked.values) for match in matches)
        if not is_alone and cannot_all_hold(matches, asked.values):
            yield asked.name


def _members(check: AllOf) -> Iterator[Check]:
    for each in check.checks:
        if isinstance(each, AllOf):
            yield from _members(each)
        else:
            yield each


def _asked(check: Check) -> Iterator[tuple[_Asked, Match]]:
    """What a check asks of values of which another check may ask something as well."""
    match check:
        case ToolCalled(when=When.LAST | When.END):
            yield from _last_call(check)
        case ToolCalled() | Ran():
            yield _how_often(check)
        case (
            Not(check=ToolCalled(when=When.EVER) | Ran() as inner)
            | Never(check=ToolCalled(when=When.EVER) | Ran() as inner)
        ):
            asked, count = _how_often(inner)
            yield asked, NotMatch(count)
        case Tests(when=When.LAST | When.END):
            of = (Tests.kind, check.command)
            yield from _fields(check, "the last test run", of, ("passed", "failed", "skipped"))
        case _:
            yield from _of_the_end(check)


def _of_the_end(check: Check) -> Iterator[tuple[_Asked, Match]]:
    match check:
        case OutcomeCheck():
            yield from _fields(check, "the official outcome", (), ("value",))
            if check.passed is not None:
                yield _Asked("the official outcome", ()), Equals(check.passed)
        case File(path=Equals(value=path), exists=True):
            of = (File.kind, path, check.within)
            yield from _fields(check, f"{path}", of, ("text",))
            if check.sha256 is not None:
                yield _Asked(f"the digest of {path}", (path,)), Equals(check.sha256.lower())
        case Command():
            told = replace(check, exit_code=check.exit_code or Equals(0))
            yield from _fields(told, "a command", check.argv, ("exit_code", "output"))
        case _:
            pass


def _fields(
    check: Check, name: str, of: tuple[object, ...], fields: tuple[str, ...]
) -> Iterator[tuple[_Asked, Match]]:
    for field in fields:
        wanted: Match | None = getattr(check, field)
        if wanted is not None:
            yield _Asked(f"{field} of {name}", of, values_of(field)), wanted


def _last_call(check: ToolCalled) -> Iterator[tuple[_Asked, Match]]:
    """Of the last call of a sort there is one, which is also the one that ends a run."""
    of = (check.tool, check.tool_class, check.arguments, check.actor)
    yield from _fields(check, "the last such call", of, ("result", "exit_code"))
    status = check.status or (CallStatus.OK if check.exit_code is None else CallStatus.ANY)
    if status is not CallStatus.ANY:
        yield _Asked("the status of the last such call", of), Equals(status)


def _how_often(check: ToolCalled | Ran) -> tuple[_Asked, Match]:
    asked = _Asked("how often the same is done", (replace(check, count=None),), Values.COUNT)
    return asked, check.count or AtLeast(1)
