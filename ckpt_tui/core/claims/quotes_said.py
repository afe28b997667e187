"""Claims that a tool, a file or a user said something word for word."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
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
_JOINTS: Final = vocabulary("was is reading saying the that text a an")
_ELLIPSES: Final = ("...", "\u2026", "[\u2026]", "[...]")
_LEAST: Final = 3
_LONGEST: Final = 40
_REACH: Final = 6
# Marks of quotation in one message behind which nothing more is searched for.
_MOST: Final = 40


def quote_claims(remark: Remark) -> Iterator[Claim]:
    """What a clause quotes and says where it stood."""
    clause = remark.clause
    if not clause.is_asserted or clause.denied is not None:
        return
    for span in clause.sentence.spans:
        is_here = clause.start <= span.start + 1 and span.end <= clause.end + 1
        if is_here and not span.is_code and _is_attributed(remark, span):
            yield remark.scene.claim(ClaimKind.QUOTE, (span.start, span.end), _held(remark, span))


def _is_attributed(remark: Remark, span: Span) -> bool:
    """Whether the words close in front of a quotation say whose it is, and not the agent's."""
    front = [
        word
        for word, lower in zip(remark.words, remark.lowers, strict=True)
        if word.end <= span.start and lower
    ]
    lowers = [word.lower for word in front]
    if not (_OWN | _MAKING).isdisjoint(lowers) or not lowers:
        return False
    near = lowers[-_REACH:]
    is_file = any(it.slot is Slot.PATH and it.end <= span.start for it in remark.literals)
    has_voice = is_file or not _VOICES.isdisjoint(lowers)
    is_told = not (_SAID | _SAYS).isdisjoint(near) or near[:2] == ["according", "to"]
    return (has_voice and is_told) or _is_named(near)


def _is_named(near: list[str]) -> bool:
    """`the error was "…"`, `with the message "…"`."""
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
