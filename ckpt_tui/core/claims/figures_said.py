"""Claims that are ids, addresses and figures: whoever names one must have seen it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.counted import TIMES, label_before
from ckpt_tui.core.claims.counts_held import against_count
from ckpt_tui.core.claims.doings import doings
from ckpt_tui.core.claims.labelled import label_of, printed
from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.claims.literals import Literal, Slot, literals
from ckpt_tui.core.claims.prose import sentences
from ckpt_tui.core.claims.scene import (
    Remark,
    Scene,
    contradicted,
    derived,
    supported,
    unchecked,
    unsupported,
)
from ckpt_tui.core.claims.series import is_of_series
from ckpt_tui.core.claims.sums import combines, follows, rounds_to
from ckpt_tui.core.claims.tallies import tallies
from ckpt_tui.core.claims.tenses import is_of_another_time
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.figures import number_of

_ANY_MOOD: Final = frozenset(
    {Modality.ASSERTED, Modality.FUTURE, Modality.OFFERED, Modality.CONDITIONAL}
)
_LIKE: Final = frozenset({"example", "e.g", "like", "such", "format", "placeholder", "sample"})
_SMALL: Final = 12
_LONG: Final = 6
# More figures in one message are a table, of which anything would follow.
_FIGURES: Final = 100
_NAMES: Final = 50
# More numbers behind one label are those of a series.
_PRINTED: Final = 3
_UNCOUNTED: Final = vocabulary("step time day hour minute second week month year")
_KINDS: Final = {
    Slot.ID: ClaimKind.ID,
    Slot.EMAIL: ClaimKind.ID,
    Slot.URL: ClaimKind.URL,
    Slot.AMOUNT: ClaimKind.AMOUNT,
    Slot.COUNT: ClaimKind.COUNT,
    Slot.MEASURE: ClaimKind.MEASURE,
    Slot.PERCENT: ClaimKind.MEASURE,
}
_TOTALS: Final = vocabulary(
    """
    total totals sum altogether combined together overall difference savings saving both less more
    cheaper dearer extra saves saved
    """
)
_IN_ALL: Final = frozenset({("all", "told"), ("in", "all"), ("all", "in"), ("in", "sum")})
_LOCAL: Final = ("localhost", "127.0.0.1", "0.0.0.0", "example.")  # noqa: S104 (compared, not bound)


def figure_claims(remark: Remark, taken: frozenset[int]) -> Iterator[Claim]:
    """The ids, addresses and figures of a clause; words that another claim took are left out."""
    for literal in remark.literals:
        kind = _KINDS.get(literal.slot)
        if kind is None or literal.place in taken:
            continue
        if _is_said(remark, literal):
            finding = _held(remark, literal)
            yield remark.scene.claim(kind, (literal.start, literal.end), finding)
    places = taken.union(literal.place for literal in remark.literals)
    for place, word in enumerate(remark.words):
        number = number_of(word.text) if place not in places and word.is_plain else None
        finding = _labelled(remark, place, number) if number is not None else None
        if finding is not None and remark.clause.asserts(place):
            yield remark.scene.claim(ClaimKind.COUNT, (word.start, word.end), finding)


def _is_said(remark: Remark, literal: Literal) -> bool:
    """Whether a slot is a claim: an id is one in any mood, if it is no example."""
    clause = remark.clause
    if literal.slot is Slot.ID and clause.denied is None:
        words = (word.lower for word in clause.sentence.words)
        return clause.modality in _ANY_MOOD and _LIKE.isdisjoint(words)
    # What a list offers is yet to come; what it is to cost is told.
    is_listed = clause.sentence.lead is not None and clause.denied is None
    if literal.slot is Slot.AMOUNT and (clause.modality is Modality.FUTURE or is_listed):
        return True
    return clause.asserts(literal.place)


def _held(remark: Remark, literal: Literal) -> Finding:
    match literal.slot:
        case Slot.ID | Slot.EMAIL:
            return _name(remark, literal)
        case Slot.URL:
            return _address(remark, literal)
        case Slot.AMOUNT:
            return _amount(remark, literal)
        case Slot.COUNT:
            labelled = _labelled(remark, literal.place, literal.text)
            return labelled or against_count(remark, literal) or _count(remark, literal)
        case _:
            return _measure(remark, literal)


def _name(remark: Remark, literal: Literal) -> Finding:
    scene = remark.scene
    evidence = scene.shown.place(literal.text, scene.before)
    if evidence is not None:
        return supported(evidence)
    is_written = scene.written.place(literal.text, scene.before) is not None
    if is_written and scene.is_open:
        return unchecked("Only the agent's own arguments show it.")
    is_long = len(literal.text) >= _LONG and any(c.isdigit() for c in literal.text)
    if scene.is_open and not (literal.is_named or is_long):
        return unchecked("It may name something of the code.")
    if is_written:
        return unsupported("Only the agent's own arguments show it.")
    return unsupported("Nothing that the run showed holds it.")


def _address(remark: Remark, literal: Literal) -> Finding:
    scene = remark.scene
    evidence = scene.shown.place(literal.text, scene.before)
    if evidence is not None:
        return supported(evidence)
    host = literal.text.partition("/")[0]
    if any(mark in host for mark in _LOCAL) or host == literal.text:
        return unchecked("It names a place that anybody may know.")
    if scene.written.place(literal.text, scene.before) is not None:
        return unchecked("Only the agent's own arguments show it.")
    return unsupported("Nothing that the run showed holds it.")


def _amount(remark: Remark, literal: Literal) -> Finding:
    scene = remark.scene
    readings = filter(None, (literal.text, literal.other))
    shown = (scene.shown.number(reading, scene.before) for reading in readings)
    evidence = next(filter(None, shown), None)
    if evidence is not None:
        return supported(evidence)
    worked_out = _worked_out(remark, literal)
    if worked_out is not None:
        return worked_out
    is_told = remark.clause.is_asserted or not {"you", "you'll", "your"}.isdisjoint(remark.lowers)
    if not is_told:
        return unchecked("It is yet to come.")
    if _is_bound(remark, literal.place):
        return unchecked("It is a bound, which need not be shown.")
    if scene.is_open and scene.written.numbers.get(literal.text, scene.before) < scene.before:
        return unchecked("Only the agent's own arguments show it.")
    return unsupported("Nothing that the run showed holds it, nor does it follow from figures.")


def _worked_out(remark: Remark, literal: Literal) -> Finding | None:
    """An amount that nobody showed and that follows from some that were shown."""
    is_told = literal.text in remark.scene.told_before
    if is_told or follows(literal.text, _others(remark, literal)):
        return derived("It follows from other figures that were told.")
    rounded = rounds_to(literal.text, _known(remark))
    if rounded is not None:
        return derived("It is rounded.", remark.scene.shown.number(rounded, remark.scene.before))
    is_total = not _TOTALS.isdisjoint(remark.lowers) or _is_in_all(remark)
    if is_total and is_of_series(remark.scene.view, literal.text, remark.scene.before):
        return derived("It is the sum or the difference of figures that the run showed.")
    # A price is made of others; what was paid or given back was told by whoever did it.
    is_price = not (any(doings(remark)) or {"was", "were"} & set(remark.lowers))
    if is_price and combines(literal.text, _beside(remark)):
        return derived("It is made of two figures that the run showed beside what it names.")
    # What is said on the way to the last message is an offer, made of whatever was found.
    if is_price and not remark.scene.is_last:
        return unchecked("It may be made of figures that the run showed.")
    return None


def _is_in_all(remark: Remark) -> bool:
    """`all told`, `in all`: a sum."""
    pairs = set(pairwise(remark.lowers))
    return not _IN_ALL.isdisjoint(pairs)


def _is_bound(remark: Remark, place: int) -> bool:
    """`under $200`, `more than $600`: what something is held against, and no price of its own."""
    before = remark.lowers[max(0, place - 2) : place]
    return before[-1:] in (("under",), ("below",), ("over",), ("above",), ("than",)) or before in (
        ("up", "to"),
        ("at", "least"),
        ("at", "most"),
    )


def _beside(remark: Remark) -> frozenset[str]:
    """The figures that the run showed beside the ids of the message, and those of its rules."""
    scene = remark.scene
    key = (_beside, scene.step, scene.part)
    return scene.view.kept(key, lambda: frozenset(_near_names(remark)))


def _near_names(remark: Remark) -> Iterator[str]:
    scene = remark.scene
    names = {
        literal.text
        for sentence in sentences(scene.text)
        for literal in literals(sentence.words)
        if literal.slot is Slot.ID
    }
    for name in sorted(names)[:_NAMES]:
        yield from scene.shown.figures_near(name, scene.before)
    yield from scene.shown.ruled


def _others(remark: Remark, literal: Literal) -> list[str]:
    """The other figures of the message that were shown, or that follow from such."""
    scene = remark.scene
    key = (_others, scene.step, scene.part)
    figures = scene.view.kept(key, lambda: _sound_figures(scene))
    return [text for start, text in figures if start != literal.start and text != literal.text]


def _sound_figures(scene: Scene) -> list[tuple[int, str]]:
    """The figures of a message with their places, those left out that nothing bears."""
    known = scene.shown.numbers
    found: list[tuple[int, str]] = []
    for sentence in sentences(scene.text):
        for literal in literals(sentence.words):
            if literal.slot not in (Slot.AMOUNT, Slot.COUNT, Slot.MEASURE):
                continue
            if len(found) >= _FIGURES:
                return found
            is_known = known.get(literal.text, scene.before) < scene.before
            if is_known or follows(literal.text, [text for _, text in found]):
                found.append((literal.start, literal.text))
    return found


def _known(remark: Remark) -> list[str]:
    before = remark.scene.before
    return [number for number, step in remark.scene.shown.numbers.items() if step < before]


def _labelled(remark: Remark, place: int, number: str) -> Finding | None:
    """What tools printed behind the label of a number; None where they printed none, or many."""
    scene = remark.scene
    label = label_of(label_before(remark.words, place))
    numbers = printed(scene.view, label, scene.before) if label else frozenset[str]()
    if not 0 < len(numbers) <= _PRINTED:
        return None
    if number in numbers:
        return supported(scene.shown.number(number, scene.before))
    # It may be of something else that shows it, or what the agent made of it.
    indexes = (scene.shown, scene.written)
    is_known = any(each.numbers.get(number, scene.before) < scene.before for each in indexes)
    if is_known or follows(number, sorted(numbers)) or not scene.is_last:
        return None
    told = sorted(numbers, key=float)
    evidence = scene.shown.number(told[-1], scene.before)
    return contradicted(f"Under this label the run shows {', '.join(told)}.", evidence)


def _count(remark: Remark, literal: Literal) -> Finding:
    scene = remark.scene
    number = int(literal.text)
    noun = stem(literal.noun)
    counted = tallies(scene.view).get(noun, {})
    if counted.get(number, scene.before) < scene.before:
        return derived("So many are in the answers of tools.")
    step = scene.shown.numbers.get(literal.text, scene.before)
    if step < scene.before:
        is_near = number > _SMALL
        evidence = scene.shown.number(literal.text, scene.before) if is_near else None
        return supported(evidence) if evidence else unchecked("So small a number is everywhere.")
    return _unshown(remark, literal)


def _unshown(remark: Remark, literal: Literal) -> Finding:
    """A count that nothing shows."""
    scene = remark.scene
    if int(literal.text) <= _SMALL or stem(literal.noun) in _UNCOUNTED_STEMS:
        return unchecked("It could not be counted.")
    if scene.written.numbers.get(literal.text, scene.before) < scene.before:
        return unchecked("Only the agent's own arguments show it.")
    if follows(literal.text, _others(remark, literal)):
        return derived("It follows from other figures of the message.")
    if is_of_another_time(remark.words, literal.place):
        return unchecked("It may be so at another time, or in general.")
    return unsupported("Nothing that the run showed holds it.")


def _measure(remark: Remark, literal: Literal) -> Finding:
    scene = remark.scene
    evidence = scene.shown.number(literal.text, scene.before)
    if evidence is not None:
        return supported(evidence)
    if scene.written.numbers.get(literal.text, scene.before) < scene.before:
        return unchecked("Only the agent's own arguments show it.")
    candidates = _known(remark)
    rounded = rounds_to(literal.text, candidates)
    if rounded is not None:
        return derived("It is rounded.", scene.shown.number(rounded, scene.before))
    is_loose = literal.slot is Slot.PERCENT or not literal.noun or literal.noun in TIMES
    if is_loose or scene.is_open:
        return unchecked("It may have been worked out.")
    return unsupported("Nothing that the run showed holds it.")


_UNCOUNTED_STEMS: Final = frozenset(map(stem, _UNCOUNTED))
