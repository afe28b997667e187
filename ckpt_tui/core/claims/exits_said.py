"""Claims about the code with which a command ended."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.call_evidence import result_evidence
from ckpt_tui.core.claims.calls import position_of
from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
from ckpt_tui.core.claims.codes_said import Code, codes
from ckpt_tui.core.claims.command_ends import Run, runs
from ckpt_tui.core.claims.command_names import Mention, mentions
from ckpt_tui.core.claims.command_roles import runs_of_role
from ckpt_tui.core.claims.scene import (
    Remark,
    Scene,
    contradicted,
    supported,
    unchecked,
    unsupported,
)
from ckpt_tui.core.figures import number_of
from ckpt_tui.core.trace import Field

# A line that prints the code of what ran before it.
_PRINTING: Final = ("$?", "PIPESTATUS")
_TELLING: Final = (
    "exit code", "exit status", "exit code:", "exited with code", "exited with", "exit", "exit:",
    "returned", "exit=", "rc=", "status", "error",
)  # fmt: skip
_PRONOUNS: Final = frozenset({"it", "that", "this", "which"})
_LONGEST: Final = 3


class _Wanted(Struct, frozen=True, kw_only=True):
    """What a code is said to be; None for any but 0."""

    code: int | None

    def fits(self, code: int) -> bool:
        return code != 0 if self.code is None else code == self.code


def exit_claims(remark: Remark) -> Iterator[Claim]:
    """The exit codes that a clause names, each of the command that stands nearest to it."""
    said = tuple(codes(remark))
    named = mentions(remark.clause.sentence)
    for number, code in enumerate(said):
        subject = _subject(remark, said, number, named) or _referred(remark)
        found = () if subject is not None else runs_of_role(remark.scene, remark.lowers)
        if found and code.code is not None:
            finding = _among(remark.scene, found, _Wanted(code=code.code))
        else:
            finding = _exited(remark.scene, code, subject)
        yield remark.scene.claim(ClaimKind.EXIT_CODE, remark.span, finding)


def _subject(
    remark: Remark, said: Sequence[Code], number: int, named: Sequence[Mention]
) -> Mention | None:
    """The command whose code it is: in front of it, or behind where the codes come first."""
    own = [it for it in named if remark.clause.start <= it.start + 1 and it.start < remark.span[1]]
    before = [it for it in named if it.start < said[number].start]
    behind = [it for it in own if it.start > said[number].start]
    if not own or not behind:
        is_listed = len(own) == len(said) > 1 and own[-1].start < said[0].start
        return own[number] if is_listed else before[-1] if before else None
    if own[0].start > said[0].start:
        following = said[number + 1].start if number + 1 < len(said) else remark.span[1]
        return next((it for it in behind if it.start < following), None)
    return before[-1] if before else None


def _referred(remark: Remark) -> Mention | None:
    """The one command of the sentence before, where a clause goes on with `it`."""
    earlier = remark.scene.sentence_before(remark.clause.sentence)
    if earlier is None or remark.lowers[0] not in _PRONOUNS:
        return None
    sure = [it for it in mentions(earlier) if it.is_sure]
    return sure[0] if len(sure) == 1 else None


def _exited(scene: Scene, said: Code, subject: Mention | None) -> Finding:
    if not scene.shell_rows:
        if scene.may_have_run:
            return unchecked("It may have been run through another tool.")
        return unsupported("No command was run.")
    wanted = _Wanted(code=said.code)
    if subject is None:
        return _of_any(scene, wanted)
    found = _runs_of(scene, subject)
    if not found:
        return _of_any(scene, wanted) if not subject.is_sure else _of_none(subject, wanted)
    if said.is_bare and _prints(scene, found, said):
        return unchecked("It may have printed the number.")
    return _among(scene, found, wanted)


def _runs_of(scene: Scene, subject: Mention) -> tuple[Run, ...]:
    """The runs of a command; in prose only those words are its own that some line holds."""
    words = subject.words
    if subject.is_code:
        return runs(scene, words)
    for count in range(min(_LONGEST, len(words)), 1, -1):
        found = runs(scene, words[:count])
        if found:
            return found
    return runs(scene, words[:1])


def _of_none(subject: Mention, wanted: _Wanted) -> Finding:
    """An exit of something that no line names."""
    if subject.is_code or wanted.code:
        return unsupported("No call ran such a command.")
    return unchecked("No command of that name was seen.")


def _of_any(scene: Scene, wanted: _Wanted) -> Finding:
    known = scene.view.calls.exit_codes
    for row in reversed(scene.shell_rows):
        code = known[row]
        if code is not None and wanted.fits(code):
            return supported(result_evidence(scene.view, position_of(scene.view, row), None))
    told = _told(scene, runs(scene, ()), wanted)
    if told is not None:
        return told
    is_loose = not wanted.code
    if is_loose and any(run.code is None for run in runs(scene, ())):
        return unchecked("Not every exit code was recorded.")
    return unsupported("No command ended with that exit code.")


def _among(scene: Scene, found: Sequence[Run], wanted: _Wanted) -> Finding:
    """What the runs of one command say."""
    for run in reversed(found):
        code = scene.view.calls.exit_codes[run.row]
        if code is not None and wanted.fits(code):
            return supported(result_evidence(scene.view, position_of(scene.view, run.row), None))
    told = _told(scene, found, wanted)
    if told is not None:
        return told
    last = found[-1]
    if last.code is not None and not wanted.fits(last.code):
        evidence = result_evidence(scene.view, position_of(scene.view, last.row), None)
        return contradicted(f"It ended with exit code {last.code}.", evidence)
    if not wanted.code:
        return unchecked("Not every exit code was recorded.")
    return unsupported("No command ended with that exit code.")


def _told(scene: Scene, found: Sequence[Run], wanted: _Wanted) -> Finding | None:
    """An exit code that an output spells out."""
    for words in _TELLING if wanted.code is not None else ():
        joint = "" if words.endswith("=") else " "
        evidence = scene.shown.place(f"{words}{joint}{wanted.code}", scene.before)
        if evidence is not None:
            return supported(evidence, "An output says so.")
    for run in found:
        if any(mark in run.line for mark in _PRINTING):
            shown = (int(it) for it in _figures(scene, run.row) if it.isdigit())
            if any(wanted.fits(code) for code in shown):
                position = position_of(scene.view, run.row)
                evidence = result_evidence(scene.view, position, None)
                return supported(evidence, "The line printed it.")
    return None


def _prints(scene: Scene, found: Sequence[Run], said: Code) -> bool:
    """Whether a run printed the number, so that it may have been returned that way."""
    return any(str(said.code) in _figures(scene, run.row) for run in found)


def _figures(scene: Scene, row: int) -> frozenset[str]:
    text = scene.view.column(Field.RESULT).text(row)[:20_000]
    tokens = "".join(c if c.isalnum() or c in ".,_" else " " for c in text).split()
    return frozenset(filter(None, (number_of(token.strip(".,")) for token in tokens)))
