"""Which figures of tests a clause names: each goes with the word of result in its own phrase."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.claims.tests_phrases import Figure, Phrase
from ckpt_tui.core.claims.tests_words import TESTS, result_of

_COUNTS: Final = TESTS | {"total", "run", "ran", "count", "all"}
_REACH: Final = 5


def named_figures(found: list[Phrase], left_out: int | None) -> Iterator[tuple[str, int]]:
    """What each figure of the phrases is of: `passed`, `failed`, `skipped` or `ran`.

    Of what is left out, behind that place, nobody says what became of it.
    """
    for at, phrase in enumerate(found):
        names = _named(phrase)
        for figure in phrase.figures:
            if figure.total is not None:
                yield "ran", figure.total
            name = names.get(figure.place) or _of_table(found, phrase)
            name = name or _of_neighbour(found, at, figure)
            is_out = left_out is not None and left_out < figure.place <= left_out + _REACH
            if name is not None and (name == "failed" or not is_out):
                yield name, figure.number


def _named(phrase: Phrase) -> dict[int, str]:
    """What the figures of a phrase are of, by their places.

    Whoever begins with a figure names the result behind it, and whoever begins with the result
    names the figure behind that.
    """
    places = [figure.place for figure in phrase.figures]
    if not places:
        return {}
    is_label_first = bool(phrase.labels) and phrase.labels[0][0] < places[0]
    named: dict[int, str] = {}
    taken: set[int] = set()
    for at, place in enumerate(places):
        low = places[at - 1] if at else -1
        high = places[at + 1] if at + 1 < len(places) else phrase.end
        behind = [each for each in phrase.labels if place < each[0] < high]
        before = [
            each
            for each in reversed(phrase.labels)
            if low < each[0] < place and each[0] not in taken
        ]
        is_from_before = is_label_first and (len(places) > 1 or not behind)
        sides = (before, behind) if is_from_before else (behind, before)
        label = next((side[0] for side in sides if side), None)
        if label is not None:
            taken.add(label[0])
            named[place] = label[1]
    return named


def _of_table(found: list[Phrase], phrase: Phrase) -> str | None:
    """What a figure is of by the head of its column, or by the first cell of its row."""
    if not phrase.heads or not phrase.is_bare:
        return None
    told = next(filter(None, map(result_of, phrase.heads)), None)
    if told is None and not found[0].figures and found[0].labels:
        told = found[0].labels[0][1]
    is_count = told is None and not _COUNTS.isdisjoint(phrase.heads)
    return "ran" if is_count else told


def _of_neighbour(found: list[Phrase], at: int, figure: Figure) -> str | None:
    """What a figure is of whose phrase does not say: `all green (42)`, `42 in all, all ok`."""
    phrase = found[at]
    if figure.of_tests:
        return _shared(found, at) or ("ran" if figure.total is None else "passed")
    following, leading = found[at + 1 : at + 2], found[max(0, at - 1) : at]
    for other in (*following, *leading) if phrase.is_bare else ():
        if other.labels and not other.figures:
            return other.labels[0][1]
    if phrase.is_total:
        return "ran"
    return "passed" if figure.total is not None else None


def _shared(found: list[Phrase], at: int) -> str | None:
    """The result of the next phrase where both have one verb: `12 unit and 30 other tests pass`."""
    following = found[at + 1] if at + 1 < len(found) else None
    if following is None or following.opens != "and" or found[at].has_verb:
        return None
    is_like = len(following.figures) == 1 and following.figures[0].of_tests
    return next(iter(_named(following).values()), None) if is_like else None
