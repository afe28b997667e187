"""What a clause says was done: by the speaker, or to something."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ckpt_tui.core.claims.deeds_named import reported
from ckpt_tui.core.claims.doing import Doing, is_noun, nouns, times
from ckpt_tui.core.claims.lexicon import (
    ADVERBS,
    BEING,
    FIRST,
    HAVING,
    LIGHT,
    PRONOUNS,
    family_of,
    family_of_noun,
    family_of_word,
    past_lemma,
)
from ckpt_tui.core.claims.literals import Slot
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.claims.voices import OWN, Voice, voice

_MANAGED: Final = (
    ("able", "to"), ("managed", "to"), ("ahead", "and"), ("care", "of"), ("liberty", "of"),
    ("succeeded", "in"),
)  # fmt: skip
# A charge that is applied is charged, a credit that is added is given back.
_APPLYING: Final = frozenset({"add", "update", "create"})
_MONEY: Final = {
    "charge": "charge", "cost": "charge", "fee": "charge", "payment": "charge", "price": "charge",
    "difference": "charge", "credit": "refund", "refund": "refund",
}  # fmt: skip
_PREPOSITIONS: Final = frozenset(
    {"for", "to", "from", "of", "in", "on", "at", "with", "by", "about", "into", "as", "via"}
)
_BEGINNINGS: Final = frozenset({"went", "managed", "took", "succeeded"})
# Behind them stands what is told.
_TELLING: Final = frozenset({"that", "say", "report", "confirm", "tell", "know"})
_THROUGH: Final = frozenset({"with", "through", "by", "alongside"})
_NOUNS: Final = 12
_WISHES: Final = frozenset({"hope", "hopefully", "wish"})
_OTHERS: Final = frozenset({"the", "your", "their", "its", "a"})
_OURS: Final = frozenset({"system", "team", "agent", "agents", "desk", "staff"})
_OF_NOTHING: Final = (("nothing",), ("none",), ("nobody",), ("neither",))
_LONG_AGO: Final = vocabulary(
    """
    ago last previously originally yesterday january february march april june july august
    september october november december
    """
)
# What may stand before a deed in `-ing`, and what in front of that says that it is over.
_AMONG: Final = ADVERBS | FIRST | HAVING
_FINISHING: Final = frozenset({"finished", "completed", "done"})


def doings(remark: Remark) -> Iterator[Doing]:
    """Everything that a clause says was done, in order."""
    lowers = remark.lowers
    if not _WISHES.isdisjoint(lowers):
        return
    found = False
    for place, word in enumerate(lowers):
        doing = _doing_at(remark, place, word) if word else None
        if doing is not None:
            found = True
            yield doing
    nominal = None if found else reported(remark)
    if nominal is not None:
        yield nominal


def _doing_at(remark: Remark, place: int, word: str) -> Doing | None:
    lowers = remark.lowers
    if not remark.clause.asserts(place):
        return None
    is_managed = _is_managed(lowers, place) and _is_of_speaker(lowers, place)
    is_managed = is_managed or _is_finished(lowers, place) or _is_stressed(lowers, place)
    if is_managed and family_of_word(word) is not None:
        return _doing(remark, place, past_lemma(word) or word, OWN)
    is_stress = word == "did" and any(map(family_of, lowers[place + 1 : place + 2]))
    lemma = None if is_stress else past_lemma(word)
    if lemma is None or word in BEING | HAVING or _is_left(word, lemma):
        return None
    whose = voice(remark, place)
    if whose is None or lowers[place + 1 : place + 2] in _OF_NOTHING:
        return None
    if not whose.is_own and (_is_by_others(remark, place) or _is_long_ago(lowers, whose)):
        return None
    return _doing(remark, place, lemma, whose)


def _is_by_others(remark: Remark, place: int) -> bool:
    """`was cancelled by the airline`: who did it is named, and is not the speaker."""
    by, whose, who = (*remark.lowers[place + 1 : place + 4], "", "", "")[:3]
    return by == "by" and whose in _OTHERS and who not in _OURS


def _is_long_ago(lowers: Sequence[str], whose: Voice) -> bool:
    """`was booked in April`, `was made on 2024-05-12`: before the talk."""
    is_dated = any(_is_date(word) for word in lowers) or any(
        word == "may" and number[:1].isdigit() for word, number in pairwise(lowers)
    )
    return whose.is_past and (is_dated or not _LONG_AGO.isdisjoint(lowers))


def _is_date(word: str) -> bool:
    """`2024-05-12`, `12/05/2024`."""
    parts = word.replace("/", "-").split("-")
    return len(parts) == len("dmy") and all(part.isdigit() for part in parts)


def _is_left(word: str, lemma: str) -> bool:
    """`unchanged`, `untouched`: what was not done."""
    return word.startswith("un") and family_of(lemma) is None


def _through(lowers: Sequence[str], place: int) -> Iterator[str]:
    """`removed with the cancellation`: the family of another deed that brought it about."""
    starts = [at for at in range(place + 1, len(lowers)) if lowers[at] in _THROUGH]
    for word in lowers[starts[0] + 1 :] if starts else ():
        family = family_of_noun(word)
        if family is not None:
            yield family


def _is_finished(lowers: Sequence[str], place: int) -> bool:
    """`just finished cancelling it`: over, and the speaker's own."""
    if not lowers[place].endswith("ing"):
        return False
    before = (word for word in reversed(lowers[:place]) if word not in _AMONG)
    return next(before, "") in _FINISHING


