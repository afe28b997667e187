"""Deeds that a noun or a form in `-ing` names, with a word that says that they are over."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from ckpt_tui.core.claims.doing import Doing, nouns
from ckpt_tui.core.claims.lexicon import NEGATIONS, family_of_noun, family_of_word
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary

_COMPLETE: Final = vocabulary(
    """
    complete completed done successful final finalized finalised through way place finished
    confirmed effective set processed handled taken settled sorted arranged happened inbox mailbox
    """
)
_STATES: Final = frozenset(
    {"complete", "completed", "confirmed", "effective", "processed", "final"}
)
_GOING: Final = frozenset({"went", "gone", "is", "are", "was", "were", "now", "has", "have"})
_ENDED: Final = vocabulary(
    """
    complete completed done finished processed finalized finalised handled arranged sorted
    """
)
# What is so in general, is going on, or is still to come.
_NOT_OVER: Final = vocabulary(
    """
    within usually typically normally generally always automatically being be to once when until
    after if will would can could may might pending partially almost nearly still only ready
    """
)
# Whoever says `an email is on its way` speaks of one, `an upgrade is done at the desk` of all.
_UNDER_WAY: Final = frozenset({"way", "inbox", "mailbox", "through"})
_CERTAIN: Final = vocabulary("the your this that our my his her their its both all these those")
# Before a participle: what is yet to come, or not come to its end.
_UNDONE: Final = vocabulary("be being half partly partially almost nearly hardly barely")
_HEADING: Final = frozenset({"of", "for", "to", "on", "in", "with", "from", "by", "and"})
_TICKS: Final = ("\u2705", "\u2713", "\u2714", "\u2611", "[x]", "[X]")
_REACH: Final = 8
_NEAR: Final = 4
_SHORT: Final = 6


def reported(remark: Remark) -> Doing | None:
    """`The cancellation is complete`, `Cancelling it: done`, `Taken care of: the upgrade`."""
    for place, word in enumerate(remark.lowers):
        family = _family(remark, place, word)
        if family is None or not remark.clause.asserts(place) or _is_open(remark, place):
            continue
        return Doing(
            lemma=word,
            family=family,
            nouns=nouns(remark.lowers),
            objects=nouns(_object(remark.lowers, place)),
            is_own=False,
            is_past=False,
            number=1,
            is_of_it=not word.endswith("ing"),
            literals=remark.literals,
            state=_state(remark.lowers, place),
        )
    return None


def _family(remark: Remark, place: int, word: str) -> str | None:
    family = family_of_noun(word)
    if family is None and word.endswith("ing") and not place:
        family = family_of_word(word)
    is_over = family is not None and (
        _is_ended(remark, place) or _is_announced(remark, place) or _is_ticked(remark, place)
    )
    return family if is_over else None


def _object(lowers: Sequence[str], place: int) -> Sequence[str]:
    """The words of what was done to: before a noun, behind a form in `-ing`."""
    is_form = lowers[place].endswith("ing") and family_of_noun(lowers[place]) is None
    behind = takewhile(lambda word: word not in _GOING | _ENDED, lowers[place + 1 :])
    return tuple(behind) if is_form else lowers[: place + 1]


def _is_open(remark: Remark, place: int) -> bool:
    """Whether the words behind a deed leave it open."""
    behind = remark.lowers[place + 1 :]
    starts = [n for n, word in enumerate(behind) if word in _GOING | _ENDED]
    near = behind[starts[0] :] if starts else ()
    is_partial = not _UNDONE.isdisjoint(behind[:_REACH])
    return is_partial or not _NOT_OVER.isdisjoint(near[:_SHORT]) or not NEGATIONS.isdisjoint(behind)


def _is_ended(remark: Remark, place: int) -> bool:
    """`The cancellation has gone through`, `Cancellation: done`."""
    behind = remark.lowers[place + 1 : place + 1 + _REACH]
    is_note = behind[-1:] != () and behind[-1] in _ENDED and len(behind) <= _NEAR
    is_whole = place + 1 + len(behind) == len(remark.lowers)
    if is_note and is_whole and _GOING.isdisjoint(behind):
        return True
    start = next((at for at, word in enumerate(behind) if word in _GOING), None)
    if start is None or any(w.mark == ":" for w in remark.words[place : place + start + 1]):
        return False
    predicate = behind[start + 1 : start + 1 + _NEAR]
    is_general = behind[start] in ("is", "are") and not _is_certain(remark.lowers, place)
    return not (_UNDER_WAY if is_general else _COMPLETE).isdisjoint(predicate)


def _is_certain(lowers: Sequence[str], place: int) -> bool:
    """Whether one deed is meant, not every one of its kind."""
    is_form = lowers[place].endswith("ing") and family_of_noun(lowers[place]) is None
    near = lowers[place + 1 : place + 2] if is_form else lowers[max(0, place - _NEAR) : place]
    return not _CERTAIN.isdisjoint(near)


def _state(lowers: Sequence[str], place: int) -> str:
    """In what state something is said to be."""
    return next((word for word in lowers[place + 1 :] if word in _STATES), "")


def _is_announced(remark: Remark, place: int) -> bool:
    """`Done: the upgrade`, or a list of deeds below such a label."""
    if not _is_head(remark, place):
        return False
    before = remark.words[:place]
    label = next((n for n, word in enumerate(before) if word.mark == ":"), None)
    if label is not None:
        return _tells_end(before[: label + 1])
    lead = remark.clause.sentence.lead
    is_short = len(remark.words) <= _SHORT
    return lead is not None and is_short and _tells_end(lead.words)


def _tells_end(label: Sequence[Word]) -> bool:
    lowers = [word.lower for word in label if word.is_plain]
    is_over = lowers[:1] != [] and (lowers[0] in _ENDED or lowers[:3] == ["taken", "care", "of"])
    return is_over and len(lowers) <= _NEAR and _NOT_OVER.isdisjoint(lowers)


def _is_ticked(remark: Remark, place: int) -> bool:
    """`✓ Seat upgrade`: a deed and a tick, and nothing more."""
    sentence = remark.clause.sentence
    text = remark.scene.text[sentence.start : sentence.end]
    is_short = len(remark.words) <= _SHORT and _is_head(remark, place)
    return is_short and any(tick in text for tick in _TICKS)


def _is_head(remark: Remark, place: int) -> bool:
    """Whether a noun is what its words speak of: `seat upgrade`, not `upgrade policy`."""
    behind = remark.lowers[place + 1 : place + 2]
    return not behind or remark.words[place].closes or behind[0] in _HEADING
