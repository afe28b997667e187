"""Whether a sentence tells how to do something, or what holds at any time, and not what was done.

`To reproduce: …`, `Usage: …`, `once all tests pass, …`.
"""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.claims.lexicon import FIRST, past_lemma
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.vocabulary import vocabulary

_WHEN: Final = frozenset({"once", "until", "till", "whenever"})
_SUBJECTS: Final = vocabulary(
    "the a an all both every each it they these those this that you your we i our no"
)
_PAST: Final = frozenset({"was", "were", "did", "had", "been"})
_MANUALS: Final = vocabulary("usage synopsis instructions")
# `To sum up: …` tells what was.
_TALKING: Final = vocabulary(
    "summarise summarize sum recap confirm conclude clarify repeat be put answer say review"
)
# `until 6 March`: no more words than these are a day.
_DATE: Final = 2
_INFINITIVES: Final = (("how", "to"), ("steps", "to"), ("way", "to"), ("ways", "to"))


def is_general(words: Sequence[Word]) -> bool:
    """Whether a sentence instructs, or tells what comes whenever something is so."""
    return _is_instruction(words) or any(_awaits(words, at) for at in range(len(words)))


def _is_instruction(words: Sequence[Word]) -> bool:
    """A label that says what for: `To reproduce: …`, `How to run it: …`."""
    end = next((at for at, word in enumerate(words) if word.mark == ":"), None)
    if end is None:
        return False
    lowers = tuple(word.lower if word.is_plain else "" for word in words)
    label = lowers[: end + 1]
    is_for = label[0] == "to" and end > 0 and label[1] not in _TALKING
    is_manual = any(label[at : at + 2] in _INFINITIVES for at in range(end)) or (
        label[-1] in _MANUALS
    )
    is_told = not FIRST.isdisjoint(lowers) or any(past_lemma(word) for word in label)
    is_bare = end + 1 == len(words) or words[end + 1].is_code
    return (is_for or is_manual) and is_bare and not is_told


def _awaits(words: Sequence[Word], at: int) -> bool:
    """`once the tests pass`: what has not come yet, said in the present."""
    word = words[at]
    if not (word.is_plain and word.lower in _WHEN) or at + 2 > len(words):
        return False
    behind: list[str] = []
    for each in words[at + 1 :]:
        behind.append(each.lower if each.is_plain else "")
        if each.closes:
            break
    is_clause = behind[:1] != [] and (
        behind[0] in _SUBJECTS or (behind[0].isdecimal() and len(behind) > _DATE)
    )
    is_over = any(each in _PAST or (past_lemma(each) and each != "run") for each in behind)
    return is_clause and len(behind) > 1 and not is_over
