"""Claims about commands: that one ran, and with what exit code it ended."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.call_evidence import arguments_evidence, result_evidence
from ckpt_tui.core.claims.calls import position_of
from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
from ckpt_tui.core.claims.lexicon import spelled_number
from ckpt_tui.core.claims.literals import Slot
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.scene import (
    Remark,
    Scene,
    contradicted,
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
_PROGRAMS: Final = vocabulary(
    """
    pytest npm yarn pnpm make cargo tox nox mypy ruff eslint tsc docker git flake8 black mvn gradle
    pip curl pylint terraform kubectl ansible cmake ninja bazel jest vitest npx
    """
)
_INTERPRETERS: Final = vocabulary(
    "python python3 node ruby perl bash sh java go php deno bun uv poetry hatch rake rspec dotnet"
)
_OPERATORS: Final = vocabulary("is not in and or == != = + < > <= >= -> => : as if else")
_EXITS: Final = vocabulary("exit exits exited exiting exit-code exit-status exitcode rc errorlevel")
_ENDS: Final = vocabulary(
    """
    finished finishes finish terminated terminates ended ends end completed completes stopped stops
    stop quit quits died dies failed fails aborted aborts crashed crashes halted halts closed closes
    bailed left
    """
)
_RETURNS: Final = vocabulary(
    """
    return returned returns returning came comes gave gives yielded yields reported reports produced
    """
)
# Of a code that is written, not of one that came.
_DESIGNING: Final = vocabulary(
    "changed change set sets mapped maps documented documents handled handles defined defines codes"
)
_CODES: Final = vocabulary("code status value")
_ASSIGNED: Final = vocabulary("rc exit exitcode exit_code exit-code exit_status returncode status")
# These return codes as well, without an end of their own.
_OTHERS: Final = vocabulary(
    """
    http https url endpoint api response responses request requests page curl get post put server
    function method class parser helper handler error
    """
)
_WEB_CODES: Final = range(200, 227)
_BEING_RUN: Final = frozenset({"was", "were", "been", "have", "has", "i", "we", "i've", "we've"})
_ANY: Final = vocabulary(
    """
    the a an it command commands process program everything all both script run which that this they
    each every and of with
    """
)
_LARGEST: Final = 255
_REACH: Final = 4


def command_claims(remark: Remark) -> Iterator[Claim]:
    """The commands that a clause says were run."""
    verb = _run_verb(remark)
    if verb is None or not remark.clause.asserts(verb):
        return
    for start, end, text in _named(remark, verb):
        yield remark.scene.claim(ClaimKind.COMMAND, (start, end), _ran(remark.scene, text))


def exit_claims(remark: Remark) -> Iterator[Claim]:
    """The exit codes that a clause names."""
    for place, word in enumerate(remark.lowers):
        named, _, figure = word.rpartition("=")
        if named in _ASSIGNED and remark.clause.asserts(place) and _code(figure) is not None:
            finding = _exited(remark, int(figure), place)
            yield remark.scene.claim(ClaimKind.EXIT_CODE, remark.span, finding)
            return
        code = _code(word) if remark.clause.asserts(place) else None
        is_count = any(it.slot is Slot.COUNT and it.place == place for it in remark.literals)
        if code is not None and not is_count and _is_exit(remark.lowers, place):
            finding = _exited(remark, code, place)
            yield remark.scene.claim(ClaimKind.EXIT_CODE, remark.span, finding)
            return


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
        if not _looks_like_command(span.text):
            continue
        if remark.lowers[verb] in _RAN or _is_surely_command(span.text):
            yield span.start, span.end, span.text
    if codes:
        return
    behind = remark.words[verb + 1 : verb + 3]
    program = next((word for word in behind if _is_program(word)), None)
    if program is not None:
        yield program.start, program.end, program.text


def _is_program(word: Word) -> bool:
    return word.lower in _PROGRAMS or word.text.startswith("./")


def _looks_like_command(text: str) -> bool:
    first = text.lstrip()[:2]
    if any(mark in text for mark in "(){}<>\u2026") or " ..." in text or not first.strip():
        return False
    program, *others = text.split()
    if program.isupper() or not _OPERATORS.isdisjoint(others):
        return False
    is_name = all(c.isalnum() or c in "/~._+-" for c in program.partition("=")[0])
    return is_name and (first[0].isalnum() or first[0] in "/~" or first == "./")


def _is_surely_command(text: str) -> bool:
    """Whether code says by itself that it is a command: by its program or by a flag."""
    program, *others = text.split()
    is_known = program in _PROGRAMS | _INTERPRETERS or program.startswith("./")
    return is_known or any(word.startswith("-") and word.strip("-") for word in others)


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
    is_word = len(words) == 1 and "." not in words[0] and words[0].lower() not in _PROGRAMS
    if is_word and not is_known:
        return unchecked("It may be no command.")
    if scene.shell_rows and scene.written.place(wanted, scene.before) is not None:
        return unchecked("It stands in what the agent wrote, and may have been run from there.")
    return unsupported("No call ran such a command.")


def _code(word: str) -> int | None:
    bare = word.strip("()")
    if bare.isascii() and bare.isdigit() and len(bare) <= len(str(_LARGEST)):
        return int(bare) if int(bare) <= _LARGEST else None
    return spelled_number(bare)


def _is_exit(lowers: tuple[str, ...], place: int) -> bool:
    """Whether a number is said to be an exit code."""
    before = lowers[max(0, place - _REACH) : place]
    behind = lowers[place + 1 : place + _REACH]
    if not _DESIGNING.isdisjoint(lowers[:place]):
        return False
    if not _EXITS.isdisjoint(before) or _names_exit(lowers[:place]):
        return "http" not in lowers
    is_coded = not _CODES.isdisjoint(before[-3:])
    if not _EXITS.isdisjoint(behind):
        return is_coded or not _CODES.isdisjoint(behind)
    if not is_coded or _code(lowers[place]) in _WEB_CODES:
        return False
    said = {*lowers[:place], *behind}
    has_ended = not _ENDS.isdisjoint(said) and "error" not in said
    return has_ended or (not _RETURNS.isdisjoint(said) and _OTHERS.isdisjoint(lowers))


def _names_exit(before: tuple[str, ...]) -> bool:
    """Whether the last thing named is an exit code, however far in front of its number."""
    for place in reversed(range(len(before))):
        if _code(before[place]) is not None:
            return False
        if before[place] in _EXITS and not _CODES.isdisjoint(before[place + 1 : place + 2]):
            return True
    return False


def _exited(remark: Remark, code: int, place: int) -> Finding:
    scene = remark.scene
    if not scene.shell_rows:
        if scene.may_have_run:
            return unchecked("It may have been run through another tool.")
        return unsupported("No command was run.")
    named = _subject(remark, place)
    rows = scene.shell_rows
    if named:
        rows = tuple(row for row in rows if _is_of(scene, row, named))
        if not rows:
            return _of_nothing(remark, code)
    return _among(scene, rows, code, is_named=bool(named))


def _of_nothing(remark: Remark, code: int) -> Finding:
    """An exit of something that no line names."""
    has_code = any(span.is_code for span in remark.clause.sentence.spans)
    if has_code or code:
        return unsupported("No call ran such a command.")
    return unchecked("No command of that name was seen.")


def _subject(remark: Remark, place: int) -> tuple[str, ...]:
    """The words that name what exited; empty where it may be anything."""
    for span in remark.clause.sentence.spans:
        if span.is_code and _looks_like_command(span.text):
            return tuple(word for word in span.text.split() if not word.startswith("-"))
    before = remark.lowers[:place]
    known = tuple(word for word in before if word in _PROGRAMS)
    return known[:1]


def _is_of(scene: Scene, row: int, named: tuple[str, ...]) -> bool:
    line = scene.view.calls.line(row) or ""
    return all(word.rpartition("/")[2] in line for word in named)


def _among(scene: Scene, rows: tuple[int, ...], code: int, *, is_named: bool) -> Finding:
    codes = scene.view.calls.exit_codes
    for row in reversed(rows):
        if codes[row] == code:
            return supported(result_evidence(scene.view, position_of(scene.view, row), None))
    told = _told(scene, code)
    if told is not None:
        return told
    if any(codes[row] is None for row in rows) and not code:
        return unchecked("Not every exit code was recorded.")
    if is_named and codes[rows[-1]] is not None:
        position = position_of(scene.view, rows[-1])
        reason = f"It ended with exit code {codes[rows[-1]]}."
        return contradicted(reason, result_evidence(scene.view, position, None))
    return unsupported("No command ended with that exit code.")


def _told(scene: Scene, code: int) -> Finding | None:
    """An exit code that an output spells out."""
    for words in ("exit code", "exit status", "exit code:", "exited with code", "exited with",
                  "exit", "exit:", "returned", "exit=", "rc=", "status"):  # fmt: skip
        joint = "" if words.endswith("=") else " "
        evidence = scene.shown.place(f"{words}{joint}{code}", scene.before)
        if evidence is not None:
            return supported(evidence, "An output says so.")
    return None
