"""Claims that a tool, a file or a user said something word for word."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.lexicon import BEING
from ckpt_tui.core.claims.literals import Slot
from ckpt_tui.core.claims.prose import Span
from ckpt_tui.core.claims.scene import Remark, Scene, supported, unchecked, unsupported
from ckpt_tui.core.claims.vocabulary import vocabulary

_SAID: Final = vocabulary(
    """
    said stated showed printed reported returned logged displayed warned complained responded
    replied answered output threw raised wrote mentioned read
    """
)
# What a program or a text does in general, unless it is one of those that lie there to be read.
_SAYS: Final = vocabulary("says states reads shows reports mentions contains warns")
_VOICES: Final = vocabulary(
    """
    error message warning log logs output policy policies readme docs documentation file report
    record response answer email note notes ticket header page tool command user customer changelog
    traceback stderr stdout console comment manual
    """
)
_OWN: Final = vocabulary("i we i've we've i'll we'll you should would could")
# Of a text that is made, not of one that was found.
_MAKING: Final = vocabulary(
    """
    added add adds changed change changes replaced replace replaces updated wrote rewrote renamed
    set sets now title titled named called label instead prints will e.g example
    """
)
_QUOTED: Final = vocabulary("error message warning traceback")
_JOINTS: Final = vocabulary(
    """
    was is were had have has reading saying the that text a an i we it they got received saw get see
    gave came back shown seen returned printed
    """
)
_SEEING: Final = vocabulary(
    "got received saw seen hit noticed encountered found gave came shown read spotted"
)
_STANDING: Final = vocabulary("appears appeared stands stood occurs occurred found comes came seen")
# Whoever does one of these `with "…"` says it.
_ENDING: Final = vocabulary(
    """
    failed crashed aborted exited died quit stopped ended answered responded replied complained
    greeted
    """
)
_SUBJECT: Final = 3
_ELLIPSES: Final = ("...", "\u2026", "[\u2026]", "[...]")
_LEAST: Final = 3
_LONGEST: Final = 40
_REACH: Final = 6
# Marks of quotation in one message behind which nothing more is searched for.
_MOST: Final = 40


def quote_claims(remark: Remark) -> Iterator[Claim]:
    """What a clause quotes and says where it stood."""
    clause = remark.clause
    is_said = clause.is_asserted or clause.modality is Modality.ATTRIBUTED
    if not is_said or clause.denied is not None:
        return
    for span in clause.sentence.spans:
        is_here = clause.start <= span.start + 1 and span.end <= clause.end + 1
        if is_here and not span.is_code and _is_attributed(remark, span):
            yield remark.scene.claim(ClaimKind.QUOTE, (span.start, span.end), _held(remark, span))


def _is_attributed(remark: Remark, span: Span) -> bool:
    """Whether the words around a quotation say whose it is, and not the agent's."""
    plain = [
        (word, lower) for word, lower in zip(remark.words, remark.lowers, strict=True) if lower
    ]
    front = [lower for word, lower in plain if word.end <= span.start]
    behind = [lower for word, lower in plain if word.start >= span.end]
    if not _MAKING.isdisjoint(front):
        return False
    if not front:
        return _is_told_behind(behind[:_REACH])
    near = front[-_REACH:]
    is_file = any(it.slot is Slot.PATH and it.end <= span.start for it in remark.literals)
    has_voice = is_file or not _VOICES.isdisjoint((*front, *behind[:_REACH]))
    is_own = not _OWN.isdisjoint(front)
    says = not is_own and not _SAYS.isdisjoint(near) and has_voice
    is_told = near[:2] == ["according", "to"] and has_voice and not is_own
    return says or is_told or _is_told(near) or _is_named(near, is_own=is_own)


def _is_told(near: list[str]) -> bool:
    """Whether somebody who is not the agent is said to have said so: `the script warned`."""
    if near[-1] == "with":
        return not _ENDING.isdisjoint(near) and _OWN.isdisjoint(near)
    for place, word in enumerate(near):
        subject = near[max(0, place - _SUBJECT) : place]
        is_looked_at = word == "read" and not BEING.isdisjoint(subject[-1:])
        if is_looked_at:
            continue
        if word in _SAID and subject and _OWN.isdisjoint(subject):
            return True
    return False


def _is_told_behind(near: list[str]) -> bool:
    """`"…" was printed by the tool`, `"…" appears in the log`."""
    if not (_OWN | _MAKING).isdisjoint(near):
        return False
    is_said = not _SAID.isdisjoint(near[:_SUBJECT])
    is_by = "by" in near or not _VOICES.isdisjoint(near)
    return (is_said and is_by) or (
        not _STANDING.isdisjoint(near[:_SUBJECT]) and not _VOICES.isdisjoint(near)
    )


def _is_named(near: list[str], *, is_own: bool) -> bool:
    """`the error was "…"`, `with the message "…"`, `the warning that we saw: "…"`."""
    if is_own and _SEEING.isdisjoint(near):
        return False
    voices = [at for at, word in enumerate(near) if word in _QUOTED]
    return bool(voices) and set(near[voices[-1] + 1 :]) <= _JOINTS


def _held(remark: Remark, span: Span) -> Finding:
    scene = remark.scene
    if scene.text.count('"', 0, span.start) + scene.text.count("\u201c", 0, span.start) > _MOST:
        return unchecked("It is one quotation of very many.")
    pieces = [words for piece in _pieces(span.text) if len(words := _words(piece)) >= _LEAST]
    if not pieces:
        return unchecked("It says too little to be found.")
    evidence = None
    for words in pieces:
        place = scene.shown.words_in_order(words[:_LONGEST], scene.before)
        if place is None:
            return _missing(scene, words)
        evidence = evidence or place
    return supported(evidence)


def _missing(scene: Scene, words: list[str]) -> Finding:
    if scene.written.words_in_order(words[:_LONGEST], scene.before) is not None:
        return unchecked("It stands in what the agent gave to a tool.")
    if scene.view.trace.environment is not None:
        return unchecked("It may stand in a file that no call showed.")
    return unsupported("No answer, environment or user said these words.")


def _pieces(text: str) -> list[str]:
    for mark in _ELLIPSES:
        text = text.replace(mark, "\n")
    return text.split("\n")


def _words(text: str) -> list[str]:
    """The words of letters and digits as they stand in bytes that RE2 reads."""
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()
