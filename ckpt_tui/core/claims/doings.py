"""What a clause says was done: by the speaker, or to something."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.lexicon import (
    ADVERBS,
    BEING,
    FIRST,
    HAVING,
    LIGHT,
    LIKE_ORDERS,
    PRONOUNS,
    family_of,
    family_of_noun,
    family_of_word,
    past_lemma,
)
from ckpt_tui.core.claims.literals import Literal, Slot
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary


class Doing(Struct, frozen=True, kw_only=True):
    """What a clause says was done.

    Attributes:
        lemma: the verb, or the noun that names the deed.
        family: of the verb, or of what was made where the verb is light; None where unknown.
        nouns: what it was done to and with, the nearest first.
        objects: those of them to which it was done; all where none can be told apart.
        is_own: said of oneself, not of a thing to which it was done.
        is_past: `was done`, which may tell of long ago; not `has been done`.
        number: how many times, where that is said; 1 otherwise.
        is_of_it: its object is a pronoun, whatever that stands for.
        literals: the slots of the clause.
        named: the ids of what it was done to.
    """

    lemma: str
    family: str | None
    nouns: tuple[str, ...]
    objects: tuple[str, ...]
    is_own: bool
    is_past: bool
    number: int
    is_of_it: bool
    literals: tuple[Literal, ...]
    named: tuple[str, ...] = ()


class _Voice(Struct, frozen=True, kw_only=True):
    is_own: bool
    is_past: bool = False


_OWN: Final = _Voice(is_own=True)
_DONE_TO: Final = _Voice(is_own=False)
_MANAGED: Final = (
    ("able", "to"), ("managed", "to"), ("ahead", "and"), ("care", "of"), ("liberty", "of"),
    ("succeeded", "in"),
)  # fmt: skip
_NOW: Final = frozenset({"now", "successfully", "already", "officially", "fully"})
_DETERMINERS: Final = vocabulary(
    "the your a an all both this these it them that every each our his her their"
)
_STOP: Final = vocabulary(
    """
    the a an your my our his her their its this that these those to for of in on at by with from
    into as and or but is are was were be been has have had i we you it they also now just already
    successfully not all both any some new which who will would so per via using due order requested
    request above below following ahead able i've we've you've once then
    """
)
_COMPLETE: Final = vocabulary(
    "complete done successful final through way place finished confirmed effective set"
)
# `I got the fee waived`
_CAUSING: Final = frozenset({"get", "got", "had"})
_CLOSE: Final = 5
_ENDED: Final = frozenset({"complete", "completed", "done", "finished", "processed"})
_GOING: Final = frozenset({"went", "gone", "is", "are", "was", "were", "now", "has", "have"})
_FINITE: Final = frozenset({"was", "were"})
# Before a participle: what is yet to come, or not come to its end.
_UNDONE: Final = vocabulary("be being half partly partially almost nearly hardly barely")
# A charge that is applied is charged, a credit that is added is given back.
_APPLYING: Final = frozenset({"add", "update", "create"})
_MONEY: Final = {
    "charge": "charge", "cost": "charge", "fee": "charge", "payment": "charge", "price": "charge",
    "difference": "charge", "credit": "refund", "refund": "refund",
}  # fmt: skip
_PREPOSITIONS: Final = frozenset(
    {"for", "to", "from", "of", "in", "on", "at", "with", "by", "about", "into", "as", "via"}
)
_NOUNS: Final = 12
# What may stand behind a note like `fee waived`, and how many words before its verb.
_NOTING: Final = frozenset({"for", "as", "successfully", "to", "by", "now", "today", "per"})
_PARTING: Final = frozenset({":", ",", ";", ")"})
_LONGEST: Final = 4


def doings(remark: Remark) -> Iterator[Doing]:
    """Everything that a clause says was done, in order."""
    lowers = remark.lowers
    if "hope" in lowers or "hopefully" in lowers:
        return
    found = False
    for place, word in enumerate(lowers):
        doing = _doing_at(remark, place, word) if word else None
        if doing is not None:
            found = True
            yield doing
    nominal = None if found else _nominal(remark)
    if nominal is not None:
        yield nominal


def _doing_at(remark: Remark, place: int, word: str) -> Doing | None:
    lowers = remark.lowers
    if not remark.clause.asserts(place):
        return None
    is_managed = _is_managed(lowers, place) and not FIRST.isdisjoint(lowers[:place])
    if is_managed and family_of_word(word) is not None:
        return _doing(remark, place, word, _OWN)
    lemma = past_lemma(word)
    if lemma is None or word in BEING | HAVING or _is_adjective(lowers, place):
        return None
    voice = _voice(remark, place)
    return None if voice is None else _doing(remark, place, lemma, voice)


def _is_managed(lowers: Sequence[str], place: int) -> bool:
    """`was able to cancel`, `went ahead and cancelled`."""
    return any(tuple(lowers[place - len(lead) : place]) == lead for lead in _MANAGED)


def _is_adjective(lowers: Sequence[str], place: int) -> bool:
    """`the updated payment`, `as requested`: a participle that does nothing."""
    before = lowers[place - 1] if place else ""
    return before in ("the", "your", "a", "an", "my", "this", "its", "as", "any", "new", "of")


def _voice(remark: Remark, place: int) -> _Voice | None:
    """Whose deed a participle tells; None where it tells none."""
    lowers = remark.lowers
    at = place - 1
    while at >= 0 and (lowers[at] in ADVERBS or lowers[at].endswith("ly") or lowers[at] == "been"):
        at -= 1
    lead = lowers[at] if at >= 0 else ""
    passed = lowers[at + 1 : place]
    if "been" in passed:
        return _DONE_TO
    if lead in FIRST or (lead in HAVING and _subject(lowers, at) in FIRST):
        return _OWN
    if lead in BEING:
        return _passive(lead, passed)
    if lead in ("and", "then", ""):
        return _shared(lowers, at) if at >= 0 else _headless(remark, place)
    is_caused = not _CAUSING.isdisjoint(lowers[max(0, at - _CLOSE) : at])
    if is_caused and not FIRST.isdisjoint(lowers[:at]):
        return _OWN
    return _DONE_TO if _is_note(remark, place, at) else None


def _is_note(remark: Remark, place: int, at: int) -> bool:
    """`Baggage added.`: a thing and what was done to it, with nothing that would make it a clause.

    Behind a colon it is how something stands, and before one it names what follows.
    """
    lowers = remark.lowers
    start = max((n + 1 for n in range(at) if remark.words[n].mark == ":"), default=0)
    thing, behind = lowers[start : at + 1], lowers[place + 1 :]
    is_plain = all(_is_noun(word) or word in _DETERMINERS | _PREPOSITIONS for word in thing)
    is_whole = not behind or behind[0] in _NOTING
    return (
        is_plain
        and is_whole
        and len(thing) <= _LONGEST
        and lowers[place] not in LIKE_ORDERS
        and remark.words[at].mark not in _PARTING
        and remark.words[place].mark != ":"
        and past_lemma(thing[-1]) is None
    )


def _passive(lead: str, passed: Sequence[str]) -> _Voice | None:
    """A state (`is included`) tells no deed, unless it is said to be so from now on."""
    if lead in _FINITE:
        is_new = "successfully" in passed or "just" in passed
        return _Voice(is_own=False, is_past=not is_new)
    if "already" in passed:
        return _Voice(is_own=False, is_past=True)
    is_state = lead in ("be", "being", "i'm", "we're", "you're", "am") or _NOW.isdisjoint(passed)
    return None if is_state else _DONE_TO


def _headless(remark: Remark, place: int) -> _Voice | None:
    """`Cancelled your booking.`: a deed without a subject needs an object to be one."""
    behind = remark.lowers[place + 1 : place + 2]
    if remark.lowers[place] in LIKE_ORDERS or remark.words[place].mark == ":":
        return None
    is_figure = any(literal.place == place + 1 for literal in remark.literals)
    return _OWN if is_figure or not _DETERMINERS.isdisjoint(behind) else None


def _subject(lowers: Sequence[str], at: int) -> str:
    """The word before an auxiliary."""
    return next((word for word in reversed(lowers[:at]) if word not in ADVERBS), "")


def _shared(lowers: Sequence[str], at: int) -> _Voice | None:
    """The voice of an earlier verb, which one behind a conjunction shares."""
    for place in range(at - 1, -1, -1):
        if lowers[place] in FIRST:
            return _OWN
        if lowers[place] == "been":
            return _DONE_TO
        if lowers[place] in BEING:
            return _Voice(is_own=False, is_past=True) if lowers[place] in _FINITE else None
    return None


def _doing(remark: Remark, place: int, lemma: str, voice: _Voice) -> Doing:
    lowers = remark.lowers
    behind, before = _nouns(lowers[place + 1 :]), _nouns(lowers[:place])
    nouns = behind if voice.is_own else (*before[::-1], *behind)
    family = family_of(lemma) or (family_of_word(lemma) if lemma.endswith("ing") else None)
    objects = _nouns(_until_joint(_object(remark, place, voice)))
    if lemma == "take" and "care" in behind[:1]:
        family, objects, nouns = LIGHT, behind[1:], behind[1:]
    if family in _APPLYING:
        family = next((_MONEY[noun] for noun in objects if noun in _MONEY), family)
    if family == LIGHT:
        named = (family_of_noun(noun) for noun in nouns)
        family = next(filter(None, named), LIGHT)
    return Doing(
        lemma=lemma,
        family=family,
        nouns=nouns[:_NOUNS],
        objects=objects or nouns[:_NOUNS],
        is_own=voice.is_own,
        is_past=voice.is_past,
        number=_times(remark),
        is_of_it=_is_of_it(remark, place, voice),
        literals=remark.literals,
        named=tuple(_named(remark, place, voice)),
    )


def _named(remark: Remark, place: int, voice: _Voice) -> Iterator[str]:
    """The ids between a verb and the next one behind it, or before it where it is passive."""
    step = 1 if voice.is_own else -1
    at = place + step
    ids = {each.place: each.text for each in remark.literals if each.slot is Slot.ID}
    while 0 <= at < len(remark.lowers):
        word = remark.lowers[at]
        if word not in BEING | HAVING and past_lemma(word) is not None:
            return
        if at in ids:
            yield ids[at]
        at += step


def _is_of_it(remark: Remark, place: int, voice: _Voice) -> bool:
    """`I have cancelled it`, `all of them were cancelled`."""
    near = _object(remark, place, voice)[:2]
    if not voice.is_own and near[:1] and near[0] in ("you", "you've", "you're"):
        return True
    return any(word in PRONOUNS for word in near) and not any(map(_is_noun, near))


def _is_noun(word: str) -> bool:
    return bool(_nouns((word,)))


def _nominal(remark: Remark) -> Doing | None:
    """`The cancellation is complete`, `your refund is on its way`."""
    lowers = remark.lowers
    for place, word in enumerate(lowers):
        family = family_of_noun(word)
        if family is None or not _is_over(remark, place):
            continue
        return Doing(
            lemma=word,
            family=family,
            nouns=_nouns(lowers),
            objects=_nouns(lowers[: place + 1]),
            is_own=False,
            is_past=False,
            number=1,
            is_of_it=True,
            literals=remark.literals,
        )
    return None


def _is_over(remark: Remark, place: int) -> bool:
    """Whether what a noun names is said to be done: `is complete`, `: done`; not `: not done`."""
    behind = remark.lowers[place + 1 : place + 6]
    is_note = bool(behind) and behind[-1] in _ENDED and behind == remark.lowers[place + 1 :]
    is_going = bool(_COMPLETE.intersection(behind) and _GOING.intersection(behind))
    if not (is_going or (is_note and len(behind) <= _LONGEST)):
        return False
    ends = [at for at, word in enumerate(behind) if word in _COMPLETE | _ENDED]
    return remark.clause.asserts(place + 1 + ends[-1]) and _UNDONE.isdisjoint(behind[: ends[-1]])


def _times(remark: Remark) -> int:
    if "both" in remark.lowers:
        return 2
    counts = [int(each.text) for each in remark.literals if each.slot is Slot.COUNT]
    return counts[0] if len(counts) == 1 else 1


def _object(remark: Remark, place: int, voice: _Voice) -> Sequence[str]:
    """The words of what was done to: behind an active verb, before a passive one."""
    lowers = remark.lowers
    if voice.is_own:
        return lowers[place + 1 :]
    starts = (at for at in range(place - 1, -1, -1) if lowers[at] == "that")
    return lowers[next(starts, -1) + 1 : place]


def _until_joint(lowers: Sequence[str]) -> Sequence[str]:
    """The words before the first preposition that follows a noun."""
    for place, word in enumerate(lowers):
        if word in _PREPOSITIONS and _nouns(lowers[:place]):
            return lowers[:place]
    return lowers


def _nouns(lowers: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        word
        for word in lowers
        if len(word) > 2 and word not in _STOP and word.replace("-", "").isalpha()  # noqa: PLR2004
    )
