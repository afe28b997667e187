"""What a number counts: the noun behind it, or the one whose number it is said to be."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.vocabulary import vocabulary

ID_NOUNS: Final = vocabulary(
    """
    id ids number no code reference ref confirmation ticket case order reservation booking pr issue
    invoice pnr tracking transaction key token hash commit sha job build request claim serial
    account flight receipt authorization
    """
)
TIMES: Final = vocabulary(
    """
    s sec secs second seconds ms millisecond milliseconds minute minutes min mins hour hours
    """
)
UNITS: Final = TIMES | vocabulary(
    """
    byte bytes kb mb gb kib mib gib tb kilobytes megabytes gigabytes percent mph km kg px req/s rps
    ops degrees
    """
)
_NOT_COUNTED: Final = vocabulary(
    """
    is as was has this its does yes us class process address access status bus pass gas plus less
    across always perhaps thus minus versus os ios aws https dns js css previous various business
    """
)
_PLURALS: Final = frozenset({"people", "children", "data", "criteria", "indices", "men", "women"})
_SHORT: Final = 3
_REACH: Final = 4
_LABEL: Final = 8
_PAUSES: Final = vocabulary("and or of in to for from at with")
_PARTITIVE: Final = vocabulary("them these those which the all our your its my")
_KINDS: Final = vocabulary("kinds types sorts pieces pairs")
_NUMBERING: Final = vocabulary("number count total tally")
_COPULAS: Final = vocabulary(
    """
    is was are were equals totals reached reaches totalled totaled stands stood comes came amounts
    amounted
    """
)
_AFTER_COPULA: Final = vocabulary("to at now exactly about around up")
# A label with such a word sets a bound, one that begins with such a word is none.
_BOUNDS: Final = vocabulary("max maximum min minimum limit limits default set up least most per")
_LEADS: Final = _PAUSES | vocabulary("as on see by per via like use using set under")
# What they come to is no number of theirs.
_MEASURED: Final = vocabulary(
    """
    savings costs prices fees charges totals taxes expenses earnings amounts values scores averages
    percentages points miles sizes
    """
)
# Their numbers are names.
_NUMBERED: Final = vocabulary("ports lines pages versions releases chapters sections seeds codes")
# Before `total` they name an amount, or nothing.
_NO_THINGS: Final = vocabulary(
    """
    grand overall final new running order price cost cart invoice amount fee bill payment refund
    trip sub the a in of this that our your
    """
)


def counted_behind(words: Sequence[Word], place: int) -> str:
    """The plural that a number stands before: `581 rows`, `581 of the rows`; empty for none."""
    lead = [word.lower for word in words[max(0, place - 2) : place]]
    # `up to 500 rows` and `more than 500 rows` set a bound.
    if lead[-1:] == ["than"] or lead == ["up", "to"]:
        return ""
    behind = words[place + 1 : place + _REACH]
    of = _partitive(words, place, behind)
    if of is not None:
        return of
    for offset, word in enumerate(behind):
        if not word.text.replace("-", "").replace("'", "").isalpha():
            break
        if word.lower in _KINDS:
            return "".join(each.lower for each in behind[offset + 2 : offset + 3]) or word.lower
        if is_plural(word.lower) or (offset == 0 and word.lower in UNITS):
            return word.lower
        if word.closes or word.lower in _PAUSES:
            break
    return ""


def _partitive(words: Sequence[Word], place: int, behind: Sequence[Word]) -> str | None:
    """What `24 of 25 requests`, `318 of the 320 rows`, `three of them` speak of; None elsewhere."""
    if len(behind) < 2 or behind[0].lower != "of":  # noqa: PLR2004
        return None
    if behind[1].text[:1].isdigit():
        return counted_behind(words, place + 2)
    if behind[1].lower not in _PARTITIVE:
        return None
    is_numbered = behind[-1].text[:1].isdigit()
    after = counted_behind(words, place + 3 if is_numbered else place + 2)
    return after or (behind[1].lower if behind[1].lower in ("them", "these", "those") else "")


def counted_before(words: Sequence[Word], place: int) -> str:
    """What a number is said to be the number of: `Rows loaded: 581`, `the row count is 581`."""
    label = _label(words, place)
    lowers = [each.lower for each in label]
    if not label or lowers[0] in _LEADS or not _BOUNDS.isdisjoint(lowers):
        return ""
    if lowers[-1] == "number" and is_plural("".join(lowers[-2:-1])):
        return lowers[-2]
    if not _stands_alone(words, place, lowers):
        return ""
    tail = list(takewhile(lambda each: each in _COPULAS | _AFTER_COPULA, reversed(lowers)))
    if not _COPULAS.isdisjoint(tail):
        return _numbered(lowers[: -len(tail)])
    # Between a label and its figure stands a mark, of which some are no part of a word.
    is_label = label[-1].mark == ":" or words[place].start - label[-1].end > 1
    plurals = (each for each in lowers if is_plural(each) and each not in _MEASURED)
    return (_numbered(lowers) or next(plurals, "")) if is_label else ""


def label_before(words: Sequence[Word], place: int) -> tuple[str, ...]:
    """The words of the label behind which a number stands alone: `Rows skipped: 12`."""
    label = _label(words, place)
    lowers = tuple(each.lower for each in label)
    if not label or lowers[0] in _LEADS or not _BOUNDS.isdisjoint(lowers):
        return ()
    is_label = label[-1].mark == ":" or words[place].start - label[-1].end > 1
    return lowers if is_label and _stands_alone(words, place, lowers) else ()


def named_count(word: Word) -> tuple[str, str]:
    """The plural and the number of `rows=581`; of any other word nothing and its text."""
    name, sign, number = word.text.partition("=")
    if word.is_code or not sign:
        return "", word.text
    parts = name.lower().split("_")
    plurals = [part for part in parts if is_plural(part) and _BOUNDS.isdisjoint(parts)]
    return (plurals[0], number) if plurals else ("", word.text)


def is_plural(word: str) -> bool:
    """Whether a word names several things."""
    if word in _PLURALS:
        return True
    return (
        len(word) > _SHORT and word.endswith("s") and not word.endswith("ss")
        and word not in _NOT_COUNTED and stem(word) != word
    )  # fmt: skip


def _stands_alone(words: Sequence[Word], place: int, label: Sequence[str]) -> bool:
    """Whether a number ends its phrase, and is no name of what stands before it."""
    word, behind = words[place], words[place + 1 : place + 2]
    is_apart = bool(behind) and behind[0].start - word.end > 1 and word.mark != ","
    ends = not behind or word.closes or is_apart
    is_listed = bool(behind) and behind[0].text[:1].isdigit() and not is_apart
    is_name = not _NUMBERED.isdisjoint(label) or any(
        each.removesuffix("s") in ID_NOUNS and each.endswith("s") for each in label
    )
    return ends and not is_listed and not (is_name and len(word.text) >= _SHORT)


def _label(words: Sequence[Word], place: int) -> Sequence[Word]:
    """The words before a number that may say what it is the number of."""
    start = place
    while start and place - start < _LABEL:
        before = words[start - 1]
        if (start < place and before.closes) or not before.is_plain or before.mark in (",", ";"):
            break
        start -= 1
    return words[start:place]


def _numbered(lowers: Sequence[str]) -> str:
    """The thing whose number a label speaks of: `number of rows`, `row count`; empty for none."""
    for at, word in enumerate(lowers):
        if word not in _NUMBERING:
            continue
        if lowers[at + 1 : at + 2] == ["of"]:
            return next((each for each in lowers[at + 2 :] if is_plural(each)), "")
        before = lowers[at - 1] if at else ""
        if before.isalpha() and before not in _NO_THINGS and word != "number":
            return before
        plurals = (each for each in lowers[at + 1 :] if is_plural(each))
        return next(plurals, "")
    return ""
