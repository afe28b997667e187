"""How each command of a shell line ended, as far as the end of the whole line tells."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise, takewhile
from operator import is_not
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.shell_words import Command

_PIPES: Final = frozenset({"|", "|&"})
_CONNECTORS: Final = frozenset({"&&", "||"})
_LEAVERS: Final = frozenset({"exit", "return", "exec"})
# What does not fail, with the complaint that it would print where it does.
_SURE: Final = {
    ":": "", "cd": "cd:", "date": "", "echo": "", "export": "", "printf": "", "pwd": "", "set": "",
    "sleep": "", "true": "",
}  # fmt: skip
_NEGATIONS: Final = ("; ! ", "&& ! ", "|| ! ", "\n! ", "( ! ", "(! ")
_NOT_FOUND: Final = ("command not found", "not found")


class Ending(Struct, frozen=True, kw_only=True):
    """In which ways a command may have ended: several where the recording does not tell.

    Attributes:
        code: its exit code where it failed; None where that is not known.
    """

    may_pass: bool = True
    may_fail: bool = True
    may_be_skipped: bool = True
    code: int | None = None


class LineEnd(Struct, frozen=True, kw_only=True):
    """What was recorded of a line's end.

    Attributes:
        is_ok: None where that is not known.
        code: the exit code of the line; None where it was not recorded.
        text: what it printed.
        is_whole: whether the line was run to its end, as far as it went.
    """

    is_ok: bool | None
    is_whole: bool = True
    code: int | None = None
    text: str = ""


class _Pipeline(Struct, frozen=True):
    """Commands joined by pipes, by their places in the line, and what stands before and behind."""

    places: tuple[int, ...]
    operator: str
    is_sure: bool


def endings(line: str, found: Sequence[Command], end: LineEnd) -> tuple[Ending, ...]:
    """One ending a command, in their order; wholly unknown where the line is built in a rare way.

    A pipe shows the end of its last command only, and what stands behind `&&` or `||` may not
    have run.
    """
    known = dict[int, Ending]()
    if end.is_whole and _is_flat(line, found):
        lists = list(_lists(found, end.text))
        for place, members in enumerate(lists):
            is_last = place == len(lists) - 1 and not line.rstrip().endswith("&")
            ended = _of_list(members, found, end if is_last else LineEnd(is_ok=None))
            known.update((place, it) for place, it in ended if not _may_wait(found[place]))
    return tuple(
        _blamed(command, known.get(place, _unknown(command, found)), end.text)
        for place, command in enumerate(found)
    )


def _unknown(command: Command, found: Sequence[Command]) -> Ending:
    """Only what stands first is known to have been begun, and what it has inside `$(…)`."""
    is_first = all(it.is_captured for it in takewhile(partial(is_not, command), found))
    return Ending(may_be_skipped=not is_first or _may_wait(command))


def _may_wait(command: Command) -> bool:
    """Whether it runs as often as a condition or a loop says, or not at all."""
    return command.is_conditional or command.is_looped


def _is_flat(line: str, found: Sequence[Command]) -> bool:
    """Whether the order of commands is all there is to know of how they are joined."""
    is_turned = line.startswith("! ") or any(mark in line for mark in _NEGATIONS)
    if is_turned or any(command.program in _LEAVERS for command in found[:-1]):
        return False
    joints = {command.operator for command in found[1:] if not command.is_captured}
    is_one_kind = joints <= {"&&"} or joints <= {";", "\n", ")"}
    return is_one_kind or not any(command.is_grouped for command in found)


def _lists(found: Sequence[Command], text: str) -> Iterator[list[_Pipeline]]:
    """The and-or lists of a line; under `set -e` the whole line is one."""
    stops = any(_sets(command, "e") for command in found)
    members: list[_Pipeline] = []
    for pipeline in _pipelines(found, text):
        if members and pipeline.operator not in _CONNECTORS:
            if not stops:
                yield members
                members = []
            members.append(replace(pipeline, operator="&&"))
        else:
            members.append(pipeline)
    yield members


def _pipelines(found: Sequence[Command], text: str) -> Iterator[_Pipeline]:
    places: list[int] = []
    for place, command in enumerate(found):
        is_part = not command.is_captured and (bool(command.argv) or command.operator != ")")
        if not is_part:
            continue
        if places and command.operator not in _PIPES:
            yield _pipeline(found, places, text)
            places = []
        places.append(place)
    if places:
        yield _pipeline(found, places, text)


def _pipeline(found: Sequence[Command], places: list[int], text: str) -> _Pipeline:
    first, last = found[places[0]], found[places[-1]]
    return _Pipeline(tuple(places), first.operator, _is_sure(last, text))


def _is_sure(command: Command, text: str) -> bool:
    if command.is_opaque or command.redirects or command.program not in _SURE:
        return False
    complaint = _SURE[command.program]
    return not complaint or complaint not in text


def _sets(command: Command, option: str) -> bool:
    words = [word.text for word in command.argv[1:]] if command.program == "set" else []
    return any(word.startswith("-") and option in word for word in words)


def _of_list(
    members: list[_Pipeline], found: Sequence[Command], end: LineEnd
) -> Iterator[tuple[int, Ending]]:
    """The endings of the commands of one and-or list, by their places."""
    keeps_failures = any("pipefail" in word.text for it in found for word in it.argv[1:])
    for number, (pipeline, ways) in enumerate(zip(members, _ways(members, end.is_ok), strict=True)):
        behind = [later.operator for later in members[number + 1 :]]
        is_last = all(operator == "&&" for operator in behind)
        whole = Ending(
            may_pass=True in ways,
            may_fail=False in ways,
            may_be_skipped=None in ways,
            code=end.code if is_last else None,
        )
        is_told = keeps_failures and not whole.may_fail
        inside = whole if is_told else Ending(may_be_skipped=None in ways)
        for place in pipeline.places[:-1]:
            yield place, inside
        # A line may end as none of its commands can, where whoever ran it cut it off.
        yield pipeline.places[-1], whole if ways else Ending()


def _ways(members: list[_Pipeline], is_ok: bool | None) -> list[set[bool | None]]:  # noqa: FBT001 (three-valued)
    """For each pipeline whether it may have passed, failed, or been skipped (None).

    Those are the ways that lead from the front of the list to how it ended.
    """
    states: list[set[bool]] = [{True}]
    for pipeline in members:
        states.append({after for _, _, after in _moves(pipeline, states[-1])})
    ends = {True, False} if is_ok is None else {is_ok}
    ways: list[set[bool | None]] = []
    for pipeline, before in zip(reversed(members), reversed(states[:-1]), strict=True):
        moves = [move for move in _moves(pipeline, before) if move[2] in ends]
        ways.append({way for _, way, _ in moves})
        ends = {start for start, _, _ in moves}
    return ways[::-1]


def _moves(pipeline: _Pipeline, before: set[bool]) -> Iterator[tuple[bool, bool | None, bool]]:
    """What stood before, how the pipeline went, and what stands behind it."""
    for status in before:
        if pipeline.operator == ("||" if status else "&&"):
            yield status, None, status
            continue
        yield status, True, True
        if not pipeline.is_sure:
            yield status, False, False


def _blamed(command: Command, ending: Ending, text: str) -> Ending:
    """What the shell, or Python, did not find has failed, whatever hides its exit code."""
    if not ending.may_fail or not any(complaint in text for complaint in _complaints(command)):
        return ending
    return replace(ending, may_pass=False)


def _complaints(command: Command) -> Iterator[str]:
    words = [word.text for word in command.argv]
    yield from (f"{words[0]}: {said}" for said in _NOT_FOUND if words)
    yield from (f"No module named {name}" for flag, name in pairwise(words) if flag == "-m")
