"""Whose deed a participle tells: the speaker's, or what was done to something."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.doing import is_noun
from ckpt_tui.core.claims.lexicon import (
    ADVERBS,
    BEING,
    CONFIRMING,
    FIRST,
    FIXING,
    HAVING,
    LIGHT,
    LIKE_ORDERS,
    MODALS,
    NEGATIONS,
    family_of,
    is_benign,
    past_lemma,
)
from ckpt_tui.core.claims.literals import Slot
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary


class Voice(Struct, frozen=True, kw_only=True):
    """Who did it, and when.

    Attributes:
        is_own: the speaker, not somebody to something.
        is_past: it may have been long ago.
    """

    is_own: bool
    is_past: bool = False


OWN: Final = Voice(is_own=True)
_DONE_TO: Final = Voice(is_own=False)
_NOW: Final = frozenset({"now", "successfully", "already", "officially", "fully"})
_DETERMINERS: Final = vocabulary(
    "the your a an all both this these it them that every each our his her their"
)
# `I got the fee waived`
_CAUSING: Final = frozenset({"get", "got", "had"})
_PASSIVELY: Final = frozenset({"got", "gotten"})
_CLOSE: Final = 5
_FINITE: Final = frozenset({"was", "were"})
_PREPOSITIONS: Final = frozenset(
    {"for", "to", "from", "of", "in", "on", "at", "with", "by", "about", "into", "as", "via"}
)
# What may stand behind a note like `fee waived`, and how many words before its verb.
_NOTING: Final = frozenset({"for", "as", "successfully", "to", "by", "now", "today", "per"})
_PARTING: Final = frozenset({":", ",", ";", ")"})
_LONGEST: Final = 4
# Who something was done for, right behind a verb without a subject.
_PEOPLE: Final = frozenset({"you", "them", "him", "her", "us", "everyone", "everything", "myself"})
# Behind a deed that names no object.
_CLOSING: Final = frozenset({"successfully", "now", "today", "too", "already", "accordingly"})
_AGREED: Final = vocabulary("requested agreed asked discussed promised wished instructed planned")
# With such words an object without an article is no heading.
_GOALS: Final = frozenset({"to", "from", "for", "on", "into", "onto", "as", "with", "via", "per"})
_EVENTS: Final = frozenset({"cancel", "refund", "deploy", "waive", "upgrade"})
_ONE: Final = frozenset({"the", "your", "this", "that", "both", "our", "it's"})
_ASKS: Final = frozenset({"confirm", "grant", "approve", "order", "pass", "finish", "close"})


def voice(remark: Remark, place: int) -> Voice | None:
    """Whose deed a participle tells; None where it tells none."""
    return None if _is_adjective(remark.lowers, place) else _voice(remark, place)


def _is_adjective(lowers: Sequence[str], place: int) -> bool:
    """`the updated payment`, `as requested`: a participle that does nothing."""
    before = lowers[place - 1] if place else ""
    return before in ("the", "your", "a", "an", "my", "this", "its", "as", "any", "new", "of")


def _voice(remark: Remark, place: int) -> Voice | None:
    lowers = remark.lowers
    at = place - 1
    while at >= 0 and (lowers[at] in ADVERBS or lowers[at].endswith("ly") or lowers[at] == "been"):
        at -= 1
    lead = lowers[at] if at >= 0 else ""
    passed = lowers[at + 1 : place]
    is_got = at > 0 and lead in _PASSIVELY and FIRST.isdisjoint(lowers[:at])
    if "been" in passed or is_got:
        return _DONE_TO
    if lead in FIRST or (lead in HAVING and _subject(lowers, at) in FIRST):
        return OWN
    if lead in BEING:
        return _passive(lead, passed) or _eventual(lowers, place, at)
    is_listed = at > 0 and remark.words[at].mark == "," and _is_listed(lowers, place)
    if at >= 0 and (lead in ("and", "then", "") or is_listed):
        return _shared(lowers, at) or _led(lowers, at)
    return _headed(remark, place, at) if at >= 0 else _headless(remark, place)


def _is_listed(lowers: Sequence[str], place: int) -> bool:
    """`Pushed it, opened and merged a PR`: a verb of several, with an object behind it."""
    behind = lowers[place + 1 : place + 2]
    return behind != () and (behind[0] in _DETERMINERS or behind[0] == "and")


def _headed(remark: Remark, place: int, at: int) -> Voice | None:
    """The voice of a participle behind a noun."""
    lowers = remark.lowers
    if remark.words[at].mark == ":":
        return _headless(remark, place) if place + 1 < len(lowers) else None
    is_caused = not _CAUSING.isdisjoint(lowers[max(0, at - _CLOSE) : at])
    if is_caused and not FIRST.isdisjoint(lowers[:at]):
        return OWN
    return _DONE_TO if _is_note(remark, place, at) else _elided(remark, place, at)


def _is_note(remark: Remark, place: int, at: int) -> bool:
    """`Baggage added.`: a thing and what was done to it, with nothing that would make it a clause.

    Behind a colon it is how something stands, and before one it names what follows.
    """
    lowers = remark.lowers
    start = max((n + 1 for n in range(at) if remark.words[n].mark == ":"), default=0)
    start = max((n + 1 for n in range(start, at) if _parts_notes(remark, n)), default=start)
    if not start and lowers[0] == "and" and _follows_done(remark):
        start = 1
    thing, behind = lowers[start : at + 1], lowers[place + 1 :]
    ids = {literal.place for literal in remark.literals if literal.slot is Slot.ID}
    is_plain = all(
        is_noun(word) or word in _DETERMINERS | _PREPOSITIONS or start + n in ids
        for n, word in enumerate(thing)
    )
    is_whole = not behind or behind[0] in _NOTING
    return (
        is_plain
        and is_whole
        and len(thing) <= _LONGEST
        and lowers[place] not in LIKE_ORDERS
        and remark.words[at].mark not in _PARTING
        and remark.words[place].mark != ":"
        and past_lemma(thing[-1]) is None
        and thing[-1] not in ("get", "gets")
    )


def _parts_notes(remark: Remark, place: int) -> bool:
    """`Cabin changed, bag added, and X cancelled`: where one note ends and the next begins."""
    lowers = remark.lowers
    if lowers[place] == "and":
        return place > 0 and remark.words[place - 1].mark == ","
    return remark.words[place].mark == "," and past_lemma(lowers[place]) is not None


def _follows_done(remark: Remark) -> bool:
    """Whether what the sentence tells before a clause is over, so that the clause is as well."""
    before = (w.lower for w in remark.clause.sentence.words if w.start < remark.clause.start)
    return (MODALS | NEGATIONS | {"to", "be"}).isdisjoint(before)


def _passive(lead: str, passed: Sequence[str]) -> Voice | None:
    """A state (`is included`) tells no deed, unless it is said to be so from now on."""
    if lead in _FINITE:
        is_new = "successfully" in passed or "just" in passed
        return Voice(is_own=False, is_past=not is_new)
    if "already" in passed:
        return Voice(is_own=False, is_past=True)
    is_state = lead in ("be", "being", "i'm", "we're", "you're", "am") or _NOW.isdisjoint(passed)
    return None if is_state else _DONE_TO


def _eventual(lowers: Sequence[str], place: int, at: int) -> Voice | None:
    """`Your order is cancelled`: so by one event, said of one thing; the rest may always be so."""
    is_event = family_of(past_lemma(lowers[place]) or "") in _EVENTS
    is_one = at > 0 and lowers[0] in _ONE and lowers[at] in ("is", "are")
    is_whole = place + 1 == len(lowers) or lowers[place + 1] in ("and", "to", "as", "in", "now")
    return _DONE_TO if is_event and is_one and is_whole else None


def _headless(remark: Remark, place: int) -> Voice | None:
    """`Cancelled your booking.`: a deed without a subject needs an object to be one."""
    lowers, word = remark.lowers, remark.words[place]
    behind = lowers[place + 1 : place + 2]
    lemma = past_lemma(lowers[place]) or ""
    if lowers[place] in LIKE_ORDERS or word.mark == ":":
        return None
    if any(literal.place == place + 1 for literal in remark.literals):
        return OWN
    if not (_DETERMINERS | _PEOPLE).isdisjoint(behind):
        return OWN
    is_vague = lemma in _ASKS or family_of(lemma) in (None, LIGHT, FIXING, CONFIRMING)
    if is_vague or remark.clause.sentence.is_label:
        return None
    is_done = _is_objectless(remark, place) or _has_bare_object(remark, place)
    return OWN if is_done else None


def _is_objectless(remark: Remark, place: int) -> bool:
    """`Cancelled as requested.`, `Booked, and the seat is noted`."""
    lowers, word = remark.lowers, remark.words[place]
    if place + 1 == len(lowers):
        return True
    if word.mark == "," and lowers[place + 1] in ("and", "as"):
        return True
    if lowers[place + 1 :] == ("in", "full"):
        return True
    is_agreed = lowers[place + 1] in ("as", "for") and not _AGREED.isdisjoint(
        lowers[place + 2 : place + 4]
    )
    is_whole = place + 2 == len(lowers) or remark.words[place + 1].closes
    return is_agreed or (lowers[place + 1] in _CLOSING and is_whole)


def _has_bare_object(remark: Remark, place: int) -> bool:
    """`Rebooked Mia on HAT301`, `Upgraded seats to business`: no heading, and no other verb."""
    lowers, words = remark.lowers, remark.words
    rest = range(place + 1, len(lowers))
    is_thing = is_noun(lowers[place + 1]) or lowers[place + 1] in ("order", "orders")
    if any(words[at].mark == ":" for at in rest) or not is_thing:
        return False
    if any(_is_verb(lowers[at]) for at in rest):
        return False
    is_name = words[place + 1].text[:1].isupper() and not words[place + 1].text.isupper()
    ids = {literal.place for literal in remark.literals if literal.slot is Slot.ID}
    return is_name or any(lowers[at] in _GOALS or at in ids for at in range(place + 2, len(lowers)))


def _is_verb(word: str) -> bool:
    """Whether a word may be the verb of a sentence whose subject stands before it."""
    is_present = is_benign(word) or is_benign(word.removesuffix("s")) or word.startswith("appl")
    return is_present or word in BEING | HAVING | MODALS | NEGATIONS


def _elided(remark: Remark, place: int, at: int) -> Voice | None:
    """`the trip was cancelled and the seat upgraded`: a second passive without its auxiliary."""
    lowers = remark.lowers
    joints = [n for n in range(at) if lowers[n] in ("and", "or")]
    thing = lowers[joints[-1] + 1 : at + 1] if joints else ()
    is_thing = 0 < len(thing) <= _LONGEST and all(
        is_noun(word) or word in _DETERMINERS for word in thing
    )
    is_whole = place + 1 == len(lowers) or remark.words[place].closes
    is_whole = is_whole or lowers[place + 1] in _NOTING
    return _shared(lowers, joints[-1]) if is_thing and is_whole else None


def _subject(lowers: Sequence[str], at: int) -> str:
    """The word before an auxiliary."""
    return next((word for word in reversed(lowers[:at]) if word not in ADVERBS), "")


def _led(lowers: Sequence[str], at: int) -> Voice | None:
    """`Pushed the branch and merged it`: the first verb of a clause without a subject."""
    lemma = past_lemma(lowers[0]) if at and lowers[0] not in LIKE_ORDERS else None
    is_deed = lemma is not None and (family_of(lemma) is not None or lemma in ("go", "take"))
    return OWN if is_deed else None


def _shared(lowers: Sequence[str], at: int) -> Voice | None:
    """The voice of an earlier verb, which one behind a conjunction shares."""
    for place in range(at - 1, -1, -1):
        if lowers[place] in FIRST:
            return OWN
        if lowers[place] == "been":
            return _DONE_TO
        if lowers[place] in BEING:
            return Voice(is_own=False, is_past=True) if lowers[place] in _FINITE else None
    return None
