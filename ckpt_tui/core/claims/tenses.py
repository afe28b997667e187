"""Whether a clause tells of this run, or of another time, of a habit, or of what is to be done."""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.claims.lexicon import (
    BEING,
    HAVING,
    LIKE_ORDERS,
    family_of,
    is_benign,
    past_lemma,
)
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.vocabulary import vocabulary

# Of what stands behind these the run need not show anything.
_FORMER: Final = vocabulary("previously formerly earlier originally hitherto")
_LATER: Final = vocabulary("next afterwards later tomorrow eventually someday")
_LONG: Final = (("used", "to"), ("until", "now"), ("in", "the", "old"), ("at", "a", "time"))
_BEFORE: Final = (
    *_LONG, ("so", "far"), ("before", "the"), ("before", "this"), ("before", "that"),
    ("before", "my"),
)  # fmt: skip
_GENERIC: Final = frozenset({"a", "an", "each", "every", "any", "with", "for", "given", "at"})
# Of one thing, the habit is what the run shows of it: `Your account holds 900 miles`.
_PARTICULAR: Final = frozenset({"that", "this", "these", "those", "your", "my", "our"})
# A program or a file that does this shows it.
_SHOWING: Final = vocabulary(
    """
    contains prints shows lists reports returns displays gives yields says includes counts adds
    totals comes stands remains stays outputs emits finds touches spans covers passes fails
    """
)


def is_of_another_time(words: Sequence[Word], place: int, *, is_told: bool = False) -> bool:
    """Whether a figure may be one of a habit, of what was before, of a plan or of an order.

    What was before the change is told of the run where the run shows that thing at all.
    """
    lowers = [word.lower if word.is_plain else "" for word in words]
    if not (_FORMER | _LATER).isdisjoint(lowers) or _holds(lowers, _LONG if is_told else _BEFORE):
        return True
    if _is_order(words, lowers):
        return True
    is_present = _is_present(lowers) and lowers[0] not in _PARTICULAR
    is_given = lowers[0] in _GENERIC and (place <= 1 or lowers[0] in ("a", "an", "each", "every"))
    of_general = is_given or lowers[:2] in (["for", "a"], ["with", "a"], ["for", "an"])
    return is_present and (of_general or (not _SHOWING & set(lowers) and _is_habit(lowers)))


def _holds(lowers: list[str], phrases: Sequence[tuple[str, ...]]) -> bool:
    return any(
        tuple(lowers[at : at + len(phrase)]) == phrase
        for phrase in phrases
        for at in range(len(lowers))
    )


def _is_order(words: Sequence[Word], lowers: list[str]) -> bool:
    """`Rename 20 files`: an infinitive without a subject; a label in its place ends with a mark."""
    first = lowers[0]
    is_verb = family_of(first) is not None or is_benign(first)
    is_past = past_lemma(first) is not None and first not in LIKE_ORDERS
    is_label = any(word.mark == ":" for word in words) or first.endswith("s")
    return is_verb and not is_past and not is_label and len(lowers) > 1


def _is_present(lowers: list[str]) -> bool:
    """Whether nothing in a clause is said of the past."""
    is_over = any(past_lemma(word) and word not in LIKE_ORDERS for word in lowers)
    return not is_over and HAVING.isdisjoint(lowers) and {"was", "were", "did"}.isdisjoint(lowers)


def _is_habit(lowers: list[str]) -> bool:
    """`The cache keeps 100 entries`: a verb in the present, said of a thing."""
    verbs = (word.removesuffix("s") for word in lowers[1:] if word.endswith("s"))
    is_verb = any(is_benign(verb) or family_of(verb) is not None for verb in verbs)
    return is_verb and BEING.isdisjoint(lowers)
