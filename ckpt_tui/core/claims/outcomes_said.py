"""Whether a clause says of a command that it went well, and whether it did."""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.call_evidence import result_evidence
from ckpt_tui.core.claims.calls import position_of
from ckpt_tui.core.claims.claim import Finding
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.command_ends import Run
from ckpt_tui.core.claims.lexicon import ADVERBS, BEING, HAVING, NEGATIONS
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.scene import Remark, Scene, contradicted, unchecked
from ckpt_tui.core.claims.vocabulary import vocabulary

_PASSING: Final = vocabulary("pass passes passed succeed succeeds succeeded")
_GOING: Final = (
    BEING
    | HAVING
    | vocabulary(
        """
    come comes came run runs ran finish finishes finished complete completes completed end ends
    ended stay stays stayed remain remains look looks go goes went turn turned exit exits exited
    """
    )
)
_WELL: Final = vocabulary(
    """
    clean cleanly green happy ok okay fine successful successfully succeeding passing satisfied
    smoothly passed succeeded error-free silent quiet
    """
)
_TELLING: Final = vocabulary(
    """
    give gives gave report reports reported show shows showed find finds found raise raises raised
    print prints printed yield yields yielded produce produces produced has had throws threw
    """
)
_NONE: Final = frozenset({"no", "zero", "without", "0"})
_FAULTS: Final = vocabulary(
    "error errors warning warnings issue issues problem problems complaint complaints trouble fault"
    " faults violation violations finding findings failure failures"
)
# Behind a verb without an object.
_GOING_ON: Final = vocabulary(
    """
    now again too and as with without cleanly locally after just fine here also at this
    successfully
    """
)
_SKIPPED: Final = ADVERBS | vocabulary("again still finally run check step itself command both")
_JOINING: Final = frozenset({"", "and", "both", "as", "well"})
# What went well then is a part of it, or was at another time.
_PARTLY: Final = vocabulary(
    """
    except apart besides aside only but before earlier previously initially originally first most
    partly almost nearly for on unless otherwise
    """
)
# They end with 1 where they find nothing, or find a difference.
_ASKING: Final = vocabulary("grep egrep fgrep rg ag diff cmp test git [ pgrep which")
_NEAR: Final = 4


def goes_well(remark: Remark, place: int) -> bool:
    """Whether the words from a place on say that what stands before them went well."""
    if not _PARTLY.isdisjoint(word.lower for word in remark.clause.sentence.words):
        return False
    while place < len(remark.words) and remark.lowers[place] in _JOINING | _SKIPPED:
        place += 1
    if place >= len(remark.words) or not _is_said(remark, place):
        return False
    words, lowers = remark.words[place:], remark.lowers[place:]
    if lowers[0] in _PASSING:
        return len(lowers) == 1 or words[0].closes or lowers[1] in _GOING_ON
    if lowers[0] in _GOING:
        return _is_well(words[1:], lowers[1:])
    if lowers[0] in _TELLING:
        return _is_faultless(lowers[1:])
    return lowers[0] in ("without", "successfully", "cleanly") and _is_well(words, lowers)


def _is_said(remark: Remark, place: int) -> bool:
    """Whether a clause denies nothing but faults from a place on."""
    clause = remark.clause
    denials = [n for n, word in enumerate(remark.lowers) if word in NEGATIONS]
    is_of_faults = len(denials) == 1 and remark.lowers[denials[0]] in _NONE | {"nothing"}
    if is_of_faults and denials[0] >= place:
        return clause.is_asserted or clause.modality is Modality.NEGATED
    return clause.asserts(place)


def is_noted_well(remark: Remark, place: int) -> bool:
    """`make lint`: clean: a remark behind a command that says how it went."""
    lowers = remark.lowers[place:]
    if not lowers or not remark.clause.asserts(place):
        return False
    is_whole = len(lowers) == 1 or remark.words[place].closes
    return is_whole and lowers[0] in _WELL | {"passes", "success"}


def held_well(scene: Scene, found: Sequence[Run]) -> Finding | None:
    """What the last run says against it; None where it does not."""
    last = found[-1] if found else None
    if last is None or not last.has_failed:
        return None
    if last.line.split()[:1] and not _ASKING.isdisjoint(last.line.split()):
        return unchecked("Its code tells what it found.")
    if any(run.line != last.line and run.code == 0 for run in found):
        return unchecked("Not every line that ran it ended alike.")
    position = position_of(scene.view, last.row)
    reason = "It failed." if last.code is None else f"It ended with exit code {last.code}."
    return contradicted(reason, result_evidence(scene.view, position, None))


def _is_well(words: Sequence[Word], lowers: Sequence[str]) -> bool:
    """Whether what stands before the next mark says so."""
    for place in range(min(_NEAR, len(lowers))):
        if lowers[place] in _WELL:
            return True
        if _is_faultless(lowers[place:]):
            return True
        if words[place].closes or lowers[place] in ("and", "not"):
            return False
    return False


def _is_faultless(lowers: Sequence[str]) -> bool:
    """`no errors`, `without any warnings`, `nothing`."""
    if not lowers or lowers[0] == "nothing":
        return bool(lowers)
    return lowers[0] in _NONE and not _FAULTS.isdisjoint(lowers[1:_NEAR])
