"""Whether a clause says of a command that somebody set it going, whatever the verb.

The roles decide: a speaker did something with it or by means of it, or a label announces what
was run. Verbs that make, change or tell of a text leave it a text.
"""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.claims.command_names import Mention
from ckpt_tui.core.claims.lexicon import (
    BEING,
    FIRST,
    HAVING,
    LIKE_ORDERS,
    family_of,
    is_benign,
    past_lemma,
)
from ckpt_tui.core.claims.prose import Word, column_of
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary

_HANDLING: Final = frozenset({"process", "fix", None})
_TRYING: Final = frozenset({"give", "try", "use", "start", "take", "attempt", "validate", "test"})
_CHECKING: Final = frozenset(
    vocabulary(
        "check verify test validate inspect examine review control confirm analyze analyse assess"
        " ensure debug finish end begin start"
    )
)
_SET_GOING: Final = vocabulary(
    "give take try attempt use start repeat trigger kick fire do perform execute invoke"
)
# A text of which somebody speaks, or that is put somewhere.
_WRITING: Final = vocabulary(
    """
    configure document describe mention suggest recommend quote wrap alias wire hook embed define
    declare insert paste comment skip omit avoid forget deprecate rename support refer note learn
    plan prefer propose list keep expose integrate mock stub simulate parse teach
    """
)
_BY_MEANS: Final = frozenset({"with", "via", "using", "through"})
_PLACING: Final = frozenset({"into", "to", "in", "from", "inside", "as", "out"})
_LEADING: Final = frozenset(
    {"", "a", "an", "the", "off", "up", "out", "down", "then", "also", "my", "another"}
)
_LABELS: Final = vocabulary("step steps command commands check checks verification validation")
_RAN: Final = frozenset({"ran", "reran", "executed", "re-ran"})
_TAKEN: Final = vocabulary("taken run ran executed used performed done issued tried")
_YET_TO_BE: Final = frozenset({"to", "be", "next", "should", "can", "not"})
_SHORTEST: Final = 4


def is_set_going(remark: Remark, mention: Mention) -> bool:
    """Whether a command is said to have been run by the roles of the words around it."""
    if not (mention.is_code and mention.is_sure and " " in mention.text):
        return False
    place = next(n for n, word in enumerate(remark.words) if word.end >= mention.start)
    while place + 1 < len(remark.words) and remark.words[place].start < mention.start:
        place += 1
    if not remark.clause.asserts(place):
        return False
    if _is_announced(remark, place):
        return True
    behind = next(
        (n for n, it in enumerate(remark.words) if it.start >= mention.end), len(remark.words)
    )
    return _is_done_with(remark, place, behind) or _is_done_to(remark.lowers[behind : behind + 4])


def _is_announced(remark: Remark, place: int) -> bool:
    """`Commands run: …`, or a list below such a label."""
    before = remark.words[:place]
    is_label = any(word.mark == ":" for word in before)
    lead = remark.clause.sentence.lead
    if is_label and _is_label(before):
        return True
    if place == 0 and lead is not None and _is_label(lead.words):
        return True
    if _is_below_label(remark, place) or (place == 0 and lead is not None and _is_ran(lead.words)):
        return True
    announced = before if is_label else lead.words if lead is not None and place == 0 else ()
    return _is_checked_with([word.lower for word in announced])


def _is_below_label(remark: Remark, place: int) -> bool:
    """A cell below the head `Command run`."""
    sentence = remark.clause.sentence
    if sentence.is_head or not sentence.columns:
        return False
    column = column_of(remark.scene.text, remark.words[place])
    return column < len(sentence.columns) and _is_label(sentence.columns[column])


def _is_ran(words: Sequence[Word]) -> bool:
    """Whether a list is announced as `I ran the following:`."""
    lowers = [word.lower for word in words]
    is_told = not _RAN.isdisjoint(lowers) and not FIRST.isdisjoint(lowers)
    return is_told and words[-1].mark == ":" and _YET_TO_BE.isdisjoint(lowers)


def _is_checked_with(lowers: Sequence[str]) -> bool:
    """`Verified with: …`, `Checked-with: …`: a label that ends with the means."""
    words = [part for word in lowers for part in word.split("-")]
    if len(words) < 2 or words[-1] not in _BY_MEANS:  # noqa: PLR2004 (a deed and its means)
        return False
    deeds = [_lemma(word) for word in words[:-1]]
    return any(lemma in _CHECKING for lemma in deeds) and _YET_TO_BE.isdisjoint(words)


def _is_label(words: Sequence[Word]) -> bool:
    if not words:
        return False
    last = next((n for n, word in enumerate(words) if word.mark == ":"), len(words) - 1)
    lowers = [word.lower for word in words[: last + 1]]
    is_bare = len(lowers) == 1 and lowers[0] not in LIKE_ORDERS
    is_done = not _TAKEN.isdisjoint(lowers) and _YET_TO_BE.isdisjoint(lowers)
    return is_done and (is_bare or not _LABELS.isdisjoint(lowers))


def _is_done_with(remark: Remark, place: int, behind: int) -> bool:
    """`I gave `make lint` a go`, `I controlled the style by means of `flake8 src``."""
    lowers = remark.lowers
    is_fronted = _is_instrument(lowers, place)
    verb = _verb(lowers, place)
    if verb is None and is_fronted:
        verb = _verb(lowers, len(lowers))
    if verb is None or not remark.clause.asserts(verb):
        return False
    lemma = _lemma(lowers[verb]) or ""
    if lemma in _WRITING or family_of(lemma) not in _HANDLING:
        return False
    if is_fronted:
        return not is_benign(lemma) or lemma in _CHECKING | _TRYING
    is_object = all(word in _LEADING for word in lowers[verb + 1 : place])
    is_placed = not _PLACING.isdisjoint(lowers[behind : behind + 1])
    is_placed = is_placed and lowers[behind : behind + 2] != ("as", "well")
    return is_object and not is_placed and (not is_benign(lemma) or lemma in _TRYING)


def _is_instrument(lowers: Sequence[str], place: int) -> bool:
    near = tuple(lowers[max(0, place - 3) : place])
    return near[-1:] != () and (near[-1] in _BY_MEANS or near == ("by", "means", "of"))


def _verb(lowers: Sequence[str], place: int) -> int | None:
    """The last deed before a place that the speaker tells, or that a clause begins with."""
    for at in range(place - 1, -1, -1):
        word = lowers[at]
        if not word or word in BEING | HAVING or _lemma(word) is None:
            continue
        is_own = not FIRST.isdisjoint(lowers[:at]) or _is_passive(lowers, at, place)
        is_bare = at == 0 and word not in LIKE_ORDERS
        return at if is_own or is_bare else None
    return None


def _is_passive(lowers: Sequence[str], at: int, place: int) -> bool:
    """`types were checked by means of …`: the instrument is that of whoever did it."""
    return lowers[at - 1] in ("was", "were", "been") and _is_instrument(lowers, place)


def _lemma(word: str) -> str | None:
    """The verb of a past form, short ones among them: `fired`."""
    word = word.rpartition("-")[2]
    is_open = word.endswith("ed") and not word.endswith("eed") and len(word) > _SHORTEST
    return past_lemma(word) or (word.removesuffix("ed") if is_open and word.isalpha() else None)


def _is_done_to(behind: Sequence[str]) -> bool:
    """``make lint` was given a go`, `… has been tried`."""
    if not behind or behind[0] not in ("was", "were", "has", "have", "got"):
        return False
    lemmas = [past_lemma(word) for word in behind[1:] if word not in BEING | HAVING]
    return bool(lemmas) and lemmas[0] in _SET_GOING
