"""The numbers of a clause that are said to be exit codes, and codes told without a number."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.command_names import Mention, mentions
from ckpt_tui.core.claims.lexicon import NEGATIONS, REGRETS, spelled_number
from ckpt_tui.core.claims.literals import Slot
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.tables import heads_of
from ckpt_tui.core.claims.vocabulary import vocabulary

_EXITS: Final = vocabulary("exit exits exited exiting exit-code exit-status exitcode rc errorlevel")
_ENDS: Final = vocabulary(
    """
    finished finishes finish terminated terminates ended ends end completed completes stopped stops
    stop quit quits died dies failed fails aborted aborts crashed crashes halted halts closed closes
    bailed left succeeded succeeds
    """
)
_RETURNS: Final = vocabulary(
    """
    return returned returns returning came comes gave gives yielded yields reported reports produced
    """
)
_BREAKS_OFF: Final = vocabulary(
    "died dies failed fails aborted aborts crashed crashes quit quits stopped stops bailed bails"
)
# `came back with 7`: what may stand between such a verb and its number.
_FILLING: Final = frozenset({"with", "back", "a", "an", "as", "just", "only", "now", "out"})
# Of a code that is written, not of one that came.
_DESIGNING: Final = vocabulary(
    "changed change set sets mapped maps documented documents handled handles defined defines codes"
)
_DESIGNED: Final = vocabulary("documented handled defined mapped reserved described")
_CODES: Final = vocabulary("code status value")
_NAMES: Final = _CODES | _EXITS | {"codes", "with", "of"}
_ASSIGNED: Final = vocabulary(
    "rc exit exitcode exit_code exit-code exit_status returncode return_code status $?"
)
# These return codes as well, without an end of their own.
_OTHERS: Final = vocabulary(
    """
    http https url endpoint api response responses request requests page curl get post put server
    function method class parser helper handler error
    """
)
_PROCESSES: Final = vocabulary(
    """
    command script process program build linter lint compiler job run step wrapper shell binary
    executable installer container pipeline hook
    """
)
_WEB_CODES: Final = range(200, 227)
_CODE_HEADS: Final = frozenset({"code", "status", "return", "returned", "result"})
_NONZERO: Final = frozenset({"nonzero", "non-zero"})
_CLEANLY: Final = frozenset({"cleanly", "successfully", "normally", "gracefully"})
_CLEAN: Final = frozenset({"clean", "successful", "normal", "graceful"})
# Behind a code they tell in which case it comes: what the program does, not what it did.
_CASES: Final = frozenset({"on", "when", "whenever", "otherwise", "if", "unless"})
_HABITS: Final = vocabulary(
    "exit exits exiting return returns returning ends finishes gives yields"
)
# The code that did not come.
_NOT_THIS: Final = frozenset({"instead", "than", "not", "from", "previously", "without"})
_PRONOUNS: Final = vocabulary("this that again now today as at in before behind after for too here")
# What is left, where an exit is no end.
_LEFT_BEHIND: Final = frozenset({"the", "a", "an", "this", "its", "from", "out", "early"})
_NO: Final = frozenset({"no", "without", "zero", "nothing"})
_FAULTS: Final = vocabulary(
    "error errors warning warnings issue issues problem problems failure failures complaint"
    " complaints fault faults"
)
_PARTING: Final = frozenset("(,;:")
_LARGEST: Final = 255
_REACH: Final = 4


class Code(Struct, frozen=True, kw_only=True):
    """An exit code that is told.

    Attributes:
        code: None for any but 0.
        is_bare: it is said to be returned, which what is printed is as well.
    """

    code: int | None
    start: int
    is_bare: bool = False


class _Said(Struct, frozen=True, kw_only=True):
    """The words of a clause, the code between two backticks as one that is empty."""

    remark: Remark
    lowers: tuple[str, ...]
    places: tuple[int, ...]
    commands: tuple[Mention, ...]

    def start(self, at: int) -> int:
        return self.remark.words[self.places[at]].start

    def asserts(self, at: int) -> bool:
        place = self.places[at]
        return self.remark.clause.asserts(place) or _is_behind_denial(self.remark, place)


def _is_behind_denial(remark: Remark, place: int) -> bool:
    """`without errors (exit code 0)`: a code behind a mark, where only faults are denied."""
    lowers, denied = remark.lowers, remark.clause.denied
    if REGRETS.issuperset(NEGATIONS.intersection(lowers)):
        return remark.clause.modality is Modality.NEGATED
    if denied is None or denied >= place or lowers[denied] not in _NO:
        return False
    if remark.clause.modality not in (Modality.ASSERTED, Modality.NEGATED):
        return False
    gap = remark.scene.text[remark.words[denied].end : remark.words[place].start]
    return not _FAULTS.isdisjoint(lowers[denied:place]) and not _PARTING.isdisjoint(gap)


def codes(remark: Remark) -> Iterator[Code]:
    """The exit codes of a clause in order; one told in words only where no number is."""
    said = _said(remark)
    found = [code for at in range(len(said.lowers)) for code in _at(said, at)]
    yield from found or _in_words(said)


def _said(remark: Remark) -> _Said:
    kept = list(_kept(remark))
    return _Said(
        remark=remark,
        lowers=tuple(lower for lower, _ in kept),
        places=tuple(place for _, place in kept),
        commands=mentions(remark.clause.sentence),
    )


def _kept(remark: Remark) -> Iterator[tuple[str, int]]:
    spans = [span for span in remark.clause.sentence.spans if span.is_code]
    seen = -1
    for place, word in enumerate(remark.words):
        if not word.is_code:
            yield remark.lowers[place], place
            continue
        span = next((it for it in spans if it.start <= word.start < it.end), None)
        if span is None or _is_code(span.text):
            yield word.lower, place
        elif span.start != seen:
            seen = span.start
            yield "", place


def _is_code(text: str) -> bool:
    """Whether what stands between backticks is a code itself: `3`, `exit code 3`, `rc=3`."""
    words = text.lower().replace(":", " ").split()
    if len(words) == 1:
        return words[0].isdecimal() or words[0].partition("=")[0] in _ASSIGNED
    is_named = not _CODES.isdisjoint(words)
    return is_named and all(word.isdecimal() or word in _NAMES for word in words)


def _at(said: _Said, at: int) -> Iterator[Code]:
    """The exit code of one word; nothing where it is none."""
    word = said.lowers[at]
    if not word or not said.asserts(at):
        return
    named, _, figure = word.rpartition("=")
    if named in _ASSIGNED and _code(figure) is not None:
        yield Code(code=_code(figure), start=said.start(at))
        return
    code = _code(word)
    place = said.places[at]
    is_count = any(it.slot is Slot.COUNT and it.place == place for it in said.remark.literals)
    if code is not None and _is_of_column(said, at):
        yield Code(code=code, start=said.start(at))
        return
    if code is None or is_count or _is_spared(said.lowers, at):
        return
    if _is_exit(said, at, code):
        yield Code(code=code, start=said.start(at))
    elif _is_returned(said, at):
        yield Code(code=code, start=said.start(at), is_bare=True)


def _code(word: str) -> int | None:
    bare = word.strip("()")
    if bare.isascii() and bare.isdigit() and len(bare) <= len(str(_LARGEST)):
        return int(bare) if int(bare) <= _LARGEST else None
    return spelled_number(bare)


def _is_spared(lowers: Sequence[str], at: int) -> bool:
    """Whether it is a code that another took the place of, or that comes in some case only."""
    is_habit = not _HABITS.isdisjoint(lowers[:at])
    is_case = not _CASES.isdisjoint(lowers[at + 1 : at + 3])
    is_other = not _NOT_THIS.isdisjoint(lowers[max(0, at - 2) : at])
    # `used to exit with 4`: at another time.
    is_over = ("used", "to") in pairwise(lowers[:at])
    return is_other or is_over or (is_habit and is_case)


def _is_exit(said: _Said, at: int, code: int) -> bool:
    """Whether a number is said to be an exit code."""
    lowers = said.lowers
    if not _DESIGNING.isdisjoint(lowers[:at]) and not _is_label(said, at):
        return False
    if not _DESIGNED.isdisjoint(lowers[at:]):
        return False
    before = lowers[max(0, at - _REACH) : at]
    if _has_exit(before) or _names_exit(lowers[:at]) or _shows_variable(said, at):
        return "http" not in lowers
    return _is_listed(said, at) or _is_exit_behind(lowers, at) or _is_coded(said, at, code)


def _is_of_column(said: _Said, at: int) -> bool:
    """Whether a cell stands below the head of exit codes: `Exit`, `Return code`, `Code`."""
    sentence = said.remark.clause.sentence
    if sentence.is_head or not sentence.columns:
        return False
    word = said.remark.words[said.places[at]]
    heads = frozenset(heads_of(said.remark.scene.text, sentence, word))
    is_code = not heads.isdisjoint({"code", "status"}) and heads <= _CODE_HEADS
    return not heads.isdisjoint(_EXITS) or (is_code and any(it.is_sure for it in said.commands))


def _has_exit(before: Sequence[str]) -> bool:
    """Whether an exit is named right before a number: not `exit the loop with 3`."""
    if not _CODES.isdisjoint(before):
        return not _EXITS.isdisjoint(before)
    behind = (before[at + 1 :][:1] for at, word in enumerate(before) if word in _EXITS)
    return any(_LEFT_BEHIND.isdisjoint(it) for it in behind)


def _is_exit_behind(lowers: Sequence[str], at: int) -> bool:
    """`a zero exit`, `code 3 on exit`."""
    behind = lowers[at + 1 : at + _REACH]
    if _EXITS.isdisjoint(behind):
        return False
    is_joined = behind[0] in _EXITS and lowers[at + 2 : at + 3] != ("the",)
    return is_joined or not _CODES.isdisjoint({*lowers[max(0, at - 3) : at], *behind})


def _is_coded(said: _Said, at: int, code: int) -> bool:
    """Whether it is called a code or a status, of something that ended or that returned it."""
    lowers = said.lowers
    is_coded = not _CODES.isdisjoint(lowers[max(0, at - 3) : at]) and not _is_of_error(said, at)
    if not is_coded or code in _WEB_CODES:
        return False
    near = {*lowers[:at], *lowers[at + 1 : at + _REACH]}
    is_told = not _RETURNS.isdisjoint(near) or _is_from_command(said, at)
    return not _ENDS.isdisjoint(near) or (is_told and _OTHERS.isdisjoint(lowers))


def _is_of_error(said: _Said, at: int) -> bool:
    """`error code 17`: a number of some list of errors; not `an error, code 17`."""
    words = said.remark.words
    return any(
        said.lowers[place] == "error"
        and said.lowers[place + 1] in _CODES
        and not words[said.places[place]].mark
        for place in range(max(0, at - _REACH), at - 1)
    )


def _is_from_command(said: _Said, at: int) -> bool:
    """`code 11 back from `make lint``: a code and the command that it comes from."""
    behind = said.lowers[at + 1 : at + 4]
    command = next((it for it in said.commands if it.is_sure and it.start > said.start(at)), None)
    return command is not None and not {"from", "for", "of", "by"}.isdisjoint(behind)


def _names_exit(before: Sequence[str]) -> bool:
    """Whether the last thing named is an exit code, however far in front of its number."""
    for place in reversed(range(len(before))):
        if _code(before[place]) is not None:
            return False
        if before[place] in _EXITS and not _CODES.isdisjoint(before[place + 1 : place + 2]):
            return True
    return False


def _is_label(said: _Said, at: int) -> bool:
    """`Exit codes: …`: what announces them, not a list of those that there are."""
    places = (place for place in range(at) if said.lowers[place] == "codes")
    words = said.remark.words
    return any(words[said.places[place]].mark == ":" for place in places)


def _is_listed(said: _Said, at: int) -> bool:
    """A number beside a command, in a list of exits: `Exit codes: `make lint` 2, `tox` 0`."""
    is_beside = any(word == "" for word in said.lowers[max(0, at - 2) : at])
    places = [place for place in range(at) if said.lowers[place] in _EXITS]
    words = said.remark.words
    is_named = any(
        words[said.places[place]].mark == ":"
        or said.lowers[place + 1] in ("codes", "code")
        or any(_code(word) is not None for word in said.lowers[place + 1 : at])
        for place in places
    )
    return is_beside and is_named


def _shows_variable(said: _Said, at: int) -> bool:
    """`$?` between the number and whatever number stands before it."""
    numbers = [place for place in range(at) if _code(said.lowers[place]) is not None]
    first = said.start(numbers[-1]) if numbers else said.remark.clause.sentence.start
    return "$?" in said.remark.scene.text[first : said.start(at)]


def _is_returned(said: _Said, at: int) -> bool:
    """`make lint returned 7`: a bare number that a command gave, and nothing counted by it."""
    place = at - 1
    while place >= 0 and said.lowers[place] in _FILLING:
        place -= 1
    verbs = _BREAKS_OFF if "with" in said.lowers[place + 1 : at] else _RETURNS
    if place < 1 or said.lowers[place] not in verbs | _RETURNS:
        return False
    if not _OTHERS.isdisjoint(said.lowers):
        return False
    start = said.start(place)
    has_command = any(it.is_sure and it.end <= start for it in said.commands)
    if not has_command and _PROCESSES.isdisjoint(said.lowers[:place]):
        return False
    behind = said.lowers[at + 1 : at + 2]
    word = said.remark.words[said.places[at]]
    return not behind or word.closes or not behind[0].isalpha() or behind[0] in _PRONOUNS


def _in_words(said: _Said) -> Iterator[Code]:
    """`a non-zero exit`, `exited cleanly`."""
    lowers = said.lowers
    for at, word in enumerate(lowers):
        if word not in _EXITS or not said.asserts(at) or _is_spared(lowers, at):
            continue
        if not _DESIGNING.isdisjoint(lowers[:at]):
            return
        near = lowers[max(0, at - 2) : at + 4]
        if not _NONZERO.isdisjoint(near):
            yield Code(code=None, start=said.start(at))
            return
        is_clean = not _CLEANLY.isdisjoint(lowers[at + 1 : at + 3])
        if is_clean or not _CLEAN.isdisjoint(lowers[max(0, at - 1) : at]):
            yield Code(code=0, start=said.start(at))
            return
