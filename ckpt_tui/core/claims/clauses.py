"""The clauses of a sentence, and in what mood each is said."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import takewhile
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.attributions import is_attributed
from ckpt_tui.core.claims.generalities import is_general
from ckpt_tui.core.claims.lexicon import BEING, FIRST, HAVING, MODALS, NEGATIONS, past_lemma, stem
from ckpt_tui.core.claims.prose import Sentence, Word
from ckpt_tui.core.claims.vocabulary import vocabulary


class Modality(StrEnum):
    """How a clause is said; only what is asserted can be false."""

    ASSERTED = "asserted"
    NEGATED = "negated"
    CONDITIONAL = "conditional"
    FUTURE = "future"
    OFFERED = "offered"
    QUESTION = "question"
    QUOTED = "quoted"
    ATTRIBUTED = "attributed"


class Clause(Struct, frozen=True, kw_only=True):
    """A part of a sentence with a verb of its own, as far as can be told.

    Attributes:
        words: never empty.
        denied: index of the word from which on it is denied; None where nothing is.
    """

    words: tuple[Word, ...]
    modality: Modality
    sentence: Sentence
    denied: int | None = None

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end

    @property
    def is_asserted(self) -> bool:
        """Whether it says something, from its first word up to where it denies."""
        return self.modality is Modality.ASSERTED

    def asserts(self, place: int) -> bool:
        """Whether a word is said in earnest: not denied, not wished, not asked."""
        return self.is_asserted and (self.denied is None or place < self.denied)


_JOINTS: Final = vocabulary(
    "and but or so then while whereas although though because since which however"
)
_BREAKS: Final = vocabulary("but while whereas although though because which however")
_SUBJECTS: Final = vocabulary(
    """
    i we you he she they it i've we've you've they've i'm we're you're they're it's i'll we'll
    you'll i'd this that these those there the a an your our his her their its my all both no please
    let everything nothing
    """
)
_IFS: Final = frozenset({"if", "unless", "whenever", "provided", "assuming", "otherwise"})
_WHENS: Final = frozenset({"when", "once", "until", "till", "after", "before"})
_AWAITING: Final = frozenset({"once", "when", "until", "till", "whenever"})
_ADDRESSED: Final = frozenset({"you", "your", "you'll", "you've"})
_PRESENT: Final = frozenset({"is", "are", "has", "have", "it's", "i've", "we've", "you've"})
_BEFORE: Final = frozenset({"was", "were", "did", "had"})
_ASKING: Final = vocabulary(
    """
    check see verify know confirm ask wonder determine test decide tell learn find sure investigate
    """
)
_OFFERS: Final = vocabulary("please would let's feel recommend suggest consider offer example")
_HEDGES: Final = vocabulary("appears seems apparently probably likely perhaps maybe presumably")
_COMMANDS: Final = vocabulary("let feel please contact visit reply ensure try consider remember")
_FUTURES: Final = vocabulary(
    "will shall should can could may might must i'll you'll we'll it'll they'll i'd we'd"
)
_FOUND: Final = ("find", "see", "notice")
_FINDERS: Final = ("you will", "you'll", "you can", "i can", "we can")
# Of a list that is announced like this nothing is done yet.
_PLANS: Final = vocabulary(
    """
    next todo follow-up follow-ups followups remaining pending planned future optional optionally
    scope unrelated recommendations recommended suggestions suggested proposed options alternatives
    ideas
    """
)
_PARTIAL: Final = frozenset({"no", "without", "none", "nothing", "nor"})
_NEAR: Final = 4


def clauses(sentence: Sentence) -> Iterator[Clause]:
    """The clauses of a sentence in order."""
    whole = _of_sentence(sentence) or _of_lead(sentence.lead)
    mood = Modality.ASSERTED
    for words in _parts(sentence.words):
        denied = _denied(words)
        own = whole or _awaits(words, sentence) or _of_words(words, denied)
        if own is Modality.ASSERTED and not _stands_alone(words):
            own = mood
        mood = own
        yield Clause(words=words, modality=own, sentence=sentence, denied=denied)


def _awaits(words: tuple[Word, ...], sentence: Sentence) -> Modality | None:
    """`Once the refund is done, you will see it`: what is not so yet; None where nothing is."""
    lowers = [word.lower for word in words]
    is_when = lowers[0] in _AWAITING or lowers[:2] == ["as", "soon"]
    is_present = not _PRESENT.isdisjoint(lowers) and _BEFORE.isdisjoint(lowers)
    said = {word.lower for word in sentence.words if word.is_plain}
    is_open = not _FUTURES.isdisjoint(said) or not _ADDRESSED.isdisjoint(said)
    return Modality.CONDITIONAL if is_when and is_present and is_open else None


def _parts(words: tuple[Word, ...]) -> Iterator[tuple[Word, ...]]:
    start = 0
    for place in range(1, len(words)):
        if _begins(words, place):
            yield words[start:place]
            start = place
    if start < len(words):
        yield words[start:]


def _begins(words: tuple[Word, ...], place: int) -> bool:
    """Whether a clause begins at a word."""
    word, before = words[place], words[place - 1]
    if before.mark == ";":
        return True
    if not word.is_plain:
        return False
    if word.lower in _BREAKS:
        return True
    follower = words[place + 1] if place + 1 < len(words) else None
    if word.lower in _JOINTS:
        return follower is not None and _opens(follower)
    is_subject = word.lower in _SUBJECTS and word.lower not in ("the", "a", "an", "all", "both")
    return before.closes and (is_subject or word.lower in MODALS)


def _opens(word: Word) -> bool:
    """Whether a clause may go on with this word behind a conjunction."""
    opens = word.lower in _SUBJECTS or word.lower in MODALS or word.lower in HAVING | BEING
    return word.is_plain and opens


def _stands_alone(words: tuple[Word, ...]) -> bool:
    """Whether a clause has a subject or an auxiliary, so that it does not take over a mood."""
    heads = [word.lower for word in words[:_NEAR] if word.lower not in _JOINTS]
    return any(head in _SUBJECTS or head in HAVING or head in BEING for head in heads)


def _of_sentence(sentence: Sentence) -> Modality | None:
    """The mood that holds for every clause of a sentence; None where each has its own."""
    if sentence.is_quoted:
        return Modality.QUOTED
    if sentence.is_question:
        return Modality.QUESTION
    if is_general(sentence.words):
        return Modality.CONDITIONAL
    lowers = [word.lower if word.is_plain else "" for word in sentence.words]
    if any(_is_if(lowers, place) for place in range(len(lowers))):
        return Modality.CONDITIONAL
    is_open = not _FUTURES.isdisjoint(lowers) or "you" in lowers
    if lowers and is_open and any(_is_when(lowers, place) for place in range(len(lowers))):
        return Modality.CONDITIONAL
    return Modality.OFFERED if _is_offer(lowers) else None


def _of_lead(lead: Sentence | None) -> Modality | None:
    """The mood in which a list is announced: `Next steps:`, `I did not change:`."""
    if lead is None:
        return None
    lowers = {word.lower for word in lead.words if word.is_plain}
    whole = Modality.OFFERED if not _PLANS.isdisjoint(lowers) else _of_sentence(lead)
    mood = whole or _of_words(lead.words, _denied(lead.words))
    return None if mood is Modality.ASSERTED else mood


def _is_if(lowers: list[str], place: int) -> bool:
    word = lowers[place]
    if word == "should" and lowers[place + 1 : place + 2] == ["you"]:
        return place == 0
    if word == "case":
        return lowers[place - 1 : place] == ["in"]
    before = lowers[max(0, place - 3) : place]
    return word in _IFS and not any(stem(each) in _ASKING_STEMS for each in before)


def _is_when(lowers: list[str], place: int) -> bool:
    # `Before writing to you I ran …`: the speaker does both.
    is_own = any(word.endswith("ing") for word in lowers[place + 1 : place + 2])
    if lowers[place] not in _WHENS or (is_own and not FIRST.isdisjoint(lowers)):
        return False
    return any(each in ("you", "your", "you've") for each in lowers[place + 1 : place + 4])


def _is_offer(lowers: list[str]) -> bool:
    if lowers and lowers[0] in _COMMANDS:
        return True
    text = " ".join(lowers)
    return "would you" in text or "would like" in text or "feel free" in text


def _denied(words: tuple[Word, ...]) -> int | None:
    """From which word on a clause is denied: `found no fault` asserts what stands before."""
    lowers = [word.lower if word.is_plain else "" for word in words]
    for place, word in enumerate(lowers):
        if word not in NEGATIONS and lowers[place : place + 2] != ["failed", "to"]:
            continue
        if word == "no" and _is_number_sign(words, place):
            continue
        before = lowers[:place]
        if word == "without" and place:
            return place
        if word in _PARTIAL and any(past_lemma(each) or each in BEING for each in before):
            return place
        starts = [at for at in range(1, place) if before[at - 1] in ("and", "but")]
        verbs = (at for at in starts if any(past_lemma(each) for each in before[: at - 1]))
        return next(reversed(list(verbs)), 0)
    return None


def _is_number_sign(words: tuple[Word, ...], place: int) -> bool:
    """`ticket no. 4711`: an abbreviation, not a denial."""
    behind = words[place + 1 : place + 2]
    is_marked = words[place].mark in (".", ":")
    return is_marked and any(c.isdigit() for word in behind for c in word.text)


def _of_words(words: tuple[Word, ...], denied: int | None) -> Modality:
    if is_attributed(words):
        return Modality.ATTRIBUTED
    lowers = [_lower(words, at) for at, word in enumerate(words) if word.is_plain]
    if not _OFFERS.isdisjoint(lowers) or not _HEDGES.isdisjoint(lowers):
        return Modality.OFFERED
    if denied == 0:
        return Modality.NEGATED
    if _is_future(lowers):
        return Modality.FUTURE
    return Modality.ASSERTED


def _lower(words: tuple[Word, ...], at: int) -> str:
    """A word as it is compared; `May 24` is a day, and no wish."""
    word, behind = words[at], words[at + 1 : at + 2]
    is_month = word.text == "May" and bool(behind) and behind[0].text[:1].isdigit()
    return "" if is_month else word.lower


def _is_future(lowers: list[str]) -> bool:
    text = " ".join(lowers)
    # Who will find something is told that it is there.
    if any(f"{who} {what}" in text for who in _FINDERS for what in _FOUND):
        return False
    if not _FUTURES.isdisjoint(lowers) and not _has_done(lowers):
        return True
    return any(
        mark in text
        for mark in ("going to", "about to", "proceed with", "proceed to", "plan to", "need to",
                     "ready to", "want to", "like to", "proceeding")
    )  # fmt: skip


def _has_done(lowers: list[str]) -> bool:
    """Whether `I have …ed` or `has been …ed` stands before the first modal."""
    for place, word in enumerate(lowers):
        if word in _FUTURES:
            return False
        if word in HAVING or (word in FIRST and place + 1 < len(lowers)):
            near = lowers[place + 1 : place + _NEAR]
            behind = takewhile(lambda each: each not in _FUTURES, near)
            if any(past_lemma(each) for each in behind):
                return True
    return False


_ASKING_STEMS: Final = frozenset(map(stem, _ASKING))
