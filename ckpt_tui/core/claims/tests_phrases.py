"""The phrases of a clause about tests, with the figures and the words of result of each."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.claims.lexicon import (
    BEING,
    FIRST,
    HAVING,
    LIKE_ORDERS,
    family_of,
    is_part_of_number,
    past_lemma,
    spelled_number,
)
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.tables import heads_of
from ckpt_tui.core.claims.tests_words import (
    HOLDERS,
    LIKE_TESTS,
    NONE,
    TESTS,
    count_of,
    ratio_of,
    result_of,
)
from ckpt_tui.core.claims.vocabulary import vocabulary


class Figure(Struct, frozen=True, kw_only=True):
    """A number of a clause about tests.

    Attributes:
        total: what it is a part of: the 45 of `42 of 45`.
        of_tests: it counts tests by name; False where it stands alone.
    """

    place: int
    number: int
    total: int | None = None
    of_tests: bool = False


class Phrase(Struct, frozen=True, kw_only=True):
    """The words between two marks or conjunctions, with their figures and words of result.

    Attributes:
        labels: places of words of result with the figure each goes with, denied ones left out.
        counts_other: a number in it counts something else.
        is_bare: beside its figure it says nothing.
        is_total: its figure is said to be that of all.
        has_verb: it says what was done or what is.
        opens: its first word.
        heads: the words at the head of its column, where it stands in a table.
    """

    start: int
    end: int
    figures: tuple[Figure, ...]
    labels: tuple[tuple[int, str], ...]
    counts_other: bool = False
    is_bare: bool = False
    is_total: bool = False
    has_verb: bool = False
    opens: str = ""
    heads: tuple[str, ...] = ()


_PHRASE_ENDS: Final = frozenset(",;.)")
_OPENERS: Final = frozenset("(|")
PREPOSITIONS: Final = vocabulary("among amongst in across within over from")
_JOINTS: Final = PREPOSITIONS | {"and", "but", "with"}
_DISTRIBUTING: Final = vocabulary("every each any no this that which last not")
_ARTICLES: Final = vocabulary("the all our my its these those a an")
# A number behind such a word is its name.
_NAMED: Final = vocabulary(
    """
    python node java django ruby php rust step phase part stage level tier version milestone task
    section round issue pr bug line day than versus vs about from
    """
)
_ALONE: Final = _ARTICLES | vocabulary("and in total of them overall altogether is are")
_BEFORE_TIMES: Final = vocabulary("previously formerly once initially originally")
_CHANGING: Final = frozenset({"fix", "update", "add", "remove", "create"})
_EXCEPT: Final = vocabulary("except excepting excluding besides barring")
_EXCEPTING: Final = frozenset({("apart", "from"), ("aside", "from"), ("other", "than")})
_SEVERAL: Final = HOLDERS - {"suite", "testsuite"}
# Heads of a column that tells how it was.
_EARLIER: Final = vocabulary("before previous previously baseline original initial old earlier was")
_SECONDS: Final = frozenset({"s", "seconds", "ms"})
_REACH: Final = 5
_SHORT: Final = 3


def phrases(remark: Remark) -> list[Phrase]:
    """The phrases of a clause in order."""
    return [_phrase(remark, start, end) for start, end in _bounds(remark)]


def excepted(remark: Remark) -> int | None:
    """Behind which place stands what is left out: the 2 of `all but 2 tests pass`."""
    sentence = remark.clause.sentence.words
    at = sentence.index(remark.words[0])
    before = sentence[at - 1].lower if at else ""
    for place, word in enumerate(remark.lowers):
        is_pair = (before, word) in _EXCEPTING
        if word in _EXCEPT or is_pair or (word == "but" and before in ("all", "everything")):
            return place
        before = word
    return None


def _bounds(remark: Remark) -> Iterator[tuple[int, int]]:
    start = 0
    for place in range(1, len(remark.words)):
        before, word = remark.words[place - 1], remark.words[place]
        gap = remark.scene.text[before.end : word.start]
        is_joint = remark.lowers[place] in _JOINTS
        if before.mark in _PHRASE_ENDS or is_joint or not _OPENERS.isdisjoint(gap):
            yield start, place
            start = place
    yield start, len(remark.words)


def _phrase(remark: Remark, start: int, end: int) -> Phrase:
    lowers = remark.lowers[:end]
    figures = list(_figures(lowers, start))
    kinds = {each.place: _counted(remark, each.place, end) for each in figures}
    own = lowers[start:end]
    heads = heads_of(remark.scene.text, remark.clause.sentence, remark.words[start])
    is_share = any(word.endswith("%") and word != "100%" for word in own)
    is_told = not _is_of_change(own) and _EARLIER.isdisjoint(heads)
    return Phrase(
        start=start,
        end=end,
        figures=tuple(
            replace(each, of_tests=kinds[each.place] == "tests")
            for each in figures
            if is_told and kinds[each.place] != "other"
        ),
        labels=tuple(_labels(lowers, start)),
        counts_other="other" in kinds.values() or is_share or (bool(figures) and not is_told),
        is_bare=all(word in _ALONE or any(c.isdigit() for c in word) for word in own),
        is_total="total" in own,
        has_verb=any(word in BEING or past_lemma(word) for word in own),
        opens=own[0],
        heads=heads,
    )


def _figures(lowers: tuple[str, ...], start: int) -> Iterator[Figure]:
    place = start
    while place < len(lowers):
        ratio, number = ratio_of(lowers[place]), count_of(lowers[place])
        if ratio is not None:
            yield Figure(place=place, number=ratio[0], total=ratio[1])
        elif number is not None and not _is_no_figure(lowers, place):
            last, total = _out_of(lowers, place)
            yield Figure(place=last, number=number, total=total)
            place = last
        place += 1


def _is_no_figure(lowers: tuple[str, ...], place: int) -> bool:
    """Whether a number counts nothing by itself: `every one`, `Python 3`, `from 5`."""
    before = lowers[place - 1] if place else ""
    if before in _NAMED or lowers[max(0, place - 2) : place] == ("instead", "of"):
        return True
    if spelled_number(lowers[place]) is None:
        return False
    is_pronoun = lowers[place] == "one" and before in _DISTRIBUTING
    return is_pronoun or is_part_of_number(lowers, place)


def _out_of(lowers: tuple[str, ...], place: int) -> tuple[int, int | None]:
    """The place and the number of what a figure is a part of."""
    at = place + 1
    at += lowers[at : at + 1] == ("out",)
    if lowers[at : at + 1] != ("of",):
        return place, None
    at += 1
    at += bool(lowers[at : at + 1]) and lowers[at] in _ARTICLES
    total = count_of(lowers[at]) if at < len(lowers) else None
    return (place, None) if total is None else (at, total)


def _counted(remark: Remark, place: int, end: int) -> str:
    """What a figure counts: `tests`, `other` things, or nothing that is named."""
    headed = (word.lower for word in reversed(remark.words[:place]) if word.mark == ":")
    if next(headed, "") in _SEVERAL:
        return "other"
    found, is_told = "", False
    for word in _behind(remark, place, end):
        if word in HOLDERS:
            found = "other"
        elif word in TESTS or word in LIKE_TESTS:
            found = "tests"
        elif result_of(word) is not None:
            is_told = True
        elif is_told or found:
            break
        elif _is_plural(word) or word in _SECONDS:
            return "other"
    return found


def _behind(remark: Remark, place: int, end: int) -> Iterator[str]:
    """The words behind a figure, up to a mark or to the next number."""
    for at in range(place + 1, min(end, place + _REACH)):
        if count_of(remark.lowers[at]) is not None:
            return
        yield remark.lowers[at]
        if remark.words[at].closes:
            return


def _is_plural(word: str) -> bool:
    return len(word) > _SHORT and word.endswith("s") and not word.endswith("ss")


def _is_of_change(lowers: tuple[str, ...]) -> bool:
    """Whether a phrase tells what was done to so many tests: `I fixed 3`, `3 were added`."""
    for place, word in enumerate(lowers):
        if word in LIKE_ORDERS or family_of(past_lemma(word) or "") not in _CHANGING:
            continue
        before = [each for each in lowers[:place] if each not in ("and", "also", "then")]
        if not before or before[-1] in FIRST | HAVING | BEING:
            return True
    return False


def _labels(lowers: tuple[str, ...], start: int) -> Iterator[tuple[int, str]]:
    for place in range(start, len(lowers)):
        kind = result_of(lowers[place])
        before = lowers[place - 1] if place else ""
        if kind is None or before in _BEFORE_TIMES or is_denied(lowers, place, start):
            continue
        # `successfully added` says nothing of what was added.
        near = (before, *lowers[place + 1 : place + 2])
        is_adverb = lowers[place].endswith("ly")
        if is_adverb and any(family_of(past_lemma(each) or "") in _CHANGING for each in near):
            continue
        yield place, kind


def is_denied(lowers: tuple[str, ...], place: int, start: int) -> bool:
    """Whether nothing is said to have had a result: `none of the 42 tests failed`."""
    before = lowers[start:place]
    return not (NONE - {"0", "zero"}).isdisjoint(before) or any(
        is_not_one(before, at) for at in range(len(before))
    )


def is_not_one(lowers: tuple[str, ...], place: int) -> bool:
    """`not one test`, `not a single test`: none."""
    behind = lowers[place + 1 : place + 3]
    return lowers[place] == "not" and (behind[:1] == ("one",) or behind == ("a", "single"))
