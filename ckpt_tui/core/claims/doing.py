"""One deed that a clause tells, with the words of what it was done to."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.literals import Literal, Slot
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary

_STOP: Final = vocabulary(
    """
    the a an your my our his her their its this that these those to for of in on at by with from
    into as and or but is are was were be been has have had i we you it they also now just already
    successfully got did not all both any some new which who will would so per via using due order
    requested request above below following ahead able i've we've you've once then about regarding
    """
)


class Doing(Struct, frozen=True, kw_only=True):
    """What a clause says was done.

    Attributes:
        lemma: the verb, or the noun that names the deed.
        family: of the verb, or of what was made where the verb is light; None where unknown.
        nouns: what it was done to and with, the nearest first.
        objects: those of them to which it was done; all where none can be told apart.
        is_own: said of oneself, not of a thing to which it was done.
        is_past: `was done`, which may tell of long ago; not `has been done`.
        number: how many times, where that is said; 1 otherwise.
        is_of_it: its object is a pronoun, whatever that stands for.
        literals: the slots of the clause.
        named: the ids of what it was done to.
        state: in which a noun says that it is; empty where a verb tells the deed.
        through: families of the deeds that are said to have brought it about.
    """

    lemma: str
    family: str | None
    nouns: tuple[str, ...]
    objects: tuple[str, ...]
    is_own: bool
    is_past: bool
    number: int
    is_of_it: bool
    literals: tuple[Literal, ...]
    named: tuple[str, ...] = ()
    state: str = ""
    through: frozenset[str] = frozenset()


def nouns(lowers: Sequence[str]) -> tuple[str, ...]:
    """The words that may name a thing, in order."""
    return tuple(
        word
        for word in lowers
        if (len(word) > 2 or word == "pr") and word not in _STOP and word.replace("-", "").isalpha()  # noqa: PLR2004
    )


def is_noun(word: str) -> bool:
    """Whether a word may name a thing."""
    return bool(nouns((word,)))


def times(remark: Remark) -> int:
    """How many times a clause says that something was done; 1 where it does not say."""
    if "both" in remark.lowers:
        return 2
    counts = [int(each.text) for each in remark.literals if each.slot is Slot.COUNT]
    return counts[0] if len(counts) == 1 else 1
