"""Which words of a sentence tell of an earlier time: what was so then need not be so at last."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.lexicon import FIRST, family_of_noun, family_of_word
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.vocabulary import vocabulary


class Stretch(Struct, frozen=True):
    """Words from `start` up to `end` that tell of one time."""

    start: int
    end: int
    is_earlier: bool


_ADVERBS: Final = vocabulary("previously initially originally formerly earlier beforehand baseline")
_ORDINALS: Final = vocabulary("first initial previous prior earlier original old baseline")
_TRIES: Final = vocabulary(
    """
    run runs attempt attempts try tries execution round pass state version code implementation
    commit result results baseline
    """
)
_BEGINNING: Final = vocabulary("started began begun arrived")
_STARTS: Final = vocabulary("start beginning outset")
_CURRENT: Final = vocabulary(
    """
    now currently still today afterwards afterward after finally again
    pass passes fail fails succeed succeeds remain remains
    """
)
# Families of verbs that change a program; to publish it is no change.
_CHANGING: Final = frozenset({"update", "fix", "add", "remove", "install"})
_REPORTING: Final = vocabulary("write writing wrote")
_POINTING: Final = vocabulary("that this it then")
_BOUNDS: Final = vocabulary("before until till")
_COMPARING: Final = vocabulary("compared versus vs up down instead rather than from")
_JOINTS: Final = vocabulary("and but while whereas then")
_REACH: Final = 4


def stretches(words: Sequence[Word]) -> Iterator[Stretch]:
    """The words of a sentence by the time they tell of.

    What says nothing of time goes on with what stands before it, or else belongs to the next
    that says something; beyond a semicolon everything begins anew.
    """
    parts = list(_parts(words))
    known: bool | None = None
    for place, (start, end) in enumerate(parts):
        if start and words[start - 1].mark == ";":
            known = None
        told = _told(words, start, end)
        known = told if told is not None else known
        is_earlier = _next_told(words, parts[place + 1 :]) if known is None else known
        yield Stretch(start, end, is_earlier)


def _parts(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    start = 0
    for place in range(1, len(words)):
        if words[place - 1].closes or words[place].lower in _JOINTS:
            yield start, place
            start = place
    if start < len(words):
        yield start, len(words)


def _next_told(words: Sequence[Word], parts: Sequence[tuple[int, int]]) -> bool:
    for start, end in parts:
        if words[start - 1].mark == ";":
            return False
        told = _told(words, start, end)
        if told is not None:
            is_aside = any(word.lower in _COMPARING for word in words[start:end])
            return told and not is_aside
    return False


def _told(words: Sequence[Word], start: int, end: int) -> bool | None:
    """Whether a part tells of an earlier time, or of the last; None where it does not say."""
    lowers = [word.lower if word.is_plain else "" for word in words[start:end]]
    if any(_is_earlier(lowers, at) or _is_try(lowers, at) for at in range(len(lowers))):
        return True
    return False if not _CURRENT.isdisjoint(lowers) else None


def _is_try(lowers: Sequence[str], place: int) -> bool:
    """`the first run`, `the previous version`."""
    return lowers[place] in _ORDINALS and not _TRIES.isdisjoint(lowers[place + 1 : place + 3])


def _is_earlier(lowers: Sequence[str], place: int) -> bool:
    word, behind = lowers[place], lowers[place + 1 : place + 1 + _REACH]
    nearest = behind[0] if behind else ""
    if word in _ADVERBS:
        # `the previously failing tests` are what they are now.
        is_epithet = nearest.endswith("ing") or (nearest.isalpha() and behind[1:2] == ["tests"])
        return nearest != "than" and not is_epithet
    if word in _BOUNDS:
        is_alone = word == "before" and (not behind or nearest in _POINTING)
        return is_alone or "anything" in behind or any(map(_is_change, behind))
    if word in ("used", "prior") and nearest == "to":
        return word == "used" or any(map(_is_change, behind))
    if word in ("at", "in"):
        start = next((each for each in behind if each != "the"), "")
        return start in _STARTS or (word == "at" and nearest == "first")
    if word == "when":
        return nearest in FIRST and not _BEGINNING.isdisjoint(behind)
    return word == "had" and (nearest == "been" or nearest.endswith("ed"))


def _is_change(word: str) -> bool:
    families = {family_of_word(word), family_of_noun(word)}
    return bool(families & _CHANGING) and word not in _REPORTING