def _is_stressed(lowers: Sequence[str], place: int) -> bool:
    """`I did cancel it`."""
    return lowers[max(0, place - 1) : place] == ("did",) and not FIRST.isdisjoint(lowers[:place])


def _is_of_speaker(lowers: Sequence[str], place: int) -> bool:
    """Whether the speaker is the subject, said or left out: `Went ahead and cancelled it`."""
    return not FIRST.isdisjoint(lowers[:place]) or lowers[0] in _BEGINNINGS


def _is_managed(lowers: Sequence[str], place: int) -> bool:
    """`was able to cancel`, `went ahead and cancelled`."""
    return any(tuple(lowers[place - len(lead) : place]) == lead for lead in _MANAGED)


def _doing(remark: Remark, place: int, lemma: str, whose: Voice) -> Doing:
    lowers = remark.lowers
    behind, before = nouns(lowers[place + 1 :]), nouns(lowers[:place])
    things = behind if whose.is_own else (*before[::-1], *behind)
    family = family_of(lemma) or (family_of_word(lemma) if lemma.endswith("ing") else None)
    objects = nouns(_until_joint(_object(remark, place, whose)))
    if lemma == "take" and "care" in behind[:1]:
        family = LIGHT
        objects, things = (behind[1:], behind[1:]) if whose.is_own else (objects, things)
    if lemma == "see" and lowers[place + 1 : place + 2] == ("to",):
        family = LIGHT
    if family in _APPLYING:
        family = next((_MONEY[noun] for noun in objects if noun in _MONEY), family)
    if family == LIGHT:
        named = (family_of_noun(noun) for noun in things)
        family = next(filter(None, named), LIGHT)
    return Doing(
        lemma=lemma,
        family=family,
        nouns=things[:_NOUNS],
        objects=objects or things[:_NOUNS],
        is_own=whose.is_own,
        is_past=whose.is_past,
        number=times(remark),
        is_of_it=_is_of_it(remark, place, whose),
        literals=remark.literals,
        named=tuple(_named(remark, place, whose)),
        through=frozenset() if whose.is_own else frozenset(_through(lowers, place)),
    )


def _named(remark: Remark, place: int, whose: Voice) -> Iterator[str]:
    """The ids between a verb and the next one behind it, or before it where it is passive."""
    step = 1 if whose.is_own else -1
    at = place + step
    ids = {each.place: each.text for each in remark.literals if each.slot is Slot.ID}
    while 0 <= at < len(remark.lowers):
        word = remark.lowers[at]
        if word not in BEING | HAVING and past_lemma(word) is not None:
            return
        if at in ids:
            yield ids[at]
        at += step


def _is_of_it(remark: Remark, place: int, whose: Voice) -> bool:
    """`I have cancelled it`, `all of them were cancelled`."""
    near = _object(remark, place, whose)[:2]
    # `I moved you to …` is said of a booking; `I enrolled you in …` of what stands behind.
    if whose.is_own and near[:1] == ("you",) and family_of_word(remark.lowers[place]) != "add":
        return True
    if not whose.is_own and near[:1] and near[0] in ("you", "you've", "you're"):
        return True
    return any(word in PRONOUNS for word in near) and not any(map(is_noun, near))


def _object(remark: Remark, place: int, whose: Voice) -> Sequence[str]:
    """The words of what was done to: behind an active verb, before a passive one."""
    lowers = remark.lowers
    if whose.is_own:
        return lowers[place + 1 :]
    starts = (at for at in range(place - 1, -1, -1) if lowers[at] in _TELLING)
    return lowers[next(starts, -1) + 1 : place]


def _until_joint(lowers: Sequence[str]) -> Sequence[str]:
    """The words before the first preposition that follows a noun."""
    for place, word in enumerate(lowers):
        if word in _PREPOSITIONS and nouns(lowers[:place]):
            return lowers[:place]
    return lowers
