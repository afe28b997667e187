"""Claims that a command ran."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.call_evidence import arguments_evidence
from ckpt_tui.core.claims.calls import position_of
from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
from ckpt_tui.core.claims.command_names import (
    PROGRAMS,
    is_program,
    is_surely_command,
    looks_like_command,
)
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


def command_claims(remark: Remark) -> Iterator[Claim]:
    """The commands that a clause says were run."""
    verb = _run_verb(remark)
    if verb is None or not remark.clause.asserts(verb):
        return
    for start, end, text in _named(remark, verb):
        yield remark.scene.claim(ClaimKind.COMMAND, (start, end), _ran(remark.scene, text))


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
