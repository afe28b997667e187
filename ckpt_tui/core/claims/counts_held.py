"""Counts that the run shows otherwise: more of something than there is, or another number of it."""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.call_evidence import result_evidence
from ckpt_tui.core.claims.calls import position_of
from ckpt_tui.core.claims.claim import Finding
from ckpt_tui.core.claims.facts_shown import Fact, facts
from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.claims.literals import Literal
from ckpt_tui.core.claims.scene import Remark, contradicted
from ckpt_tui.core.claims.sums import follows
from ckpt_tui.core.claims.tenses import is_of_another_time
from ckpt_tui.core.claims.vocabulary import vocabulary

# Names of one thing.
_SAME: Final = tuple(
    frozenset(map(stem, group.split()))
    for group in (
        "passenger passengers traveller travellers traveler travelers person people guest guests",
        "bag bags baggage baggages luggage suitcase suitcases",
        "item items product products thing things article articles",
        "booking bookings reservation reservations",
        "row rows record records entry entries",
    )
)
_TOTALS: Final = vocabulary(
    "total totals altogether combined together overall both all each across sum more less every"
)
# Before a number: all that there are.
_HAVING_THEM: Final = vocabulary(
    """
    are were is was has have had prints printed shows showed shown reports reported gives gave found
    finds lists listed contains contained yields yielded emits emitted only exactly got
    """
)
_PRINTED: Final = 6
_LISTED: Final = 12


def against_count(remark: Remark, literal: Literal) -> Finding | None:
    """What the run shows instead of a count; None where it shows nothing that forbids it."""
    scene = remark.scene
    if not scene.is_last or is_of_another_time(remark.words, literal.place, is_told=True):
        return None
    wanted = _wanted(literal.noun)
    known = [
        f for f in facts(scene.view) if f.step < scene.before and not wanted.isdisjoint(f.label)
    ]
    if any(fact.number == literal.text for fact in known) and not _named(remark, known):
        return None
    found = _named(remark, known)
    if not found:
        found = _printed_so(remark, literal, known, wanted)
    if not found and not any(fact.is_printed for fact in known):
        known = _listed(known, wanted)
        found = _too_many(remark, literal, known)
    numbers = {fact.number for fact in found}
    if numbers <= {"0"} or literal.text in numbers or _is_sum(remark, literal, found):
        return None
    return _told(remark, found)


def _told(remark: Remark, found: Sequence[Fact]) -> Finding:
    view = remark.scene.view
    last = next((fact for fact in reversed(found) if fact.row >= 0), None)
    evidence = None if last is None else result_evidence(view, position_of(view, last.row), None)
    numbers = sorted({fact.number for fact in found}, key=float)
    return contradicted(f"The run shows {', '.join(numbers[:_PRINTED])} of them.", evidence)


def _wanted(noun: str) -> frozenset[str]:
    own = stem(noun)
    return frozenset({own}).union(*(group for group in _SAME if own in group))


def _named(remark: Remark, known: Sequence[Fact]) -> list[Fact]:
    """The numbers of the one thing that a clause names."""
    if not known:
        return []
    common = known[0].names.intersection(*(fact.names for fact in known))
    words = {word.lower.strip("#") for word in remark.words}
    ids = {word for word in words if any(c.isdigit() for c in word) and not word.isdigit()}
    return [fact for fact in known if not (fact.names - common).isdisjoint(ids)]


def _printed_so(
    remark: Remark, literal: Literal, known: Sequence[Fact], wanted: frozenset[str]
) -> list[Fact]:
    """The numbers of lines whose every word the clause says, or whose command it names."""
    told = {stem(word.lower) for word in remark.words} - wanted
    printed = [fact for fact in known if fact.is_printed]
    exact = [f for f in printed if len(f.label) > 1 and f.label - wanted <= told]
    if exact:
        return exact
    near = [f for f in printed if not told.isdisjoint((f.label - wanted) | f.context)]
    if not 0 < len({fact.number for fact in near}) <= _PRINTED:
        return []
    most = max(float(fact.number) for fact in known)
    is_other = float(literal.text) > most or (
        len({fact.number for fact in known}) == 1 and _is_whole(remark, literal.place)
    )
    return near if is_other else []


def _is_whole(remark: Remark, place: int) -> bool:
    """`The run prints three warnings`: all of them, not some that something is said of."""
    behind = remark.words[place + 1 : place + 3]
    is_end = len(behind) == 1 or (behind[:1] != () and behind[0].closes)
    return is_end and place > 0 and remark.lowers[place - 1] in _HAVING_THEM


def _listed(known: Sequence[Fact], wanted: frozenset[str]) -> Sequence[Fact]:
    """Where a list holds the things themselves, its length, and not what goes with them."""
    lists = [fact for fact in known if fact.is_length and fact.label <= wanted]
    said = [fact for fact in known if fact.row < 0]
    return [*lists, *said] if lists else known


def _too_many(remark: Remark, literal: Literal, known: Sequence[Fact]) -> list[Fact]:
    """The numbers of answers, of which none is as large as the one that is told."""
    if remark.scene.is_open or not any(fact.row >= 0 for fact in known):
        return []
    most = max(float(fact.number) for fact in known)
    return list(known) if float(literal.text) > most else []


def _is_sum(remark: Remark, literal: Literal, found: Sequence[Fact]) -> bool:
    """Whether the clause speaks of several together, whose numbers make up the one it tells."""
    if any(fact.is_printed for fact in found):
        return False
    is_total = not _TOTALS.isdisjoint(remark.lowers)
    return is_total and follows(literal.text, [fact.number for fact in found][:_LISTED])
