"""Claims that a command ran."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from ckpt_tui.core.call_evidence import arguments_evidence
from ckpt_tui.core.claims.calls import position_of
from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
from ckpt_tui.core.claims.command_ends import runs
from ckpt_tui.core.claims.command_names import (
    PROGRAMS,
    Mention,
    is_program,
    is_surely_command,
    looks_like_command,
    mentions,
)
from ckpt_tui.core.claims.commands_set_going import is_set_going
from ckpt_tui.core.claims.outcomes_said import goes_well, held_well, is_noted_well
from ckpt_tui.core.claims.scene import (
    Remark,
    Scene,
    derived,
    supported,
    unchecked,
    unsupported,
)
from ckpt_tui.core.claims.vocabulary import vocabulary

_RAN: Final = vocabulary(
    "ran reran re-ran executed re-executed invoked launched ran: run rerun issued"
)
# Beside code that looks like a command they say that it ran.
_RUNNING: Final = vocabulary(
    """
    running executing tested verified validated double-checked checked confirmed used passes
    passed completed completes succeeded succeeds failed fails returned returns reported reports
    printed prints showed shows output carried performed
    """
)
_BEING_RUN: Final = frozenset({"was", "were", "been", "have", "has", "i", "we", "i've", "we've"})
_ATTRIBUTED: Final = vocabulary(
    "style styles syntax format formats convention conventions semantics"
)
# Between a command and a remark about it.
_MARKS: Final = frozenset({":", ",", "`"})
_LONGEST: Final = 3


def command_claims(remark: Remark) -> Iterator[Claim]:
    """The commands that a clause says were run, and how they went where it says that."""
    told = {(start, end): text for start, end, text in _told(remark)}
    for mention in mentions(remark.clause.sentence):
        is_own = remark.clause.start <= mention.start + 1 <= remark.span[1]
        if not is_own or _is_attribute(remark, mention.end):
            continue
        span = mention.start, mention.end
        outcome = _outcome(remark, mention)
        if outcome is not None:
            yield remark.scene.claim(ClaimKind.COMMAND, span, outcome)
        elif span in told or is_set_going(remark, mention):
            finding = _ran(remark.scene, mention.text)
            yield remark.scene.claim(ClaimKind.COMMAND, span, finding)
    yield from _of_it(remark)


def _told(remark: Remark) -> Iterator[tuple[int, int, str]]:
    verb = _run_verb(remark)
    if verb is not None and remark.clause.asserts(verb):
        yield from _named(remark, verb)


def _outcome(remark: Remark, mention: Mention) -> Finding | None:
    """What speaks against it that a command went well; None where that is not said, or is so."""
    if not mention.is_sure:
        return None
    place = next((n for n, it in enumerate(remark.words) if it.start >= mention.end), None)
    for count in range(min(_LONGEST, len(mention.words)), 0, -1):
        behind = place if mention.is_code or place is None else place + count - 1
        if behind is None or not _is_well(remark, behind):
            continue
        words = mention.words if mention.is_code else mention.words[:count]
        return held_well(remark.scene, runs(remark.scene, words))
    return None


def _is_well(remark: Remark, behind: int) -> bool:
    if goes_well(remark, behind):
        return True
    is_marked = remark.words[behind - 1].mark in _MARKS
    return is_marked and is_noted_well(remark, behind)


def _of_it(remark: Remark) -> Iterator[Claim]:
    """`… and it was clean`: of the command that stands before it in the sentence."""
    joints = takewhile(lambda word: word in ("and", "so", "then"), remark.lowers)
    at = len(list(joints))
    if remark.lowers[at : at + 1] not in (("it",), ("which",), ("that",)):
        return
    named = [it for it in mentions(remark.clause.sentence) if it.end <= remark.clause.start]
    if named and named[-1].is_sure and named[-1].is_code and goes_well(remark, at + 1):
        finding = held_well(remark.scene, runs(remark.scene, named[-1].words))
        if finding is not None:
            yield remark.scene.claim(ClaimKind.COMMAND, remark.span, finding)


def _run_verb(remark: Remark) -> int | None:
    lowers = remark.lowers
    has_code = any(each.is_code for each in remark.words)
    for place, word in enumerate(lowers):
        if word in _RAN and (word != "run" or _is_past(lowers, place)):
            return place
        if has_code and word in _RUNNING:
            return place
    return None


def _is_past(lowers: tuple[str, ...], place: int) -> bool:
    """Whether `run` tells what was done: `was run`, `Command run:`."""
    is_label = lowers[place - 1 : place] in (("command",), ("commands",))
    return is_label or not _BEING_RUN.isdisjoint(lowers[:place])


def _named(remark: Remark, verb: int) -> Iterator[tuple[int, int, str]]:
    """The commands near a verb of running: code, or a program that everybody knows."""
    clause = remark.clause
    codes = [
        span
        for span in clause.sentence.spans
        if span.is_code and clause.start <= span.start + 1 and span.end <= clause.end + 1
    ]
    for span in codes:
        if not looks_like_command(span.text):
            continue
        if remark.lowers[verb] in _RAN or is_surely_command(span.text):
            yield span.start, span.end, span.text
    if codes:
        return
    behind = remark.words[verb + 1 : verb + 3]
    program = next((word for word in behind if is_program(word)), None)
    if program is not None:
        yield program.start, program.end, program.text


def _is_attribute(remark: Remark, end: int) -> bool:
    """``git diff` style output`: what is like that of a command."""
    behind = next((word.lower for word in remark.words if word.start >= end), "")
    return behind in _ATTRIBUTED


def _ran(scene: Scene, text: str) -> Finding:
    words = text.strip("$ ").split()
    wanted, program = " ".join(words), words[0].rpartition("/")[2]
    is_known = False
    for row in reversed(scene.shell_rows):
        line = " ".join((scene.view.calls.line(row) or "").split())
        if wanted in line:
            return supported(arguments_evidence(scene.view, position_of(scene.view, row), wanted))
        if program in line:
            is_known = True
            if all(word.strip("'\"") in line for word in words if not word.startswith("-")):
                evidence = arguments_evidence(scene.view, position_of(scene.view, row), program)
                return derived("A command like it ran.", evidence)
    return _never_ran(scene, wanted, words, is_known=is_known)


def _never_ran(scene: Scene, wanted: str, words: list[str], *, is_known: bool) -> Finding:
    if not scene.shell_rows and scene.may_have_run:
        return unchecked("It may have been run through another tool.")
    is_word = len(words) == 1 and "." not in words[0] and words[0].lower() not in PROGRAMS
    if is_word and not is_known:
        return unchecked("It may be no command.")
    if scene.shell_rows and scene.written.place(wanted, scene.before) is not None:
        return unchecked("It stands in what the agent wrote, and may have been run from there.")
    return unsupported("No call ran such a command.")
